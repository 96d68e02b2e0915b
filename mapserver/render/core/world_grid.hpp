// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// PROCESSING "LABEL_ANCHOR=WORLD": places anchors that are the same in every image of a scale.

#include "mapfile/model/layer.hpp"
#include "render/core/viewport.hpp"

#include <cstdint>
#include <string_view>

namespace ms::render {

/// Whether the layer's labels must be the same in every image.
/// \throws Error{BadMapfile} for a value other than WORLD and PICTURE
[[nodiscard]] bool has_world_labels(mapfile::Layer const& layer);

/// The margin around the image in which such labels are considered, in pixels: PROCESSING
/// "LABEL_ANCHOR_BUFFER=...". Long and dense labels require a larger one.
[[nodiscard]] double world_label_buffer(mapfile::Layer const& layer);

/// The world in pixels of one scale, on a grid fine enough for the eye and coarse enough for the
/// rounding of coordinates: two images of the same scale see a point of the world at the same
/// node.
class WorldGrid {
public:
    explicit WorldGrid(Viewport const& view);

    /// The node next to a point, both in pixels of the image.
    [[nodiscard]] geometry::Point snap(geometry::Point in_image) const noexcept;
    /// A hash of a node and a text: without visible order, but deterministic.
    [[nodiscard]] std::uint64_t rank(geometry::Point snapped, std::string_view text) const noexcept;

private:
    geometry::Point m_corner; ///< a node at the image's corner: pixels of the world
    geometry::Point m_rest;   ///< from there to the exact corner
};

} // namespace ms::render
