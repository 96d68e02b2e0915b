// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// QUERYMAP: showing on the map what a query has found.

#include "render/query/pick.hpp"
#include "source/feature_source.hpp"

#include <memory>

namespace ms::render {

/// What the results of one layer look like with STYLE HILITE, as MapServer 8.0.0 has it: of
/// polygons the first style of every class gets the colour of QUERYMAP, the last one else; an
/// outline only where there is nothing but an outline. The labels are those of the layer below.
void highlight(mapfile::Layer& layer, image::Color color);

/// The features that were picked, as a source answers a query for them.
/// \param picked must outlive the cursor
[[nodiscard]] std::unique_ptr<source::FeatureCursor> cursor_over(PickedLayer const& picked,
                                                                 source::Query const& query);

/// SIZE of QUERYMAP, where it has one. \returns the request with it
[[nodiscard]] ViewportRequest view_of_query_map(mapfile::Map const& map, ViewportRequest request);

} // namespace ms::render
