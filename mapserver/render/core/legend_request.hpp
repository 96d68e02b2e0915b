// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The content of a legend, and of the furniture that a map draws into itself.

#include "mapfile/model/map.hpp"
#include "render/core/overrides.hpp"
#include "style/scaling.hpp"

#include <optional>

namespace ms::render {

class ClassHits; // render/query/class_hits.hpp

/// The content of a legend.
struct LegendRequest {
    /// As Overrides::layers. The rows begin with the last layer, which is on top of the map.
    std::optional<std::vector<LayerChoice>> layers;
    double scale_denominator = 0;          ///< 0: ignores scale limits
    double resolution = 72;                ///< pixels per inch
    std::optional<mapfile::Size> key_size; ///< instead of KEYSIZE
    ClassHits const* hits = nullptr;       ///< classes of the map to be shown; nullptr: all
    mapfile::StringMap substitutions;      ///< as Overrides::substitutions
    /// The map in which the legend is embedded: icons then have its symbol sizes.
    std::optional<style::ImageScale> embedded_in{};
};

/// The furniture that a map draws into itself.
struct EmbeddedFurniture {
    std::optional<LegendRequest> legend;
    bool has_scale_bar = false;
};

} // namespace ms::render
