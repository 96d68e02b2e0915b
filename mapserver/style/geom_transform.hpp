// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// GEOMTRANSFORM: selects the part of a shape that is drawn.

#include "expr/expression.hpp"
#include "geometry/types.hpp"
#include "mapfile/model/map.hpp"

#include <cstdint>
#include <optional>

namespace ms::style {

/// GEOMTRANSFORM by name.
enum class DrawnPart : std::uint8_t { All, Start, End, Vertices, Bbox, Centroid };

/// The part that GEOMTRANSFORM names: All without one and for expressions; nullopt for an unknown
/// name. Points have no start, end, corners or box: they are always drawn unchanged.
[[nodiscard]] std::optional<DrawnPart> part_of(mapfile::Style const& style, geometry::Kind kind);

/// The kind of the drawn part of a shape.
[[nodiscard]] geometry::Kind kind_of(DrawnPart part, geometry::Kind kind) noexcept;

/// Whether a GEOMTRANSFORM is an expression that makes a shape.
[[nodiscard]] bool is_expression(std::string_view geom_transform) noexcept;

/// \throws Error{BadMapfile}, without file position, if it does not parse or is not a shape
/// \param expressions of its map
[[nodiscard]] expr::Expression parse_transform(std::string_view geom_transform,
                                               mapfile::Expressions const& expressions = {});

/// Pixels of the image in the UNITS of a layer: [map_cellsize].
[[nodiscard]] double cell_size_of(mapfile::Layer const& layer, double map_cell_size,
                                  double inches_per_map_unit) noexcept;

} // namespace ms::style
