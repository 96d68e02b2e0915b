// SPDX-License-Identifier: MIT
// Images of one scale must agree about anchors; expected by construction.
#include "render/core/world_grid.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace ms;

namespace {

/// An image whose upper left pixel is pixel (x, y) of the world's, 0.3 m each.
render::Viewport image_at(double x, double y)
{
    render::Viewport view;
    view.cell_size_x = 0.3;
    view.cell_size_y = 0.3;
    view.width = 256;
    view.height = 256;
    view.extent = {x * 0.3, -(y + 255) * 0.3, (x + 255) * 0.3, -y * 0.3};
    return view;
}

mapfile::Layer layer_with(std::string processing)
{
    mapfile::Layer layer;
    layer.processing.push_back(std::move(processing));
    return layer;
}

} // namespace

TEST_CASE("world grid: two tiles see a point at the same node and give it the same rank")
{
    render::WorldGrid const left{image_at(30'000'000, 12'000'000)};
    render::WorldGrid const right{image_at(30'000'256, 12'000'000)};
    for (double const x : {3.3, 100.01, 255.999}) {
        auto const a = left.snap({x, 17.7});
        auto const b = right.snap({x - 256, 17.7});
        CHECK(a.x - 256 == b.x);
        CHECK(a.y == b.y);
        CHECK(left.rank(a, "Lom\u00e9") == right.rank(b, "Lom\u00e9"));
        CHECK(std::abs(a.x - x) <= 1.0 / 64);
    }
}

TEST_CASE("world grid: other texts and other places have other ranks")
{
    render::WorldGrid const grid{image_at(0, 0)};
    CHECK(grid.rank({1, 1}, "a") != grid.rank({1, 1}, "b"));
    CHECK(grid.rank({1, 1}, "a") != grid.rank({1, 2}, "a"));
    CHECK(grid.rank({0.0, 1}, "a") == grid.rank({-0.0, 1}, "a"));
}

TEST_CASE("LABEL_ANCHOR: WORLD, PICTURE or an error; the buffer is bounded")
{
    CHECK(render::has_world_labels(layer_with("LABEL_ANCHOR=world")));
    CHECK_FALSE(render::has_world_labels(layer_with("LABEL_ANCHOR=PICTURE")));
    CHECK_FALSE(render::has_world_labels({}));
    CHECK_THROWS_AS((void)render::has_world_labels(layer_with("LABEL_ANCHOR=MOON")), Error);
    CHECK(render::world_label_buffer({}) == 512);
    CHECK(render::world_label_buffer(layer_with("LABEL_ANCHOR_BUFFER=64")) == 64);
    CHECK(render::world_label_buffer(layer_with("LABEL_ANCHOR_BUFFER=1e9")) == 4096);
}
