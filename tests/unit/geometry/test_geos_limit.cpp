// SPDX-License-Identifier: MIT
#include "geometry/geos_limit.hpp"

#include "base/allocations.hpp"
#include "base/error.hpp"
#include "geometry/geos_offset.hpp"
#include "geometry/geos_operations.hpp"
#include "unit/processor_time.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <thread>

using namespace ms;
using namespace ms::geometry;

namespace {

constexpr std::size_t plenty = std::size_t{1} << 30U;
constexpr std::size_t mebibytes = std::size_t{1} << 20U;

/// Spikes that all cross each other.
GeometryColumn star(int count = 150)
{
    GeometryColumn column;
    for (int i = 0; i < count; ++i) {
        double const angle = i * 2.4;
        column.points.push_back({100 * std::cos(angle), 100 * std::sin(angle)});
    }
    column.end_ring();
    column.end_part();
    column.end_feature(Kind::Line);
    return column;
}

/// A line to and fro across a square. \param is_upright teeth
GeometryColumn comb(int teeth, bool is_upright)
{
    GeometryColumn column;
    for (int i = 0; i < teeth; ++i) {
        double const along = 1000.0 * i / teeth;
        double const across = i % 2 * 1000.0;
        column.points.push_back(is_upright ? Point{along, across} : Point{across, along});
    }
    column.end_ring();
    column.end_part();
    column.end_feature(Kind::Line);
    return column;
}

bool is_buffered(GeometryColumn const& column, double distance = 1)
{
    GeometryColumn out;
    return ShapeOperations{}.append_buffer({&column, 0}, distance, out);
}

} // namespace

TEST_CASE("GEOS: an operation stops at the deadline")
{
    auto const column = star();
    Deadline over;
    over.cancel();
    Budget budget{over, plenty};
    {
        GeosLimit const limit{budget};
        CHECK_THROWS_AS((void)is_buffered(column), Error);
        Budget another{over, plenty};
        GeosLimit const inner{another};
        CHECK_THROWS_AS((void)ParallelLines{}.beside(column.ring(0), 5), Error);
    }
    CHECK(is_buffered(column));
}

TEST_CASE("GEOS: a limit holds for its own thread, and until an inner one is over")
{
    auto const column = star();
    Deadline const forever;
    Deadline over;
    over.cancel();
    Budget none{over, plenty};
    Budget all{forever, plenty};
    GeosLimit const outer{none};
    {
        GeosLimit const inner{all};
        CHECK(is_buffered(column));
    }
    CHECK_THROWS_AS((void)is_buffered(column), Error);
    bool is_done_elsewhere = false;
    std::thread{[&] { is_done_elsewhere = is_buffered(column); }}.join();
    CHECK(is_done_elsewhere);
}

TEST_CASE("GEOS: an operation stops at the memory limit of the request")
{
    if (!ms::counts_allocations()) {
        MESSAGE("skipped: a sanitizer has a new of its own");
        return;
    }
    // 1000 x 1000 crossings take more than 1 GB; the buffer of 1000 crossing spikes 800 MB.
    auto const across = comb(1000, false);
    auto const upright = comb(1000, true);
    auto const spikes = star(1000);
    Deadline const forever;
    Budget budget{forever, 64 * mebibytes};
    GeosLimit const limit{budget};
    GeometryColumn out;
    ::test::ProcessorTime const time;
    CHECK_THROWS_AS((void)ShapeOperations{}.append_intersection({&across, 0}, {&upright, 0}, out),
                    Error);
    CHECK_THROWS_AS((void)ShapeOperations{}.append_union({&across, 0}, {&upright, 0}, out), Error);
    CHECK_THROWS_AS((void)is_buffered(spikes, 5), Error);
    CHECK(time.used() < std::chrono::seconds{10}); // mostly 2
    CHECK(out.points.empty());
    auto const few = comb(20, true);
    CHECK(ShapeOperations{}.append_intersection({&across, 0}, {&few, 0}, out));
}

TEST_CASE("GEOS: a buffer that would begin with too many arcs is not begun")
{
    // GEOS makes the arcs of all corners before its first interruption check.
    auto const zigzag = comb(300'000, true);
    Deadline const forever;
    Budget budget{forever, 64 * mebibytes};
    GeosLimit const limit{budget};
    ::test::ProcessorTime const time;
    CHECK_THROWS_AS((void)is_buffered(zigzag), Error);
    CHECK(time.used() < std::chrono::seconds{1});

    GeometryColumn arc; // the same number of points on a curve that turns once: few arcs
    for (int i = 0; i < 50'000; ++i) {
        double const angle = i * 1e-4;
        arc.points.push_back({1000 * std::cos(angle), 1000 * std::sin(angle)});
    }
    arc.end_ring();
    arc.end_part();
    arc.end_feature(Kind::Line);
    CHECK(is_buffered(arc));
}

TEST_CASE("GEOS: an operation that is given up leaves no memory behind")
{
    if (!ms::counts_allocations()) {
        MESSAGE("skipped: a sanitizer has a new of its own");
        return;
    }
    auto const across = comb(400, false);
    auto const upright = comb(400, true);
    auto const spikes = star(1000);
    Deadline const forever;
    Budget budget{forever, 16 * mebibytes};
    GeosLimit const limit{budget};
    ShapeOperations operations;
    ParallelLines parallels;
    GeometryColumn out;
    auto const give_up = [&] {
        Shape const a{&across, 0};
        Shape const b{&upright, 0};
        CHECK_THROWS_AS((void)operations.append_intersection(a, b, out), Error);
        CHECK_THROWS_AS((void)operations.append_union(a, b, out), Error);
        CHECK_THROWS_AS((void)operations.append_buffer({&spikes, 0}, 5, out), Error);
        CHECK_THROWS_AS((void)parallels.beside(spikes.ring(0), 5), Error);
    };
    give_up(); // what is made once stays
    auto const before = allocated_by_thread();
    for (int i = 0; i < 3; ++i) {
        give_up();
    }
    CHECK(allocated_by_thread() - before < 1000);
    CHECK(is_buffered(star(20)));
}

TEST_CASE("GEOS: a simplification that would take longer than there is time is not begun")
{
    auto const zigzag = comb(200'000, true); // more than a minute
    GeometryColumn coast;                    // as many vertices that any tolerance splits in halves
    for (int i = 0; i < 200'000; ++i) {
        double const angle = i * 3e-5;
        double const radius = 1000 + std::sin(i * 0.01);
        coast.points.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    }
    coast.end_ring();
    coast.end_part();
    coast.end_feature(Kind::Line);
    GeometryColumn out;
    ShapeOperations operations;
    auto const within = [&](std::chrono::seconds available, auto const& simplify) {
        Deadline const end{Deadline::Clock::now() + available};
        Budget budget{end, plenty};
        GeosLimit const limit{budget};
        simplify();
    };
    // Enough for what is begun, also with a sanitizer on a busy machine.
    within(std::chrono::seconds{20}, [&] {
        CHECK(operations.append_simplified({&coast, 0}, 0.01, out));
        CHECK(operations.append_simplified_validly({&coast, 0}, 0.01, out));
    });
    ::test::ProcessorTime const time;
    within(std::chrono::seconds{2}, [&] {
        CHECK_THROWS_AS((void)operations.append_simplified({&zigzag, 0}, 0.001, out), Interrupted);
        CHECK_THROWS_AS((void)operations.append_simplified_validly({&zigzag, 0}, 0.001, out),
                        Interrupted);
    });
    CHECK(time.used() < std::chrono::seconds{6});
}
