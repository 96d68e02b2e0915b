// SPDX-License-Identifier: MIT
#include "style/scaling.hpp"

#include <doctest/doctest.h>

using ms::style::is_in_scale;
using ms::style::layer_scaling;

namespace {

ms::style::ImageScale image_scale()
{
    return {
        .denominator = 50000, .cell_size = 10, .inches_per_unit = 39.3701, .resolution_factor = 2};
}

} // namespace

// Reference: mapfile, Scale.
TEST_CASE("scaling: inches per unit are MapServer's")
{
    using ms::mapfile::Units;
    using ms::style::inches_per;
    CHECK(inches_per(Units::Inches) == 1);
    CHECK(inches_per(Units::Feet) == 12);
    CHECK(inches_per(Units::Miles) == 63360);
    CHECK(inches_per(Units::Meters) == 39.3701);
    CHECK(inches_per(Units::Kilometers) == 39370.1);
    CHECK(inches_per(Units::NauticalMiles) == 72913.3858);
    CHECK(inches_per(Units::Degrees) == 4374754);
    CHECK(inches_per(Units::Pixels) == 0);
}

// Reference values by hand from the size formulas of the mapfile reference.
TEST_CASE("scaling: sizes in pixels follow the resolution")
{
    auto const scaling = layer_scaling({}, image_scale());
    CHECK(scaling.factor == doctest::Approx(2));
    CHECK(scaling.resolution_factor == doctest::Approx(2));
}

TEST_CASE("scaling: SYMBOLSCALEDENOM is the scale at which sizes are as written")
{
    ms::mapfile::Layer layer;
    layer.symbol_scale_denominator = 25000;
    CHECK(layer_scaling(layer, image_scale()).factor ==
          doctest::Approx(1)); // half as large, twice the dpi
}

TEST_CASE("scaling: SIZEUNITS are lengths on the ground")
{
    ms::mapfile::Layer layer;
    layer.size_units = ms::mapfile::Units::Kilometers;
    layer.symbol_scale_denominator = 25000; // does not count then
    CHECK(layer_scaling(layer, image_scale()).factor ==
          doctest::Approx(100)); // 1 km = 100 pixels of 10 m
}

TEST_CASE("scale limits: the lower one is inside, the upper one outside")
{
    CHECK(is_in_scale(1000, 1000, 2000));
    CHECK_FALSE(is_in_scale(2000, 1000, 2000));
    CHECK_FALSE(is_in_scale(999, 1000, 2000));
    CHECK(is_in_scale(1e9, 1000, -1));
    CHECK(is_in_scale(1, -1, 2000));
    CHECK(is_in_scale(0, 1000, 2000)); // unknown scale
}
