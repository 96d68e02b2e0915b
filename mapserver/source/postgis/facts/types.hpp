// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Maps PostgreSQL's column types to attribute types.

#include "feature/schema.hpp"

#include <string>
#include <string_view>

namespace ms::source::postgis {

/// A column as the catalogue or a result describes it.
struct Column {
    std::string name;
    std::string type;  ///< pg_type.typname: "int4", "geometry"
    int modifier = -1; ///< pg_attribute.atttypmod
};

[[nodiscard]] bool is_spatial(std::string_view type) noexcept;

/// Whether ORDER BY takes values of a type of PostgreSQL or PostGIS, or arrays of it.
[[nodiscard]] bool has_order(std::string_view type) noexcept;

/// The attribute that MapServer's gml_types "auto" would announce.
[[nodiscard]] feature::Field field_of(Column const& column);

/// The content of the modifier of geometry(MultiPolygonZ,4326).
struct SpatialModifier {
    int srid = 0;      ///< 0: not declared
    int shape = 0;     ///< 1 point ... 7 collection (as in WKB), 0: any
    bool flat = false; ///< declared to be without Z and M
};
[[nodiscard]] SpatialModifier spatial_modifier(int modifier) noexcept;

} // namespace ms::source::postgis
