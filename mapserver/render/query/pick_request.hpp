// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A query: the place, filter or key, and its limits.

#include "geometry/column.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace ms::render {

/// Within a distance of a point: of the layer's TOLERANCE, unless `buffer` (map units) is given.
struct AtPoint {
    geometry::Point point;
    std::optional<double> buffer{};
    bool only_nearest = false; ///< of every layer; else all, in the order of the source
};

/// Touching a box, which TOLERANCE makes larger.
struct InBox {
    geometry::Box box;
};

/// Touching one of some shapes, or within the layer's TOLERANCE of it.
struct AtShapes {
    geometry::GeometryColumn shapes;
};

/// Features whose box intersects a box and that pass the layer's and the choice's filter.
struct ByFilter {
    geometry::Box box;
};

/// The feature with a key: of a database the unique column, of files and inline features the
/// number.
struct ById {
    std::string id;
};

/// The query. Coordinates are those of the viewport's CRS.
struct PickRequest {
    std::variant<AtPoint, InBox, AtShapes, ByFilter, ById> where;
    std::int64_t max_features = -1;   ///< of each layer; -1: all
    bool ends_with_first_hit = false; ///< only the last layer with a result
    bool needs_template = true;       ///< false: queries layers without TEMPLATE, too
    bool ignores_scale = false;       ///< queries layers outside their scale limits, and classes
};

} // namespace ms::render
