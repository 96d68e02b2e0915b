// SPDX-License-Identifier: MIT
#include "style/binding.hpp"
#include "style/fill_pattern.hpp"

#include <doctest/doctest.h>

#include <chrono>

using namespace ms;

namespace {

constexpr int side = 60;

/// A hatch drawn on an image of 60 x 60 whose upper left corner is at (x, y) of the world.
std::shared_ptr<image::Bitmap const> hatch_at(mapfile::Style style, double x, double y)
{
    mapfile::Map map;
    map.symbols.resize(1); // the built-in one
    map.symbols.push_back({.name = "hatch", .type = mapfile::SymbolType::Hatch});
    style.symbol.value.name = "hatch";
    style.color.value = image::Color{200, 0, 0, 255};
    style::SymbolArt art{map, nullptr};
    auto const pattern = style::make_pattern(art, style, style::constant_values(style), {},
                                             {.width = side, .height = side, .origin = {-x, -y}});
    REQUIRE(pattern);
    return pattern->tile;
}

std::uint8_t alpha(image::Bitmap const& bitmap, int x, int y)
{
    return bitmap.view()
        .pixels[(static_cast<std::size_t>(y) * side + static_cast<std::size_t>(x)) * 4 + 3];
}

} // namespace

TEST_CASE("fills: outlines of vectors continue in the neighbours, those of ellipses do not")
{
    auto const tile_of = [](mapfile::Symbol symbol) {
        mapfile::Map map;
        map.symbols.resize(1);
        symbol.name = "symbol";
        symbol.filled = true;
        map.symbols.push_back(symbol);
        mapfile::Style style;
        style.symbol.value.name = "symbol";
        style.size.value = 8;
        style.color.value = image::Color{255, 255, 255, 255};
        style.outline_color.value = image::Color{0, 0, 0, 255};
        style::SymbolArt art{map, nullptr};
        auto const pattern = style::make_pattern(art, style, style::constant_values(style), {},
                                                 {.width = side, .height = side, .origin = {}});
        REQUIRE(pattern);
        auto const view = pattern->tile->view();
        REQUIRE(view.width == 8);
        std::size_t const row = 4 * static_cast<std::size_t>(view.width) * 4;
        return std::pair{view.pixels[row], view.pixels[row + 7 * 4]}; // red at its ends
    };
    auto const ellipse = tile_of({.type = mapfile::SymbolType::Ellipse, .points = {{1, 1}}});
    CHECK(std::abs(ellipse.first - ellipse.second) < 6);
    auto const square = tile_of(
        {.type = mapfile::SymbolType::Vector, .points = {{0, 0}, {0, 1}, {1, 1}, {1, 0}, {0, 0}}});
    CHECK(square.first > square.second + 20);
}

TEST_CASE("hatches: lines and dashes continue in the adjacent image")
{
    for (double const angle : {0.0, 90.0, 30.0}) {
        CAPTURE(angle);
        mapfile::Style style;
        style.size.value = 9;
        style.width.value = 2;
        style.angle.value = angle;
        style.pattern = {7, 4};
        auto const here = hatch_at(style, 0, 0);
        auto const beside = hatch_at(style, 23, -17); // whole pixels: the same coverage
        int drawn = 0;
        for (int y = 20; y < side; ++y) {
            for (int x = 25; x < side; ++x) {
                CAPTURE(x);
                CAPTURE(y);
                auto const before = alpha(*here, x, y - 17);
                drawn += before != 0 ? 1 : 0;
                CHECK(std::abs(before - alpha(*beside, x - 23, y)) <= 2); // coverage is in 256ths
            }
        }
        CHECK(drawn > 100);
    }
}

TEST_CASE("hatches: a dash begins where a line passes the map's (0, 0)")
{
    mapfile::Style style;
    style.size.value = 10;
    style.width.value = 2;
    style.pattern = {7, 4};
    auto const bitmap = hatch_at(style, 0, -30); // the origin is at the left edge, half way down
    for (int x = 0; x < 22; ++x) {
        CAPTURE(x);
        CHECK(alpha(*bitmap, x, 30) == (x % 11 < 7 ? 255 : 0));
        CHECK(alpha(*bitmap, x, 35) == 0);
    }
}

// MapServer 8.0.0: WIDTH 2 MINWIDTH 4 doubles the dashes, SIZE 5 MINSIZE 10 leaves them.
TEST_CASE("hatches: dashes grow with the width of the lines, not with their distance")
{
    mapfile::Style style;
    style.size.value = 5;
    style.min_size = 10;
    style.width.value = 2;
    style.pattern = {7, 4};
    auto const spaced = hatch_at(style, 0, -30);
    style.min_width = 4;
    auto const widened = hatch_at(style, 0, -30);
    for (int x = 0; x < 22; ++x) {
        CAPTURE(x);
        CHECK(alpha(*spaced, x, 30) == (x % 11 < 7 ? 255 : 0));
        CHECK(alpha(*widened, x, 30) == (x < 14 ? 255 : 0));
    }
}

// map2img 8.0.0 fills areas this way: the tips of symbols that point down or right are cut off,
// those of symbols that point up or left continue in the adjacent tile.
TEST_CASE("tiles: parts beyond the upper and left edge continue, the rest is cut")
{
    mapfile::Map map;
    map.symbols.resize(1); // the built-in one
    map.symbols.push_back({.name = "down", .points = {{0, 0}, {5, 10}, {10, 0}}});
    map.symbols.push_back({.name = "up", .points = {{0, 10}, {5, 0}, {10, 10}}});
    auto const middle_of_edge = [&](std::string const& symbol, int y) {
        mapfile::Style style;
        style.symbol.value.name = symbol;
        style.size.value = 30;
        style.width.value = 8;
        style.color.value = image::Color{0, 0, 200, 255};
        style::SymbolArt art{map, nullptr};
        auto const pattern = style::make_pattern(art, style, style::constant_values(style), {},
                                                 {.width = side, .height = side});
        REQUIRE(pattern);
        auto const& tile = *pattern->tile;
        REQUIRE(tile.width() == 30);
        REQUIRE(tile.height() == 30);
        return tile.view().pixels[static_cast<std::size_t>(y * 30 + 15) * 4 + 3];
    };
    CHECK(middle_of_edge("down", 29) == 255);
    CHECK(middle_of_edge("down", 0) == 0);
    CHECK(middle_of_edge("up", 0) == 255);
    CHECK(middle_of_edge("up", 29) == 255);
}

// PATTERN 200 200 of SIZE 1000 at a scale that leaves 0.2 pixels of it: 42 million dashes.
TEST_CASE("hatches: dashes that nobody could see become longer, and count in the budget")
{
    constexpr int large = 2048;
    mapfile::Map map;
    map.symbols.resize(1);
    map.symbols.push_back({.name = "hatch", .type = mapfile::SymbolType::Hatch});
    mapfile::Style style;
    style.symbol.value.name = "hatch";
    style.color.value = image::Color{200, 0, 0, 255};
    style.size.value = 1000;
    style.pattern = {200, 200};
    Deadline const deadline;
    Budget budget{deadline, std::size_t{200} << 20U};
    style::SymbolArt art{map, nullptr};
    art.set_budget(&budget);
    auto pattern = style::make_pattern(art, style, style::constant_values(style), {.factor = 1e-6},
                                       {.width = large, .height = large, .origin = {}});
    REQUIRE(pattern);
    CHECK(budget.kept_bytes() > 10'000'000);
    CHECK(budget.peak_bytes() < 150'000'000);
    pattern.reset();
    CHECK(budget.kept_bytes() == 0);
}

TEST_CASE("hatches are drawn under the deadline")
{
    mapfile::Map map;
    map.symbols.resize(1);
    map.symbols.push_back({.name = "hatch", .type = mapfile::SymbolType::Hatch});
    mapfile::Style style;
    style.symbol.value.name = "hatch";
    style.color.value = image::Color{200, 0, 0, 255};
    style.size.value = 4;
    Deadline const deadline{Deadline::Clock::now()};
    Budget budget{deadline, std::size_t{200} << 20U};
    style::SymbolArt art{map, nullptr};
    art.set_budget(&budget);
    CHECK_THROWS_AS((void)style::make_pattern(art, style, style::constant_values(style), {},
                                              {.width = side, .height = side, .origin = {}}),
                    Error);
}
