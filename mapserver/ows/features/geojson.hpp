// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Appends geometries and values as GeoJSON (RFC 7946).

#include "feature/batch.hpp"
#include "geometry/column.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ms::ows {

enum class Rounding : std::uint8_t { Nearest, Up };

struct JsonCoordinates {
    int digits = 6; ///< decimal places
    bool is_north_east = false;
    Rounding rounding = Rounding::Nearest;
    bool has_z = false; ///< a third number, if the column has it
};

/// A coordinate as it is written.
[[nodiscard]] double rounded(double value, JsonCoordinates const& form);

/// One feature of a column: "null" for a Kind::None, a Multi... for several parts.
void append_json_geometry(std::string& out, geometry::GeometryColumn const& column,
                          std::size_t feature, JsonCoordinates const& form);

/// Numbers and booleans if the type says so; NULL is null.
void append_json_value(std::string& out, feature::TextColumn const& column, std::size_t row,
                       feature::FieldType type);

} // namespace ms::ows
