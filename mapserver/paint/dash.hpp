// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Cuts a line into dashes.

#include "geometry/column.hpp"

#include <span>

namespace ms::paint {

/// Appends the drawn pieces of a line as rings of `out` (rings only: no parts, no features).
///
/// \param line     pixels
/// \param dashes   lengths drawn, left out, drawn ...; the last one of an odd number is ignored
/// \param offset   how far into the pattern the line begins; negative: how far before it
/// \param visible  parts outside are skipped without making pieces, so that a line of a million
///                 pixels across a small image costs only its visible part
/// Gives the whole line if the pattern has no length. Repeats the pattern at most 200,000 times: if
///                 more would be visible, its dashes are longer.
void dash(std::span<geometry::Point const> line, std::span<double const> dashes, double offset,
          geometry::Box const& visible, geometry::GeometryColumn& out);

} // namespace ms::paint
