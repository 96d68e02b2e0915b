// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Places symbols along a line.

#include "geometry/types.hpp"

#include <span>
#include <vector>

namespace ms::paint {

struct MarkerPlace {
    geometry::Point at;
    double angle_rad = 0; ///< of the line there, counter-clockwise as seen
};

struct MarkerSpacing {
    double distance = 0;     ///< pixels from one symbol's middle to the next, > 0
    double first = -1;       ///< pixels from the line's start; negative: half the distance
    double symbol_width = 0; ///< pixels
};

/// Appends the places of one line, those within `visible` only.
///
/// A line that is too short for the first symbol but longer than it gets one in its middle, unless
/// `first` is given (as MapServer does, tests/unit/paint/test_line_markers.cpp).
/// \returns true if the line is too short for all but one symbol in its middle
bool place_along(std::span<geometry::Point const> line, MarkerSpacing const& spacing,
                 geometry::Box const& visible, std::vector<MarkerPlace>& out);

} // namespace ms::paint
