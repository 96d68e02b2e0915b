// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Well-known text: OGC 06-103r4 section 7, with the SRID prefix and the lax spellings of PostGIS.

#include "geometry/column.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ms::geometry {

/// Appends one geometry as one feature of kind `requested`, with the rules of append_wkb().
/// POINT, LINESTRING, POLYGON, their MULTIs and GEOMETRYCOLLECTION with Z, M, ZM (as a word, joined
/// to the type, or only as more numbers) and EMPTY, any case, after an optional "SRID=n;". Text
/// after the geometry makes it malformed.
[[nodiscard]] bool append_wkt(std::string_view text, Kind requested, GeometryColumn& out);

enum class WktStyle : std::uint8_t {
    Compact, ///< the shortest numbers that read back the same
    OfGeos,  ///< 16 decimals, and blanks: "POINT (1.0000000000000000 2.0000000000000000)"
};

/// Feature `index` as WKT: a single part as POINT, LINESTRING or POLYGON, several as their MULTI,
/// no part as "GEOMETRYCOLLECTION EMPTY".
[[nodiscard]] std::string encode_wkt(GeometryColumn const& column, std::size_t index,
                                     WktStyle style = WktStyle::Compact);

} // namespace ms::geometry
