// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Well-known binary: OGC 06-103r4 section 8, ISO 13249-3 curves, and the EWKB flags of PostGIS.

#include "geometry/column.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace ms::geometry {

/// Appends one geometry as one feature of kind `requested` (see FeatureBuilder for the rules).
///
/// Reads both byte orders and ignores M and SRID, and Z unless the column keeps it; curves become
/// segments, triangles and surfaces polygons, collections are flattened. An empty geometry is a
/// feature of Kind::None. \param requested None: the kind of the geometry itself, of its first
/// member if it is a collection \return false, and nothing appended, if the bytes are malformed, a
/// coordinate is not finite or nothing in the geometry can be drawn as kind `requested`. Ignores
/// bytes after the geometry.
[[nodiscard]] bool append_wkb(std::span<std::byte const> bytes, Kind requested,
                              GeometryColumn& out);

/// What the first member of a geometry that is not a point is, a line or a polygon; None if there
/// are only points or the bytes are malformed.
[[nodiscard]] Kind first_line_or_polygon(std::span<std::byte const> bytes);

/// Appends feature `index` as little-endian WKB: a single part as a point, linestring or polygon,
/// several as their multi type, no part as an empty collection. With Z (ISO's codes: 1001 ...) if
/// the column has it.
void encode_wkb(GeometryColumn const& column, std::size_t index, std::vector<std::byte>& out);

} // namespace ms::geometry
