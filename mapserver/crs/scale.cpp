// SPDX-License-Identifier: MIT
#include "crs/scale.hpp"

#include <algorithm>

namespace ms::crs {

double inches_per(Unit unit) noexcept
{
    switch (unit) {
    case Unit::Inches:
        return 1;
    case Unit::Feet:
        return 12;
    case Unit::Miles:
        return 63360;
    case Unit::Meters:
        return 39.3701;
    case Unit::Kilometers:
        return 39370.1;
    case Unit::NauticalMiles:
        return 72913.3858;
    case Unit::Degrees:
        return 4374754; // at the equator; MapServer does not ask for the latitude
    }
    return 1;
}

double scale_denominator(double extent_width, int width, double resolution, Unit unit) noexcept
{
    return extent_width * resolution * inches_per(unit) / (std::max(width, 2) - 1);
}

} // namespace ms::crs
