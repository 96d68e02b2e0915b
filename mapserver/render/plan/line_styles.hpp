// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decides which styles of lines are drawn, and in which order: MapServer 8.0.0 draws lines style
/// by style so that roads join, with special rules for exceptions.

#include "mapfile/model/class.hpp"

#include <cstddef>
#include <vector>

namespace ms::render {

/// Whether lines of a class are drawn feature by feature: as MapServer 8.0.0 does if several
/// classes may draw a feature, and if a style after the first is bound.
[[nodiscard]] bool draws_whole_lines(bool all_classes_draw, mapfile::Class const& drawn_class);

/// Removes OUTLINEWIDTH from the styles of lines for which MapServer 8.0.0 draws no casing: all
/// that are drawn feature by feature, and those without OUTLINECOLOR after the first.
void drop_casings(bool is_whole, mapfile::Class& drawn_class);

/// Whether drop_casings() would change a class.
[[nodiscard]] bool has_casings_to_drop(bool is_whole, mapfile::Class const& drawn_class);

/// MapServer draws an OUTLINECOLOR alone as a line, but style by style it does so for the first
/// STYLE only: after it the outline is that of a line without COLOR.
[[nodiscard]] bool is_outline_of_nothing(mapfile::Style const& drawn_style, std::size_t index);

/// Moves the styles with GEOMTRANSFORM directly after the first style, where MapServer draws them.
/// \param indexes into the class's styles
void transformed_first(mapfile::Class const& drawn_class, std::vector<std::size_t>& indexes);

} // namespace ms::render
