// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Query results of a map's layers with their features, for pages and highlighted maps.

#include "render/query/pick.hpp"
#include "script/map.hpp"

namespace ms::script {

/// The view of a map's pages; without a size any scale is possible, and without an extent an
/// arbitrary place.
[[nodiscard]] render::Viewport query_view(mapfile::Map const& map);
/// The view of queries.
/// \param scaledenom the map's own: as in MapServer scale limits apply only after drawing,
/// setExtent() or zooming has set it (else it is -1)
[[nodiscard]] render::Viewport query_view(mapfile::Map const& map, double scaledenom);
/// The results of a layer, or NULL. Features of results that were loaded from a file are read now.
[[nodiscard]] std::shared_ptr<render::PickedLayer const> picked_of(mapObj& map, std::size_t layer);
/// All results, in the order of the layers.
[[nodiscard]] render::Selection selection_of(mapObj& map);

} // namespace ms::script
