// SPDX-License-Identifier: MIT
// Lines: those of MapServer 8.0.0 for the same ranges (layerObj.nextShape()).
#include "source/grid/axis.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <fmt/format.h>

using namespace ms;
using source::grid::LabelFormat;
using source::grid::make_axis;

namespace {

/// "first step last".
std::string axis(mapfile::Grid const& grid, double low, double high)
{
    auto const made = make_axis(grid, low, high);
    return fmt::format("{:g} {:g} {:g}", made.first, made.step, made.last());
}

} // namespace

TEST_CASE("graticule: without limits an axis has at least 16 steps")
{
    CHECK(axis({}, 3, 3.7) == "3 0.025 3.7");
    CHECK(axis({}, 3, 4.5) == "3 0.125 5");
    CHECK(axis({}, 3, 11) == "3 0.5 11");
    CHECK(axis({}, 3, 18) == "0 1.25 20");
    CHECK(axis({}, 3, 43) == "0 2.5 50");
    CHECK(axis({}, 3, 103) == "0 5 110");
}

TEST_CASE("graticule: MAXARCS, else MINARCS, is the number of steps it takes")
{
    CHECK(axis({.min_arcs = 8}, 3, 13) == "3 1 13");
    CHECK(axis({.min_arcs = 12}, 3, 13) == "3 0.5 13");
    CHECK(axis({.max_arcs = 30}, 3, 13) == "3 0.25 13");
    CHECK(axis({.min_arcs = 10, .max_arcs = 20}, 3, 13) == "3 0.5 13");
    CHECK(axis({.min_arcs = 3, .max_arcs = 6}, -11.68, 21.68) == "-20 5 30");
}

TEST_CASE("graticule: MININTERVAL, else MAXINTERVAL, is the step")
{
    CHECK(axis({.min_interval = 2.5}, 3, 13) == "2.5 2.5 15");
    CHECK(axis({.max_interval = 7}, 3, 13) == "0 7 14");
    CHECK(axis({.min_interval = 1, .max_interval = 2}, 3, 13) == "3 1 13");
    CHECK(axis({.min_interval = 0.3}, 3, 13) == "3 0.3 13.2");
}

TEST_CASE("graticule: more lines than visible are refused")
{
    CHECK_THROWS_AS((void)make_axis({.min_interval = 1e-9}, 3, 13), Error);
}

TEST_CASE("graticule labels: degrees, minutes and seconds")
{
    CHECK(LabelFormat{"DD"}(-10) == "-10");
    CHECK(LabelFormat{"DD"}(5) == "  5");
    CHECK(LabelFormat{"DDMM"}(-7.5) == " -7 30");
    CHECK(LabelFormat{"DDMM"}(55) == " 55 00");
    CHECK(LabelFormat{"ddmmss"}(2.5) == "  2 30 00");
    CHECK(LabelFormat{"DDMMSS"}(-12.5) == "-12 30 00");
    CHECK(LabelFormat{""}(-0.5) == " -0.5");
    CHECK(LabelFormat{"%.2f"}(1.25) == "1.25");
    CHECK(LabelFormat{"%g m"}(5000) == "5000 m");
}

TEST_CASE("graticule labels: the sign is written and nothing is rounded down, unlike in MapServer")
{
    CHECK(LabelFormat{"DDMM"}(-0.5) == " -0 30");             // MapServer: "  0 30"
    CHECK(LabelFormat{"DDMMSS"}(1.2 - 1e-12) == "  1 12 00"); // MapServer: "  1 11 59"
    CHECK(LabelFormat{"DD"}(-1.5) == "-1.5");                 // MapServer: " -1"
}

TEST_CASE("graticule labels: an invalid format of a number is refused")
{
    for (char const* const format :
         {"%s", "%d", "%n", "%.2f %.2f", "%", "degrees", "%999999f", "%*f", "%%f"}) {
        CAPTURE(format);
        CHECK_THROWS_AS(LabelFormat{format}, Error);
    }
}
