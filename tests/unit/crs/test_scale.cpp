// SPDX-License-Identifier: MIT
#include "crs/scale.hpp"

#include <doctest/doctest.h>

using ms::crs::scale_denominator;
using ms::crs::Unit;

TEST_CASE("scale: inches per unit are MapServer's")
{
    CHECK(ms::crs::inches_per(Unit::Inches) == 1);
    CHECK(ms::crs::inches_per(Unit::Feet) == 12);
    CHECK(ms::crs::inches_per(Unit::Miles) == 63360);
    CHECK(ms::crs::inches_per(Unit::Meters) == 39.3701);
    CHECK(ms::crs::inches_per(Unit::Kilometers) == 39370.1);
    CHECK(ms::crs::inches_per(Unit::NauticalMiles) == 72913.3858);
    CHECK(ms::crs::inches_per(Unit::Degrees) == 4374754);
}

// mapObj.scaledenom of Debian's MapServer 8.0.0.
TEST_CASE("scale: denominators are MapServer's")
{
    CHECK(scale_denominator(1000, 501, 72, Unit::Meters) == doctest::Approx(5669.2944));
    CHECK(scale_denominator(360, 721, 96, Unit::Degrees) == doctest::Approx(209988192.0));
}

TEST_CASE("scale: one pixel counts as two, there is no distance between centres")
{
    CHECK(scale_denominator(10, 1, 72, Unit::Meters) == scale_denominator(10, 2, 72, Unit::Meters));
}
