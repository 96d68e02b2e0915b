// SPDX-License-Identifier: MIT
#include "geometry/geos_limit.hpp"

#include "geometry/geos_offset.hpp"
#include "geometry/geos_operations.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <thread>

using namespace ms;
using namespace ms::geometry;

namespace {

/// Spikes that all cross each other.
GeometryColumn star()
{
    GeometryColumn column;
    for (int i = 0; i < 150; ++i) {
        double const angle = i * 2.4;
        column.points.push_back({100 * std::cos(angle), 100 * std::sin(angle)});
    }
    column.end_ring();
    column.end_part();
    column.end_feature(Kind::Line);
    return column;
}

bool is_buffered(GeometryColumn const& column)
{
    GeometryColumn out;
    return ShapeOperations{}.append_buffer({&column, 0}, 1, out);
}

} // namespace

TEST_CASE("GEOS: what is computed when time is up is nothing")
{
    auto const column = star();
    Deadline over;
    over.cancel();
    {
        GeosLimit const limit{over};
        CHECK_FALSE(is_buffered(column));
        CHECK(ParallelLines{}.beside(column.ring(0), 5).empty());
    }
    CHECK(is_buffered(column));
}

TEST_CASE("GEOS: an end holds for its own thread, and until an inner one is over")
{
    auto const column = star();
    Deadline const forever;
    Deadline over;
    over.cancel();
    GeosLimit const outer{over};
    {
        GeosLimit const inner{forever};
        CHECK(is_buffered(column));
    }
    CHECK_FALSE(is_buffered(column));
    bool is_done_elsewhere = false;
    std::thread{[&] { is_done_elsewhere = is_buffered(column); }}.join();
    CHECK(is_done_elsewhere);
}
