// SPDX-License-Identifier: MIT
#include "image/resample.hpp"
#include "unit/image/placed.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>

using namespace ms::image;
using test::at;

namespace {

/// 4 x 2 pixels: the left half red, the right half blue.
Bitmap two_halves()
{
    Bitmap bitmap(4, 2);
    auto* p = bitmap.pixels().data();
    for (int i = 0; i < 8; ++i, p += 4) {
        p[i % 4 < 2 ? 0 : 2] = 255;
        p[3] = 255;
    }
    return bitmap;
}

constexpr Color red{255, 0, 0};
constexpr Color blue{0, 0, 255};

} // namespace

TEST_CASE("resample: scale 1 and no angle on whole pixels is a copy")
{
    auto const placed = resampled(two_halves().view(), {.to_x = 10, .to_y = 20});
    for (int x = 0; x < 4; ++x) {
        CHECK(at(placed, 10 + x, 20) == (x < 2 ? red : blue));
        CHECK(at(placed, 10 + x, 21) == (x < 2 ? red : blue));
    }
    CHECK(at(placed, 9, 20).alpha == 0);
    CHECK(at(placed, 14, 20).alpha == 0);
}

TEST_CASE("resample: the pivot stays at its place, at any scale and angle")
{
    // A quarter turn counter-clockwise as seen: the right side is now above.
    auto const placed = resampled(two_halves().view(), {.scale = 3,
                                                        .angle_rad = std::numbers::pi / 2,
                                                        .pivot_x = 2,
                                                        .pivot_y = 1,
                                                        .to_x = 50,
                                                        .to_y = 50});
    CHECK(at(placed, 50, 46) == blue);
    CHECK(at(placed, 50, 53) == red);
    CHECK(at(placed, 50, 57).alpha == 0);
    CHECK(at(placed, 54, 50).alpha == 0); // 2 pixels high, now 6 wide
}

TEST_CASE("resample: half a pixel to the side mixes two neighbours")
{
    auto const placed = resampled(two_halves().view(), {.to_x = 0.5, .to_y = 0});
    CHECK(at(placed, 2, 0) == Color{128, 0, 128});
    CHECK(at(placed, 0, 0) == Color{128, 0, 0, 128}); // the border fades out
}

TEST_CASE("resample: absurdly large, distant or invalid results are not made")
{
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    auto const source = two_halves();
    for (auto const& turn :
         {Turn{.scale = 2000}, Turn{.scale = 0}, Turn{.scale = -1}, Turn{.scale = nan},
          Turn{.angle_rad = nan}, Turn{.to_x = 1e9}, Turn{.to_y = nan},
          Turn{.pivot_x = std::numeric_limits<double>::infinity()}}) {
        CHECK(resampled(source.view(), turn).bitmap.width() == 0);
    }
}
