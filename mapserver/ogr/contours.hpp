// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds lines of equal values, with GDAL.

#include "geometry/types.hpp"
#include "ogr/raster_file.hpp"

#include <optional>
#include <span>
#include <vector>

namespace ms::ogr {

struct ContourRequest {
    std::span<double const> values; ///< width * height, rows from the top
    int width = 0;
    int height = 0;
    std::optional<double> no_data;  ///< without a line around it, like NaN
    double interval = 1;            ///< > 0: lines at its multiples
    std::span<double const> levels; ///< ascending; not empty: lines at these instead
};

struct ContourLine {
    double value = 0;
    std::vector<geometry::Point> points; ///< the middle of the first value is at (0.5, 0.5)
};

} // namespace ms::ogr
