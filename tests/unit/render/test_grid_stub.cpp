// SPDX-License-Identifier: MIT
// Lengths: those of layerObj.nextShape() of MapServer 8.0.0 for a graticule with labels.
#include "render/labels/grid_stub.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace ms;
using render::Edge;
using render::stub_of;

namespace {

constexpr geometry::Box frame{0, 0, 399, 299};

} // namespace

TEST_CASE("graticule labels: twice the text and five pixels in, one pixel beyond far edges")
{
    std::vector<geometry::Point> const up{{20, 500}, {20, -500}};
    CHECK(stub_of(up, Edge::Bottom, frame, 8) == render::Stub{{{20, 279}, {20, 300}}});
    CHECK(stub_of(up, Edge::Top, frame, 8) == render::Stub{{{20, 21}, {20, 0}}});
    std::vector<geometry::Point> const across{{-500, 30}, {900, 30}};
    CHECK(stub_of(across, Edge::Left, frame, 16) == render::Stub{{{37, 30}, {0, 30}}});
    CHECK(stub_of(across, Edge::Right, frame, 16) == render::Stub{{{363, 30}, {400, 30}}});
}

TEST_CASE("graticule labels: they follow slanting lines")
{
    std::vector<geometry::Point> const slanting{{0, 0}, {299, 299}, {400, 400}};
    CHECK(stub_of(slanting, Edge::Bottom, frame, 8) == render::Stub{{{279, 279}, {299, 300}}});
}

TEST_CASE("graticule labels: no label where the line leaves the image elsewhere")
{
    std::vector<geometry::Point> const beside{{500, 500}, {500, -500}};
    CHECK_FALSE(stub_of(beside, Edge::Bottom, frame, 8));
    std::vector<geometry::Point> const inside{{100, 100}, {200, 200}};
    CHECK_FALSE(stub_of(inside, Edge::Left, frame, 8));
    CHECK_FALSE(stub_of({}, Edge::Left, frame, 8));
}
