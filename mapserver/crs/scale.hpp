// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Scale denominators and units as MapServer computes them.

namespace ms::crs {

enum class Unit { Inches, Feet, Miles, Meters, Kilometers, NauticalMiles, Degrees };

/// 1, 12, 63360, 39.3701, 39370.1, 72913.3858, 4374754 (reference: mapfile, Scale).
[[nodiscard]] double inches_per(Unit unit) noexcept;

/// (max_x - min_x) * resolution * inches_per(unit) / (width - 1).
/// \param extent_width map units between the centres of the outermost pixels
/// \param width pixels, > 1; a width of 1 counts as 2
/// \param resolution pixels per inch
[[nodiscard]] double scale_denominator(double extent_width, int width, double resolution,
                                       Unit unit) noexcept;

} // namespace ms::crs
