// SPDX-License-Identifier: MIT
#include "raster/resample.hpp"

#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <vector>

using namespace ms::raster;
using ms::geometry::Point;

namespace {

constexpr Size level{4, 1};
constexpr Window whole{0, 0, 4, 1};

/// The red of one position in a row of opaque greys 0, 100, 200, 40; its alpha is second.
std::array<int, 2> red_at(Kernel kernel, double x, double ratio, std::uint8_t last_alpha = 255)
{
    std::vector<std::uint8_t> pixels;
    for (auto const grey : std::array<std::uint8_t, 4>{0, 100, 200, 40}) {
        bool const is_last = grey == 40;
        auto const shown = is_last && last_alpha == 0 ? std::uint8_t{0} : grey;
        pixels.insert(pixels.end(),
                      {shown, shown, shown, is_last ? last_alpha : std::uint8_t{255}});
    }
    std::array const positions{Point{x, 0.5}};
    std::array<std::uint8_t, 4> out{};
    ms::Budget budget;
    resample({4, 1, pixels}, whole, level, positions, {ratio, 1}, kernel, out, budget);
    return {out[0], out[3]};
}

} // namespace

TEST_CASE("resample: nearest takes the pixel that holds the position")
{
    CHECK(red_at(Kernel::Nearest, 1.0, 1)[0] == 100);
    CHECK(red_at(Kernel::Nearest, 1.999, 1)[0] == 100);
    CHECK(red_at(Kernel::Nearest, 2.0, 1)[0] == 200);
}

TEST_CASE("resample: outside the level, and where there is no image, nothing is drawn")
{
    for (double const x : {-0.001, 4.0, std::numeric_limits<double>::quiet_NaN()}) {
        CHECK(red_at(Kernel::Nearest, x, 1)[1] == 0);
        CHECK(red_at(Kernel::Bilinear, x, 3)[1] == 0);
    }
}

// As MapServer 8.0.0, whose images with AVERAGE are wider by what their outer pixels cover in part.
TEST_CASE("resample: average draws what a square touches, also around a centre beside the level")
{
    CHECK(red_at(Kernel::Average, -1.4, 3)[1] == 255);
    CHECK(red_at(Kernel::Average, 5.4, 3)[0] == 40);
    for (double const x : {-1.5, 5.5, std::numeric_limits<double>::quiet_NaN()}) {
        CHECK(red_at(Kernel::Average, x, 3)[1] == 0);
    }
}

TEST_CASE("resample: bilinear weights the centres of two pixels, and extends the edge")
{
    CHECK(red_at(Kernel::Bilinear, 1.5, 0.5)[0] == 100);
    CHECK(red_at(Kernel::Bilinear, 1.75, 0.5)[0] == 125);
    CHECK(red_at(Kernel::Bilinear, 0.1, 0.5)[0] == 0);
    CHECK(red_at(Kernel::Bilinear, 3.9, 0.5)[0] == 40);
}

TEST_CASE("resample: average is the mean by area")
{
    CHECK(red_at(Kernel::Average, 2.0, 2)[0] == 150);
    // From 0.5 to 3.5: (0.5 * 0 + 100 + 200 + 0.5 * 40) / 3 = 106.67
    CHECK(red_at(Kernel::Average, 2.0, 3)[0] == 107);
    // Only the part in the raster counts: (200 * 1 + 40 * 1) / 2, of a pixel from 2 to 5
    CHECK(red_at(Kernel::Average, 3.5, 3)[0] == 120);
}

TEST_CASE("resample: an image pixel larger than any raster is the mean of all of it")
{
    CHECK(red_at(Kernel::Average, 2.0, 1e15)[0] == 85);
    CHECK(red_at(Kernel::Bilinear, 2.0, 1e15)[0] == 85);
}

TEST_CASE("resample: kernels that read many pixels end with the deadline")
{
    ms::Deadline const passed{ms::Deadline::Clock::now()};
    ms::Budget budget{passed, 1000};
    std::vector<std::uint8_t> const pixels(16);
    std::array const positions{Point{2, 0.5}};
    std::array<std::uint8_t, 4> out{};
    CHECK_THROWS_AS(
        resample({4, 1, pixels}, whole, level, positions, {3, 1}, Kernel::Average, out, budget),
        ms::Interrupted);
}

TEST_CASE("resample: transparent pixels take no colour to the rim")
{
    auto const [red, alpha] = red_at(Kernel::Average, 3.0, 2, 0);
    CHECK(red == 100); // premultiplied: 200 at half of its alpha
    CHECK(alpha == 128);
}

TEST_CASE("resample: kernels are named as in PROCESSING RESAMPLE")
{
    CHECK(find_kernel("bilinear") == Kernel::Bilinear);
    CHECK(find_kernel("AVERAGE") == Kernel::Average);
    CHECK(!find_kernel("CUBIC"));
    CHECK(name_of(Kernel::Nearest) == "NEAREST");
}

TEST_CASE("resample: columns and rows find the pixels of their crossings")
{
    Size const size{10, 8};
    Window const window{2, 1, 5, 6};
    std::vector<Point> columns;
    for (double const x : {-1.0, 1.99, 2.0, 4.5, 6.999, 7.0, 20.0}) {
        columns.push_back({x, 3});
    }
    std::vector<Point> rows;
    for (double const y : {-0.5, 1.0, 3.25, 6.999, 7.0, std::numeric_limits<double>::quiet_NaN()}) {
        rows.push_back({3, y});
    }
    std::vector<Point> crossings;
    for (auto const& row : rows) {
        for (auto const& column : columns) {
            crossings.push_back({column.x, row.y});
        }
    }
    std::vector<std::int32_t> expected(crossings.size());
    nearest_indices(window, size, crossings, expected);
    NearestAxes const axes{window, size, columns, rows};
    std::vector<std::int32_t> indices;
    for (auto const row : axes.rows) {
        for (auto const column : axes.columns) {
            indices.push_back(row < 0 || column < 0 ? -1 : row + column);
        }
    }
    CHECK(indices == expected);
    CHECK(indices[columns.size() * 2 + 3] == 2 * 5 + 2);
    CHECK(indices[columns.size()] == -1);
    CHECK(!axes.are_consecutive);
    CHECK(NearestAxes(window, size, std::span{columns}.subspan(2, 1), rows).are_consecutive);
    std::vector<Point> const neighbours{{3.2, 0}, {4.2, 0}, {5.2, 0}};
    CHECK(NearestAxes(window, size, neighbours, rows).are_consecutive);
}
