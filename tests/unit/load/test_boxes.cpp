// SPDX-License-Identifier: MIT
#include "load/boxes.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace ms::load;

namespace {

constexpr Box world{-180, -90, 180, 90};

bool is_within(Box const& box)
{
    return box.min_x >= world.min_x && box.max_x <= world.max_x && box.min_y >= world.min_y &&
           box.max_y <= world.max_y;
}

} // namespace

TEST_CASE("random boxes: sized by the zoom, inside, the same only for the same seed")
{
    auto const boxes = random_boxes(world, 4, 100, 7);
    REQUIRE(boxes.size() == 100);
    for (auto const& box : boxes) {
        CHECK(box.max_x - box.min_x == doctest::Approx(90).epsilon(2e-4));
        CHECK(box.max_y - box.min_y == doctest::Approx(45).epsilon(2e-4));
        CHECK(is_within(box));
    }
    CHECK(random_boxes(world, 4, 100, 7) == boxes);
    CHECK(random_boxes(world, 4, 100, 8) != boxes);
}

TEST_CASE("random boxes: no two are equal, also at zoom 1 and in the corners")
{
    constexpr std::size_t count = 200;
    constexpr Box corner{-180, -90, -179, -89}; // every box around it would be the same one
    for (auto const& boxes :
         {random_boxes(world, 1, count, 7), random_boxes(world, 1, count, 7, world),
          random_boxes(world, 4, count, 7, corner)}) {
        std::set<std::string> texts;
        for (auto const& box : boxes) {
            texts.insert(to_text(box));
            CHECK(is_within(box));
        }
        CHECK(texts.size() == count);
    }
    CHECK(random_boxes(world, 1, 1, 7).front().max_x == doctest::Approx(180).epsilon(2e-4));
}

TEST_CASE("random views: pixels are square, sizes are the benchmark's")
{
    std::set<int> widths;
    for (auto const& view : random_views(world, 500, 3)) {
        widths.insert(view.width);
        CHECK(is_within(view.box));
        CHECK((view.box.max_x - view.box.min_x) / view.width ==
              doctest::Approx((view.box.max_y - view.box.min_y) / view.height));
    }
    CHECK(widths == std::set<int>{256, 512, 640, 800, 1024});
}

TEST_CASE("views in a file: one per line; errors name the line")
{
    auto const views = parse_views("# size;box\n256;128;0,0,20,10\r\n\n800;600;-1,-2,3.5,4\n");
    REQUIRE(views.size() == 2);
    CHECK(views[0].height == 128);
    CHECK(views[1].box == Box{-1, -2, 3.5, 4});
    CHECK_THROWS_WITH_AS(static_cast<void>(parse_views("1;1;0,0,1,1\n0;1;0,0,1,1")),
                         "line 2: \"width;height;minx,miny,maxx,maxy\" is expected", ms::Error);
    CHECK_THROWS_AS(static_cast<void>(parse_views("1;1;1,0,0,1")), ms::Error);
}

TEST_CASE("map URL: BBOX, WIDTH and HEIGHT are appended")
{
    CHECK(map_url("http://a/?map=x", {{1, 2, 3.5, 4}, 256, 128}) ==
          "http://a/?map=x&BBOX=1,2,3.5,4&WIDTH=256&HEIGHT=128");
    CHECK(map_url("http://a/x", {{1, 2, 3, 4}, 1, 1}) ==
          "http://a/x?BBOX=1,2,3,4&WIDTH=1&HEIGHT=1");
}
