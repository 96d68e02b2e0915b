// SPDX-License-Identifier: MIT
#include "render/core/viewport.hpp"

#include <doctest/doctest.h>

using namespace ms;

TEST_CASE("view: where vectors count from the edges of pixels they are seen up to the last edges")
{
    // WMS, BBOX=0,0,400,800 on 400 x 400 pixels: MapServer 8.0.0 makes clusters of what is in BBOX.
    render::Viewport view;
    view.width = 400;
    view.height = 400;
    view.cell_size_x = 1;
    view.cell_size_y = 2;
    view.counts_from_edges = true;
    view.extent = {0, 2, 399, 800};
    auto const box = render::vectors_seen_of(view, 0);
    CHECK(box.min_x == doctest::Approx(0));
    CHECK(box.min_y == doctest::Approx(0));
    CHECK(box.max_x == doctest::Approx(400));
    CHECK(box.max_y == doctest::Approx(800));
    view.counts_from_edges = false;
    CHECK(render::vectors_seen_of(view, 0).max_x == doctest::Approx(399));
}
