// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The query of one layer to its source.

#include "crs/definition.hpp"
#include "expr/expression.hpp"
#include "geometry/types.hpp"
#include "mapfile/model/layer.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ms::source {

/// An attribute that rows are sorted by.
struct Order {
    std::string field;
    bool is_descending = false;
};

/// What becomes of rows without a geometry.
enum class NullGeometry : std::uint8_t {
    Skipped,  ///< read and dropped: nothing to draw
    Excluded, ///< the source leaves them out, so that it counts without them
    Returned  ///< features of Kind::None
};

/// The image for which a source computes features; `Query::box` goes through the centres of its
/// outer pixels.
struct QueryImage {
    int width = 0; ///< pixels
    int height = 0;
    /// Places are counted from the image also where the file is smaller: MapServer does so between
    /// CRSs in degrees, and without CRS.
    bool is_fixed = false;
};

/// Units are those of the source's CRS.
struct Query {
    geometry::Kind kind =
        geometry::Kind::Polygon;      ///< the kind that the layer draws; other parts are dropped
    std::optional<geometry::Box> box; ///< features whose box does not intersect it are skipped
    std::vector<std::string> fields;  ///< attributes to fetch, in this order
    bool with_ids = false;            ///< fetch the key, too, if there is one
    std::optional<std::string> id;    ///< only the feature with this key
    expr::Expression filter;          ///< rows for which it is not true are not returned
    /// Of a layer with clusters: those for which it is not true are not returned, while `box` and
    /// `filter` choose the points that are grouped.
    expr::Expression cluster_filter;
    std::int64_t max_features = -1; ///< -1: all
    /// The first of `order` has priority. Only sources with sorts() use it.
    std::vector<Order> order;
    std::int64_t offset =
        0;                ///< rows that are left out before the first; see FeatureSource::skips()
    bool is_page = false; ///< one of several pages: rows of equal `order` need a stable order
    NullGeometry null_geometry = NullGeometry::Skipped;
    bool with_z = false;       ///< the batches' geometries have GeometryColumn::has_z
    bool whole = false;        ///< geometries as they are: not cut off at the box, not simplified
    double pixel_size = 0;     ///< smaller details are invisible; 0: full precision
    crs::WorldEdge world_edge; ///< of the source's CRS: details to preserve
    double pixel_aspect = 1;   ///< height of a pixel to its width in the units of the layer
    double scale_denominator = 0;    ///< for SCALETOKEN and tokens in DATA
    std::optional<QueryImage> image; ///< for sources with source::raster::is_sampled()
};

/// Adds a condition of a request: on clusters, where the layer has them, else on features.
void add_condition(Query& query, mapfile::Layer const& layer, expr::Expression const& condition);

} // namespace ms::source
