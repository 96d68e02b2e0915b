// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds features: what a query selects of which layers.

#include "mapfile/model/map.hpp"
#include "render/core/overrides.hpp"
#include "render/core/selection.hpp"
#include "render/core/services.hpp"
#include "render/core/viewport.hpp"
#include "render/query/pick_request.hpp"

#include <vector>

namespace ms::render {

/// Whether a layer can be queried at all: it, or one of its classes, has a TEMPLATE.
[[nodiscard]] bool is_queryable(mapfile::Layer const& layer) noexcept;

/// Starts the queries of all layers, then selects features from the results: of every layer those
/// that fit into a batch, while the others are read when they are used. Layers that are not
/// queryable or are outside their scale limits select nothing.
/// \param map, services must outlive the selection
/// \param choices of layers, with class groups and filters
/// \param substitutions request parameters for %name%, checked by VALIDATION
/// \throws Error{Source} naming the layer, Error{Limit} after the deadline or if the selection
/// exceeds the memory budget
[[nodiscard]] Selection pick(mapfile::Map const& map, Viewport const& view,
                             std::vector<LayerChoice> const& choices, PickRequest const& request,
                             mapfile::StringMap const& substitutions, Services const& services);

/// The shapes of picked features in a CRS, to select others with. They are kept while other layers
/// are searched. \throws as pick()
[[nodiscard]] geometry::GeometryColumn
shapes_of(PickedLayer const& picked, crs::Definition const& crs, Services const& services);

/// Keeps all features in memory, for a selection that outlives the map. \throws as pick()
void read_whole(Selection& selection, Services const& services);

} // namespace ms::render
