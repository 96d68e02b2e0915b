// SPDX-License-Identifier: MIT
// Expected pieces by hand, on lines along the axes.
#include "paint/dash.hpp"

#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <vector>

using namespace ms::paint;
using ms::geometry::Box;
using ms::geometry::GeometryColumn;
using ms::geometry::Point;

namespace {

constexpr Box everywhere{-1e9, -1e9, 1e9, 1e9};

/// The x of every piece of a line along y = 0.
std::vector<std::vector<double>> pieces(std::vector<Point> const& line,
                                        std::vector<double> const& dashes, double offset = 0,
                                        Box const& visible = everywhere)
{
    GeometryColumn out;
    dash(line, dashes, offset, visible, out);
    std::vector<std::vector<double>> all;
    for (std::size_t i = 0; i < out.ring_ends.size(); ++i) {
        auto& piece = all.emplace_back();
        for (Point const p : out.ring(i)) {
            piece.push_back(p.x);
        }
    }
    return all;
}

using Pieces = std::vector<std::vector<double>>;

} // namespace

TEST_CASE("dash: a scribble does not become more pieces than memory has room for")
{
    std::vector<Point> scribble;
    for (int i = 0; i < 100'000; ++i) { // 50 million pixels in all
        scribble.push_back({i % 2 == 0 ? 0.0 : 500.0, i * 0.001});
    }
    GeometryColumn out;
    ms::paint::dash(scribble, std::vector{0.1, 0.1}, 0, {0, 0, 500, 500}, out);
    CHECK(out.ring_ends.size() > 180'000);
    CHECK(out.ring_ends.size() <= 200'001);
}

TEST_CASE("dash: on and off along a line, cut at its end")
{
    CHECK(pieces({{0, 0}, {20, 0}}, {5, 3}) == Pieces{{0, 5}, {8, 13}, {16, 20}});
    CHECK(pieces({{0, 0}, {7, 0}}, {5, 3}) == Pieces{{0, 5}});
}

TEST_CASE("dash: the pattern runs on through the vertices")
{
    CHECK(pieces({{0, 0}, {3, 0}, {9, 0}}, {5, 1}) == Pieces{{0, 3, 5}, {6, 9}});
}

TEST_CASE("dash: an offset begins inside the pattern, a negative one before it")
{
    CHECK(pieces({{0, 0}, {10, 0}}, {5, 3}, 2) == Pieces{{0, 3}, {6, 10}});
    CHECK(pieces({{0, 0}, {10, 0}}, {5, 3}, 6) == Pieces{{2, 7}});
    CHECK(pieces({{0, 0}, {10, 0}}, {5, 3}, -2) == Pieces{{2, 7}});
    CHECK(pieces({{0, 0}, {10, 0}}, {5, 3}, 8000002) == Pieces{{0, 3}, {6, 10}});
}

TEST_CASE("dash: the last of an odd number of lengths is ignored, as MapServer does")
{
    CHECK(pieces({{0, 0}, {20, 0}}, {5, 3, 9}) == pieces({{0, 0}, {20, 0}}, {5, 3}));
}

TEST_CASE("dash: invisible parts are skipped in step with the pattern")
{
    // 1e9 / 8 = 125,000,000 periods; the pieces seen are those of the endless line.
    Box const visible{-10, -10, 10, 10};
    auto const seen = pieces({{-1e9, 0}, {1e9, 0}}, {5, 3}, 0, visible);
    Pieces const expected{{-8, -3}, {0, 5}, {8, 10}};
    REQUIRE(seen.size() == expected.size());
    for (std::size_t i = 0; i < seen.size(); ++i) {
        CHECK(seen[i].front() == doctest::Approx(expected[i].front()).epsilon(1e-5));
        CHECK(seen[i].back() == doctest::Approx(expected[i].back()).epsilon(1e-5));
    }
    CHECK(pieces({{-1e9, 50}, {1e9, 50}}, {5, 3}, 0, visible).empty());
}

TEST_CASE("dash: a pattern without length or with a negative one gives the whole line")
{
    Pieces const whole{{0, 20}};
    CHECK(pieces({{0, 0}, {20, 0}}, {0, 0}) == whole);
    CHECK(pieces({{0, 0}, {20, 0}}, {5, -3}) == whole);
    CHECK(pieces({{0, 0}, {20, 0}}, {1e-9, 1e-9}) == whole);
    CHECK(pieces({{0, 0}, {20, 0}}, {4}) == whole);
}

TEST_CASE("dash: repeated and infinite points are stepped over")
{
    double const infinity = std::numeric_limits<double>::infinity();
    CHECK(pieces({{0, 0}, {0, 0}, {4, 0}, {4, 0}}, {5, 3}) == Pieces{{0, 4}});
    CHECK(pieces({{0, 0}, {infinity, 0}}, {5, 3}).empty());
    CHECK(pieces({}, {5, 3}).empty());
}
