// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Appends geometries as GeoJSON (RFC 7946).

#include "geometry/column.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

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

} // namespace ms::ows
