// SPDX-License-Identifier: MIT
#include "unit/render/drawing.hpp"

#include "render/draw/point_raster.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <string>

using namespace ms;
using namespace ms::render;

namespace {

constexpr int width = 200;
constexpr int height = 150;

std::vector<WeightedPoint> points(double first, double second)
{
    return {{50, 79, first}, {120, 79, second}, {130, 74, first}};
}

/// Row 79, every fifth column from 30 on.
std::vector<int> row_of(std::vector<std::uint8_t> const& bytes)
{
    std::vector<int> row;
    for (std::size_t x = 30; x < 160; x += 5) {
        row.push_back(bytes[79 * width + x]);
    }
    return row;
}

std::vector<int> density(InterpolationSettings const& settings)
{
    std::vector<float> sums(width * height);
    for (auto const& point : points(1, 3)) {
        sums[static_cast<std::size_t>(point.y * width + point.x)] +=
            static_cast<float>(point.weight);
    }
    std::vector<std::uint8_t> bytes(sums.size());
    Budget unlimited;
    kernel_density(sums, width, height, settings, bytes, unlimited);
    return row_of(bytes);
}

void check_close(std::vector<int> const& found, std::vector<int> const& expected)
{
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        CAPTURE(i);
        CHECK(std::abs(found[i] - expected[i]) <= 1);
    }
}

} // namespace

// Grey values of MapServer 8.0.0 for the same points.
TEST_CASE("kernel density: bells with a third of the radius, the largest sum is 255")
{
    check_close(density({.radius_px = 20}), {0, 6, 25, 58, 77,  58,  25,  6,   0,  0,  0, 0, 0,
                                             0, 2, 18, 76, 181, 253, 221, 134, 63, 21, 4, 0, 0});
    check_close(density({.radius_px = 20, .normalization = 2.0}),
                {0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 4, 5, 5, 3, 1, 0, 0, 0, 0});
}

// As MapServer 8.0.0: of points at the edges no more is seen than what reaches inwards.
TEST_CASE("kernel density: nothing is within a radius of the edges")
{
    constexpr int side = 40;
    std::vector<float> sums(std::size_t{side} * side);
    sums[20 * side + 3] = 1;
    std::vector<std::uint8_t> bytes(sums.size());
    Budget unlimited;
    kernel_density(sums, side, side, {.radius_px = 10}, bytes, unlimited);
    CHECK(bytes[20 * side + 9] == 0);
    CHECK(bytes[20 * side + 10] == 255); // the largest that is left
    CHECK(bytes[9 * side + 10] == 0);
}

// Grey values of MapServer 8.0.0, IDW_POWER 2 and IDW_RADIUS 60.
TEST_CASE("inverse distance: means of the weights within the radius")
{
    std::vector<std::uint8_t> bytes(width * height);
    Budget unlimited;
    InterpolationSettings const settings{.is_density = false, .radius_px = 60, .power = 2};
    inverse_distance_row(points(100, 200), 79, settings,
                         std::span{bytes}.subspan(79 * width, width), unlimited);
    check_close(row_of(bytes), {99,  99,  99,  99,  100, 99,  99,  100, 102, 108, 121, 142, 161,
                                174, 182, 188, 194, 199, 199, 179, 105, 104, 108, 113, 118, 121});
    CHECK(bytes[79 * width + 195] == 0); // too far from all
}

// 2.7 * 10^10 sums, and a row of as many powers as 10,000 points have pixels.
TEST_CASE("rasters of points look at the clock while they are computed")
{
    constexpr int side = 3000;
    Deadline const deadline{Deadline::Clock::now() + std::chrono::milliseconds{50}};
    Budget budget{deadline, std::size_t{1} << 30U};
    std::vector<float> sums(static_cast<std::size_t>(side) * side, 1);
    std::vector<std::uint8_t> bytes(sums.size());
    CHECK_THROWS_AS(kernel_density(sums, side, side, {.radius_px = 1000}, bytes, budget), Error);
    std::vector<WeightedPoint> const many(10'000, {.x = 5, .y = 5, .weight = 1});
    CHECK_THROWS_AS(inverse_distance_row(many, 5,
                                         {.is_density = false, .radius_px = 9000, .power = 1.5},
                                         std::span{bytes}.first(side), budget),
                    Error);
}

TEST_CASE("kernel density: KERNELDENSITY_NORMALIZATION is AUTO, a number, or NUMERIC, which is 1")
{
    auto const normalization = [](std::string const& value) {
        mapfile::Layer layer;
        layer.connection_type = mapfile::ConnectionType::KernelDensity;
        layer.processing = {"KERNELDENSITY_NORMALIZATION=" + value};
        return interpolation_settings(layer).normalization;
    };
    CHECK(normalization("auto") == std::nullopt);
    CHECK(normalization("0.5") == 0.5);
    CHECK(normalization("numeric") == 1.0);
}

TEST_CASE("interpolation: keys that are wrong are named")
{
    for (auto const* const key :
         {"KERNELDENSITY_RADIUS=0", "KERNELDENSITY_RADIUS=1e9", "KERNELDENSITY_NORMALIZATION=no"}) {
        mapfile::Layer layer;
        layer.connection_type = mapfile::ConnectionType::KernelDensity;
        layer.processing = {key};
        CAPTURE(key);
        CHECK_THROWS_AS((void)interpolation_settings(layer), PublicError);
    }
}

// As in MapServer 8.0.0, and as its documentation shows the layer.
TEST_CASE("kernel density: the points of a layer without CLASSes or STYLEs count")
{
    for (auto const* const classes : {"", "CLASS END", "CLASS STYLE COLOR 0 0 0 END END"}) {
        CAPTURE(classes);
        auto const map = test::load(
            "MAP SIZE 60 60 EXTENT 0 0 59 59 LAYER NAME heat TYPE RASTER STATUS ON "
            "CONNECTIONTYPE KERNELDENSITY CONNECTION \"points\" PROCESSING "
            "\"KERNELDENSITY_RADIUS=8\" CLASS STYLE COLORRANGE 255 255 255 255 0 0 DATARANGE 0 255 "
            "END END END LAYER NAME points TYPE POINT STATUS OFF FEATURE POINTS 30 30 END END " +
            std::string{classes} + " END END");
        test::Process const process;
        auto const drawn = test::pixel(test::draw(map, process).bitmap, 30, 29);
        CHECK(drawn.red == 255);
        CHECK(drawn.green < 20);
    }
}
