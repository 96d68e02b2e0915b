// SPDX-License-Identifier: MIT
#include "geometry/smooth.hpp"

#include "geometry/geos_limit.hpp"
#include "geometry/nesting.hpp"
#include "geometry/wkt.hpp"
#include "unit/processor_time.hpp"

#include <doctest/doctest.h>

#include <chrono>

namespace {

using ms::geometry::GeometryColumn;
using ms::geometry::Kind;
using ms::geometry::MoreVertices;
using ms::geometry::Smoothing;

// Expected values are the results of MapServer 8.0.0 for GEOMTRANSFORM of a LAYER, read with
// mapscript.
constexpr auto zigzag = "LINESTRING(0 0,10 0,10 10,20 10,20 20,30 20,37 25)";
constexpr auto house = "POLYGON((0 0,30 0,30 30,15 33,0 30,0 0))";

GeometryColumn column(std::string_view wkt)
{
    GeometryColumn out;
    REQUIRE(ms::geometry::append_wkt(wkt, Kind::None, out));
    return out;
}

std::string smoothed(std::string_view wkt, Smoothing const& smoothing)
{
    auto const in = column(wkt);
    GeometryColumn out;
    REQUIRE(ms::geometry::append_smoothed({&in, 0}, smoothing, out));
    return ms::geometry::encode_wkt(out, 0);
}

std::string generalized(std::string_view wkt, double tolerance)
{
    auto const in = column(wkt);
    GeometryColumn out;
    return ms::geometry::append_generalized({&in, 0}, tolerance, out)
               ? ms::geometry::encode_wkt(out, 0)
               : "";
}

std::string rewritten(std::string_view wkt)
{
    return ms::geometry::encode_wkt(column(wkt), 0);
}

} // namespace

TEST_CASE("smooth: a window of three has weights 1 2 1 and keeps the ends of lines")
{
    auto const once =
        rewritten("LINESTRING(0 0,7.5 2.5,12.5 7.5,17.5 12.5,22.5 17.5,29.25 21.25,37 25)");
    CHECK(smoothed(zigzag, {}) == once);
    CHECK(smoothed(zigzag, {.window = 4}) == once);
    CHECK(smoothed(zigzag, {.iterations = 2}) == once);
    CHECK(smoothed("LINESTRING(0 0,10 0,10 10)", {}) == rewritten("LINESTRING(0 0,10 0,10 10)"));
}

TEST_CASE("smooth: a window as wide as the line is made narrower")
{
    auto const five = smoothed(zigzag, {.window = 5});
    CHECK(five == rewritten("LINESTRING(0 0,10 0,12 8,18 12,22.7 17.5,30 20,37 25)"));
    CHECK(smoothed(zigzag, {.window = 9}) == five);
}

TEST_CASE("smooth: five iterations average four times")
{
    CHECK(smoothed(zigzag, {.iterations = 5}) ==
          rewritten("LINESTRING(0 0,6.3671875 3.6328125,12.21484375 7.79296875,"
                    "17.6953125 12.3828125,23.4453125 16.9140625,29.921875 21.09375,37 25)"));
}

TEST_CASE("smooth: rings go around")
{
    CHECK(smoothed(house, {}) ==
          rewritten("POLYGON((7.5 7.5,22.5 7.5,26.25 23.25,15 31.5,3.75 23.25,7.5 7.5))"));
    // By hand: (0*1 + 0*2 + 30*4 + 30*2 + 15*1) / 10 = 19.5. MapServer has 21 12.6 there, because
    // it uses a wrong neighbour where the ring begins; all other values are MapServer's.
    CHECK(smoothed(house, {.window = 5}) ==
          rewritten("POLYGON((10.5 12.3,19.5 12.3,21 21.6,15 25.2,9 21.6,10.5 12.3))"));
}

TEST_CASE("smooth: middles of segments occur twice if both neighbours insert them")
{
    CHECK(smoothed(zigzag, {.more_vertices = MoreVertices::All}) ==
          rewritten("LINESTRING(0 0,7.5 1.25,10 5,11.25 8.75,13.75 10,16.25 10,18.75 11.25,"
                    "20 13.75,20 16.25,21.25 18.75,25 20,30.5 21.25,37 25)"));
}

TEST_CASE("smooth: absurd windows and iterations end")
{
    CHECK(smoothed(zigzag, {.window = 1000, .iterations = 1000}).starts_with("LINESTRING(0 0,"));
}

// MapServer 8.0.0, whatever the arguments are.
TEST_CASE("smooth: windows are 3 at least, and there is a pass; closed lines are rings")
{
    CHECK(smoothed(zigzag, {.window = -5}) == smoothed(zigzag, {}));
    CHECK(smoothed(zigzag, {.window = 0, .iterations = 0}) == smoothed(zigzag, {}));
    CHECK(smoothed("LINESTRING(0 0,30 0,30 30,15 33,0 30,0 0)", {}) ==
          rewritten("LINESTRING(7.5 7.5,22.5 7.5,26.25 23.25,15 31.5,3.75 23.25,7.5 7.5)"));
}

TEST_CASE("generalize: drops vertices near the last remaining one, keeps the last vertex")
{
    CHECK(generalized(zigzag, 10) ==
          rewritten("LINESTRING(0 0,10 0,10 10,20 10,20 20,30 20,37 25)"));
    CHECK(generalized(zigzag, 12) == rewritten("LINESTRING(0 0,10 10,20 20,37 25)"));
    CHECK(generalized(zigzag, 25) == rewritten("LINESTRING(0 0,20 20,37 25)"));
    CHECK(generalized("POLYGON((0 0,30 0,30 30,15 33,0 30,0 0),(10 10,20 10,20 20,10 20,10 10))",
                      20) == rewritten("POLYGON((0 0,30 0,30 30,0 30,0 0))"));
    CHECK(generalized(house, 50).empty());
}

TEST_CASE("nesting: outer and inner rings of two polygons")
{
    auto const in = column("MULTIPOLYGON(((0 0,30 0,30 30,0 30,0 0),(10 10,20 10,20 20,10 20,"
                           "10 10)),((12 12,15 12,15 15,12 15,12 12)))");
    GeometryColumn out;
    REQUIRE(ms::geometry::append_outer_rings({&in, 0}, out));
    REQUIRE(ms::geometry::append_inner_rings({&in, 0}, out));
    CHECK(ms::geometry::encode_wkt(out, 0) ==
          rewritten("MULTIPOLYGON(((0 0,30 0,30 30,0 30,0 0)),((12 12,15 12,15 15,12 15,12 12)))"));
    CHECK(ms::geometry::encode_wkt(out, 1) ==
          rewritten("POLYGON((10 10,20 10,20 20,10 20,10 10))"));
    auto const plain = column(house);
    CHECK_FALSE(ms::geometry::append_inner_rings({&plain, 0}, out));
}

TEST_CASE("smoothing: all rings of a feature together have a limit and look at the clock")
{
    GeometryColumn in;
    for (int ring = 0; ring < 1000; ++ring) {
        for (int i = 0; i < 1000; ++i) {
            in.points.push_back({static_cast<double>(i), static_cast<double>(i * 7919 % 100)});
        }
        in.end_ring();
    }
    in.end_part();
    in.end_feature(Kind::Line);
    Smoothing const hard{.window = 63, .iterations = 1000};
    GeometryColumn out;
    ::test::ProcessorTime const time;
    CHECK(ms::geometry::append_smoothed({&in, 0}, hard, out));
    // Were the limit that of a ring: minutes.
    CHECK(time.used() < std::chrono::seconds{30});
    ms::Deadline const deadline{ms::Deadline::Clock::now()};
    ms::Budget budget{deadline, std::size_t{1} << 30U};
    ms::geometry::GeosLimit const limit{budget};
    CHECK_THROWS_AS((void)ms::geometry::append_smoothed({&in, 0}, hard, out), ms::Error);
}
