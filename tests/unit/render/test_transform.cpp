// SPDX-License-Identifier: MIT
#include "drawing.hpp"

#include <string>

using namespace ms;

namespace {

/// The left and top edge of a square of 9 pixels around the origin moved by (20, -20) or so.
geometry::Point corner(std::string const& transform, std::string const& point)
{
    auto const map = test::load(
        "MAP SIZE 100 60 EXTENT 0 0 75 50 SYMBOL NAME \"box\" TYPE VECTOR FILLED TRUE POINTS 0 0 1 "
        "0 1 1 0 1 0 0 END END LAYER NAME \"l\" TYPE POINT STATUS DEFAULT TRANSFORM " +
        transform + " FEATURE POINTS " + point +
        " END END CLASS STYLE SYMBOL \"box\" SIZE 10 COLOR 255 0 0 END END END END");
    auto const bitmap = test::draw(map, test::Process{}).bitmap;
    for (int y = 0; y < bitmap.height(); ++y) {
        for (int x = 0; x < bitmap.width(); ++x) {
            if (test::pixel(bitmap, x, y).green < 100) {
                return {static_cast<double>(x), static_cast<double>(y)};
            }
        }
    }
    return {};
}

} // namespace

TEST_CASE("TRANSFORM: the middle of an edge is a whole pixel, as in MapServer 8.0.0")
{
    // On an image of 100 x 60 pixels: UC is 49 to the right, the others 50; all of them 30 down.
    auto const from_left = corner("UL", "20 20");
    CHECK(corner("UC", "20 20") == geometry::Point{from_left.x + 49, from_left.y});
    CHECK(corner("CL", "20 20") == geometry::Point{from_left.x, from_left.y + 30});
    CHECK(corner("CC", "20 20") == geometry::Point{from_left.x + 50, from_left.y + 30});
    CHECK(corner("LC", "20 -20") == geometry::Point{from_left.x + 50, from_left.y + 19});
    CHECK(corner("CR", "-20 20") == geometry::Point{from_left.x + 59, from_left.y + 30});
}
