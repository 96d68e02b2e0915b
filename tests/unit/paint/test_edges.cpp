// SPDX-License-Identifier: MIT
#include "paint/edges.hpp"

#include "unit/paint/rings.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace ms::paint;
using test::column_of;

namespace {

EdgePixels counted(test::Rings const& rings, ms::geometry::Point offset = {})
{
    auto const column = column_of(rings);
    return count_edge_pixels(path_of(column, 0), offset, {0, 0, 100, 50});
}

} // namespace

TEST_CASE("edges: every pixel along an edge counts")
{
    auto const square = counted({{{10, 10}, {20, 10}, {20, 30}, {10, 30}}});
    CHECK(square.rows == 44);  // 20 + 20, and one for each edge
    CHECK(square.cells == 68); // 2 * (10 + 20), and two for each edge
}

TEST_CASE("edges: outside the window only the edges along its sides count")
{
    CHECK(counted({{{10, 60}, {90, 60}, {50, 90}}}).cells == 0);
    CHECK(counted({{{10, 10}, {90, 10}, {50, 40}}}, {0, -500}).cells == 0);
    CHECK(counted({{{-500, 10}, {-400, 10}, {-400, 30}, {-500, 30}}}).rows == 44);
    CHECK(counted({{{10, -1e9}, {10, 1e9}}}).rows == 102);
}

TEST_CASE("edges: vertices that are not finite are left out")
{
    double const nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(counted({{{10, 10}, {20, nan}, {20, 30}}}).rows == 42);
    CHECK(counted({{{nan, 1}}}).rows == 0);
    CHECK(counted({{}}).rows == 0);
}
