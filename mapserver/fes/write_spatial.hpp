// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes spatial conditions of expressions as OGC filters.

#include "base/xml_writer.hpp"
#include "expr/expression.hpp"
#include "geometry/column.hpp"

#include <optional>
#include <string_view>

namespace ms::fes {

/// predicate([shape], fromText('...')), which may be followed by = TRUE or = FALSE.
struct SpatialCondition {
    std::string_view element; ///< ogc:Intersects and so on
    geometry::GeometryColumn geometry;
    bool is_negated = false;
};

/// Nothing for other conditions, and for distances.
[[nodiscard]] std::optional<SpatialCondition> spatial_condition_of(expr::Node const& node);

void write(XmlWriter& xml, SpatialCondition const& condition);

} // namespace ms::fes
