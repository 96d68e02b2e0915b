// SPDX-License-Identifier: MIT
#include "render/core/symbol_painter.hpp"

#include "base/error.hpp"
#include "paint/agg_canvas.hpp"

#include <doctest/doctest.h>

using namespace ms;

TEST_CASE("symbols along lines outside the image look at the clock ring by ring")
{
    geometry::GeometryColumn lines;
    for (int i = 0; i < 20; ++i) {
        lines.points.insert(lines.points.end(), {{1e6, 1e6}, {2e6, 1e6}});
        lines.end_ring();
    }
    lines.end_part();
    lines.end_feature(geometry::Kind::Line);
    mapfile::Map map;
    map.symbols.resize(1);
    map.symbols.push_back(
        {.name = "dot", .type = mapfile::SymbolType::Ellipse, .points = {{1, 1}}});
    mapfile::Style style;
    style.symbol.value.name = "dot";
    style.size.value = 4;
    style.gap = 1;
    style.color.value = image::Color{255, 0, 0, 255};
    style::SymbolArt art{map, nullptr};
    auto const symbols = style::make_symbolizers(art, style, style::constant_values(style),
                                                 geometry::Kind::Line, {}, {100, 100, {}});
    REQUIRE(symbols.line_symbols.markers);
    auto const canvas = paint::make_agg_canvas({.width = 100, .height = 100});
    render::SymbolPainter unlimited{*canvas, {100, 100, {}}};
    CHECK_NOTHROW(unlimited.paint(lines, 0, symbols, render::Pass::All));
    Deadline const deadline{Deadline::Clock::now()};
    Budget budget{deadline, std::size_t{1} << 30U};
    render::SymbolPainter painter{*canvas, {100, 100, {}}, &budget};
    CHECK_THROWS_AS(painter.paint(lines, 0, symbols, render::Pass::All), Error);
}
