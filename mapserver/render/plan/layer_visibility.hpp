// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decides which layers are visible at a place and scale.

#include "mapfile/model/map.hpp"
#include "render/core/viewport.hpp"

#include <cstddef>
#include <vector>

namespace ms::render {

/// Whether a layer has anything to show at this place and scale. REQUIRES looks at all layers.
[[nodiscard]] bool is_visible(mapfile::Map const& map, mapfile::Layer const& layer,
                              Viewport const& view, std::vector<std::size_t> const& drawn_layers);

/// Whether it may have at some place: EXTENT, MINGEOWIDTH and MAXGEOWIDTH do not count.
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
