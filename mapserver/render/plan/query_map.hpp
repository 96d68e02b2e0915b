// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Shows on the map what a query has found: QUERYMAP.

#include "render/core/selection.hpp"
#include "render/core/viewport.hpp"
#include "source/feature_source.hpp"

#include <memory>

namespace ms::render {

/// Applies STYLE HILITE to the results of one layer, as MapServer 8.0.0 does: the colour of
/// QUERYMAP replaces that of the first style in each class of polygons, and of the last style in
/// other classes. It replaces the outline's colour only if the style has nothing but an outline.
/// The labels are those of the layer below.
void highlight(mapfile::Layer& layer, image::Color color);

/// The features that were picked, as a source answers a query for them.
/// \param picked must outlive the cursor
[[nodiscard]] std::unique_ptr<source::FeatureCursor> cursor_over(PickedLayer const& picked,
                                                                 source::Query const& query);

/// SIZE of QUERYMAP, where it has one. \returns the request with it
[[nodiscard]] ViewportRequest view_of_query_map(mapfile::Map const& map, ViewportRequest request);

} // namespace ms::render
