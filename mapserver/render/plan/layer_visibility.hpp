// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decides which layers are visible at a place and scale.

#include "mapfile/model/map.hpp"
#include "render/core/viewport.hpp"

#include <cstddef>
#include <vector>

namespace ms::render {

/// Whether a layer can show something at this place and scale. REQUIRES depends on which layers are
/// drawn, and are visible at this scale.
/// \throws Error{BadMapfile} for a REQUIRES that depends on its own layer, here and below
[[nodiscard]] bool is_visible(mapfile::Map const& map, mapfile::Layer const& layer,
                              Viewport const& view, std::vector<std::size_t> const& drawn_layers);

/// Whether it can at any place: ignores EXTENT, MINGEOWIDTH and MAXGEOWIDTH.
[[nodiscard]] bool is_visible_anywhere(mapfile::Map const& map, mapfile::Layer const& layer,
                                       Viewport const& view,
                                       std::vector<std::size_t> const& drawn_layers);

/// Whether the layer's labels are drawn: LABELREQUIRES and the limits of scale for labels.
[[nodiscard]] bool has_visible_labels(mapfile::Map const& map, mapfile::Layer const& layer,
                                      Viewport const& view,
                                      std::vector<std::size_t> const& drawn_layers);

/// Whether the limits of scale and of width let a layer be seen.
[[nodiscard]] bool is_within_limits(mapfile::Layer const& layer, Viewport const& view) noexcept;

/// Whether MINGEOWIDTH and MAXGEOWIDTH do.
[[nodiscard]] bool is_within_width(mapfile::Layer const& layer, Viewport const& view) noexcept;

} // namespace ms::render
