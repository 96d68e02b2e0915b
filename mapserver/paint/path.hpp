// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The paths that canvases draw: rings of a column with pixel coordinates.

#include "geometry/column.hpp"

namespace ms::paint {

/// Rings [rings.first, rings.last) of a column in pixel space: x right, y down, (0, 0) is the
/// upper left corner of the upper left pixel. Valid while the column is not changed.
struct Path {
    geometry::GeometryColumn const& column;
    geometry::GeometryColumn::Range rings;
};

/// All rings of one feature.
[[nodiscard]] inline Path path_of(geometry::GeometryColumn const& pixels, std::size_t feature)
{
    return {pixels, pixels.rings_of(feature)};
}

} // namespace ms::paint
