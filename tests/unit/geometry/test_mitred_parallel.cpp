// SPDX-License-Identifier: MIT
#include "geometry/mitred_parallel.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>

using ms::geometry::mitred_parallel;
using ms::geometry::Point;

namespace {

using Line = std::vector<Point>;

void check_near(Line const& line, Line const& requested)
{
    REQUIRE(line.size() == requested.size());
    for (std::size_t i = 0; i < line.size(); ++i) {
        CAPTURE(i);
        CHECK(line[i].x == doctest::Approx(requested[i].x));
        CHECK(line[i].y == doctest::Approx(requested[i].y));
    }
}

} // namespace

TEST_CASE("mitred parallel: ends stop square, corners are where the parallels meet")
{
    check_near(mitred_parallel(Line{{0, 0}, {10, 0}, {10, 10}}, 2), {{0, 2}, {8, 2}, {8, 10}});
    check_near(mitred_parallel(Line{{0, 0}, {10, 0}, {10, 10}}, -2), {{0, -2}, {12, -2}, {12, 10}});
}

TEST_CASE("mitred parallel: an acute corner goes as far as it must")
{
    // Half of 45 degrees between the segments: the corner is 1 / tan(22.5) = 2.414 distances in.
    check_near(mitred_parallel(Line{{0, 0}, {10, 0}, {0, 10}}, 1),
               {{0, 1},
                {10 - 1 - std::numbers::sqrt2, 1},
                {-1 / std::numbers::sqrt2, 10 - 1 / std::numbers::sqrt2}});
}

TEST_CASE("mitred parallel: a line that turns straight back stays finite")
{
    check_near(mitred_parallel(Line{{0, 0}, {10, 0}, {0, 0}}, 1), {{0, 1}, {10, -1}, {0, -1}});
}

TEST_CASE("mitred parallel: repeated and infinite vertices are stepped over")
{
    double const inf = std::numeric_limits<double>::infinity();
    check_near(mitred_parallel(Line{{0, 0}, {0, 0}, {5, 0}, {inf, 0}, {10, 0}, {10, 0}}, 2),
               {{0, 2}, {5, 2}, {10, 2}});
    CHECK(mitred_parallel(Line{{1, 1}, {1, 1}}, 2).empty());
    CHECK(mitred_parallel({}, 2).empty());
}
