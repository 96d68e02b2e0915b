// SPDX-License-Identifier: MIT
#include "style/binding.hpp"
#include "style/marker_symbol.hpp"

#include <doctest/doctest.h>

using namespace ms;

// Centres of mass of MapServer 8.0.0's symbols, with AGG and with cairo.
TEST_CASE("markers: an ANCHORPOINT is found with whole pixels of SIZE, or without SIZE's limits")
{
    mapfile::Map map;
    map.symbols.resize(1); // the built-in one
    map.symbols.push_back({.name = "box",
                           .type = mapfile::SymbolType::Vector,
                           .points = {{0, 0}, {8, 0}, {8, 4}, {0, 4}, {0, 0}},
                           .filled = true,
                           .anchor_x = 0,
                           .anchor_y = 0});
    struct Row {
        double size; // -1: none
        double min_size;
        double max_size;
        double angle;
        geometry::Point middle;
    };
    for (auto const& row :
         {Row{8, 0, 500, 0, {8, 4}}, Row{7.8, 0, 500, 0, {7, 3.5}}, Row{10.6, 0, 500, 0, {10, 5}},
          Row{7.3, 9.6, 500, 0, {9, 4.5}}, Row{30, 0, 14.4, 0, {14, 7}}, Row{-1, 0, 500, 0, {4, 2}},
          Row{-1, 10, 500, 0, {4, 2}}, Row{-1, 0, 3, 0, {4, 2}}, Row{7.8, 0, 500, 90, {3.5, -7}},
          Row{8, 0, 0, 0, {0, 0}}}) {
        CAPTURE(row.size);
        CAPTURE(row.min_size);
        CAPTURE(row.max_size);
        mapfile::Style style;
        style.symbol.value.name = "box";
        style.color.value = image::Color{0, 0, 0, 255};
        style.size.value = row.size;
        style.min_size = row.min_size;
        style.max_size = row.max_size;
        style.angle.value = row.angle;
        style::SymbolArt art{map, nullptr};
        auto const marker = style::make_marker(art, style, style::constant_values(style), {});
        REQUIRE(marker);
        CHECK(marker->middle.x + marker->point_shift.x == doctest::Approx(row.middle.x));
        CHECK(marker->middle.y + marker->point_shift.y == doctest::Approx(row.middle.y));
    }
}
