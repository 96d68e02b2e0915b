// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes lengths, areas and centres.

#include "geometry/column.hpp"

#include <optional>
#include <span>

namespace ms::geometry {

[[nodiscard]] double length(std::span<Point const> line) noexcept;

/// Shoelace formula over a closed ring; positive where x right and y up make it counterclockwise
/// (in pixels, y down: clockwise).
[[nodiscard]] double signed_area(std::span<Point const> ring) noexcept;

/// Centre of gravity of the area of a closed ring; its first vertex if it has none.
[[nodiscard]] Point centroid_of_ring(std::span<Point const> ring) noexcept;

/// Centre of gravity of a feature: of its area, for lines of their length, for points their mean.
/// Holes are identified by their position in the part, not by their direction. A polygon without
/// area is treated as its outline, a line without length as its vertices.
/// \return nullopt for a feature without points
[[nodiscard]] std::optional<Point> centroid(GeometryColumn const& column,
                                            std::size_t feature) noexcept;
/// The same of the lines alone, of polygons of their rings.
[[nodiscard]] std::optional<Point> centroid_of_outline(GeometryColumn const& column,
                                                       std::size_t feature) noexcept;

} // namespace ms::geometry
