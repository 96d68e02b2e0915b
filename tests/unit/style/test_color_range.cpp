// SPDX-License-Identifier: MIT
#include "style/color_range.hpp"

#include "style/binding.hpp"

#include <doctest/doctest.h>

#include <limits>

namespace {

using ms::image::Color;
namespace style = ms::style;

ms::mapfile::Style ranged(Color low, Color high)
{
    ms::mapfile::Style out;
    out.range_item = "v";
    out.range_min_color = low;
    out.range_max_color = high;
    out.range_min = 0;
    out.range_max = 10;
    return out;
}

constexpr auto rgb = style::ColorSpace::Rgb;
constexpr auto hsl = style::ColorSpace::Hsl;

} // namespace

TEST_CASE("colour range: between the colours, cut off to whole numbers")
{
    // Pixels of MapServer 8.0.0 for the same STYLE.
    auto const red_blue = ranged({255, 0, 0, 255}, {0, 0, 255, 255});
    CHECK(style::color_in_range(red_blue, 0, rgb) == Color{255, 0, 0, 255});
    CHECK(style::color_in_range(red_blue, 2, rgb) == Color{204, 0, 51, 255});
    CHECK(style::color_in_range(red_blue, 7.5, rgb) == Color{63, 0, 191, 255});
    CHECK(style::color_in_range(red_blue, 10, rgb) == Color{0, 0, 255, 255});
}

TEST_CASE("colour range: continues beyond DATARANGE until the colour is saturated")
{
    // Pixels of MapServer 8.0.0.
    auto const brown_blue = ranged({200, 100, 50, 255}, {20, 60, 90, 255});
    CHECK(style::color_in_range(brown_blue, -5, rgb) == Color{255, 120, 30, 255});
    CHECK(style::color_in_range(brown_blue, 15, rgb) == Color{0, 40, 110, 255});
}

TEST_CASE("colour range: through the hues with HSL")
{
    // By hand: halfway between hue 0 and hue 240 is 120, green.
    auto const red_blue = ranged({255, 0, 0, 255}, {0, 0, 255, 255});
    CHECK(style::color_in_range(red_blue, 5, hsl) == Color{0, 255, 0, 255});
    CHECK(style::color_in_range(red_blue, 0, hsl) == Color{255, 0, 0, 255});
}

TEST_CASE("colour range: no width and no number give the first colour")
{
    auto flat = ranged({1, 2, 3, 255}, {9, 9, 9, 255});
    CHECK(style::color_in_range(flat, std::numeric_limits<double>::quiet_NaN(), rgb) ==
          Color{1, 2, 3, 255});
    flat.range_max = 0;
    CHECK(style::color_in_range(flat, 5, rgb) == Color{1, 2, 3, 255});
}

TEST_CASE("colour range: the item is read as atof reads it")
{
    auto const red_blue = ranged({255, 0, 0, 255}, {0, 0, 255, 255});
    std::vector<std::string> fields;
    style::collect_fields(red_blue, fields);
    REQUIRE(fields == std::vector<std::string>{"v"});
    style::StyleBinding binding{red_blue, fields};
    ms::feature::FeatureBatch batch;
    batch.reset(1);
    for (auto const* const value : {"2", "abc"}) {
        batch.geometry.end_feature(ms::geometry::Kind::None);
        batch.attributes[0].append(value);
    }
    CHECK_FALSE(binding.is_constant());
    CHECK(binding.values(batch, 0).color == Color{204, 0, 51, 255});
    CHECK(binding.values(batch, 1).color == Color{255, 0, 0, 255});
}
