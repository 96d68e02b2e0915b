// SPDX-License-Identifier: MIT
#include "paint/record_canvas.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <array>

using namespace ms::paint;
using ms::geometry::GeometryColumn;
using ms::geometry::Kind;
using ms::geometry::Point;

TEST_CASE("record_canvas: every call is a line, indented inside groups")
{
    GeometryColumn column;
    column.points = {{0, 0}, {10, 0.5}, {5, 5}, {6, 6}};
    column.ring_ends = {2, 4};
    column.part_ends = {1, 2};
    column.end_feature(Kind::Line);

    RecordCanvas canvas({.width = 20, .height = 10});
    canvas.fill(path_of(column, 0), {.color = {255, 0, 0}});
    canvas.begin_group();
    std::array const dashes{4.0, 2.0};
    canvas.stroke(path_of(column, 0),
                  {.width = 2, .join = Join::Miter, .dashes = dashes, .dash_offset = 1});
    std::array const places{Point{1, 2}, Point{3, 4}};
    canvas.mark(places, {.shape = column, .fill = Brush{.color = {0, 0, 255, 128}}, .outline = {}});
    canvas.end_group(0.5);
    CHECK(canvas.text() == "fill #ff0000ff even-odd: 0,0 10,0.5 | 5,5 6,6\n"
                           "group\n"
                           "  stroke #000000ff width 2 cap round join miter limit 4 dashes 4 2 "
                           "from 1: 0,0 10,0.5 | 5,5 6,6\n"
                           "  mark fill #0000ff80 even-odd (0,0 10,0.5 | 5,5 6,6): 1,2 3,4\n"
                           "end group opacity 0.5\n");
    CHECK(canvas.finish().width() == 20);
}

TEST_CASE("record_canvas: a group that was not begun cannot end")
{
    RecordCanvas canvas({.width = 1, .height = 1});
    CHECK_THROWS_AS(canvas.end_group(1), ms::Error);
}
