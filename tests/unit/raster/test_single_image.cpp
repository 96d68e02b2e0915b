// SPDX-License-Identifier: MIT
#include "raster/single_image.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace ms::raster;

namespace {

constexpr int file_pixels = 40;

/// An image from edge to edge in pixels of a file, and the pixel of it that each column shows.
struct Row {
    double low;
    double high;
    std::vector<int> columns; ///< -1: none
};

int pixel_of(double position)
{
    return position >= 0 && position < file_pixels ? static_cast<int>(std::floor(position)) : -1;
}

} // namespace

// Both tables are answers of MapServer 8.0.0 to GetCoverage of a file of 40 x 30 pixels, whose
// values are the numbers of their columns: of square pixels, and of oblong ones.

TEST_CASE("single image: whole pixels of the file are stretched over whole pixels of the image")
{
    std::vector<Row> const rows{
        {-7, 23, {-1, 2, 6, 11, 16, 20}},
        {-15, 41, {-1, -1, 3, 10, 16, 23, 30, 36}},
        {3, 12, {3, 5, 6, 8, 9, 11}},
        {38, 50, {39, -1, -1, -1, -1, -1}},
        {12.4, 28, {13, 16, 18, 21, 24, 26}},
        {33.3, 36.8, {33, 34, 35, 35, 36}},
        {-1.5, 40.5, {1, 4, 7, 10, 12, 15, 18, 21, 24, 27, 30, 32, 35, 38}},
        {36.6, 52.6, {38, -1, -1, -1, -1}},
        {5.5, 9.5, {6, 7, 8, 9}},
        {-40, 85, {-1, 10, 30, -1, -1}},
    };
    for (auto const& [low, high, columns] : rows) {
        CAPTURE(low);
        auto const count = static_cast<int>(columns.size());
        StretchedAxis const axis{low, high, count, file_pixels};
        std::vector<int> found;
        for (int i = 0; i < count; ++i) {
            found.push_back(pixel_of(axis.at(i)));
        }
        CHECK(found == columns);
    }
}

TEST_CASE("single image: twice as many columns are left of the file as the image has")
{
    std::vector<Row> const rows{
        {-2, 19.5, {1, 3, 8, 12, 17}},       {2.3, 28.2, {3, 7, 11, 15, 19, 23, 27}},
        {31.2, 47.7, {32, 35, 39, -1, -1}},  {12.7, 28.3, {14, 17, 19, 21, 23, 26}},
        {8.2, 16.7, {9, 10, 12, 14, 15}}, // all are
        {-8, 59.2, {-1, 8, 20, 31, -1, -1}},
    };
    for (auto const& [low, high, columns] : rows) {
        CAPTURE(low);
        auto const count = static_cast<int>(columns.size());
        ReducedAxis const axis{low, high, reduced_part(low, high, count), file_pixels};
        std::vector<int> found;
        for (int i = 0; i < count; ++i) {
            found.push_back(pixel_of(axis.at(low + (i + 0.5) * (high - low) / count)));
        }
        CHECK(found == columns);
    }
}

TEST_CASE("single image: steps of both, which choose a level of overviews")
{
    CHECK(StretchedAxis(0, 40, 10, file_pixels).step() == 4);
    CHECK(StretchedAxis(-20, 60, 20, file_pixels).step() == 4);
    CHECK(ReducedAxis(0, 40, reduced_part(0, 40, 5), file_pixels).step() == 4); // of 8
    CHECK(ReducedAxis(0, 40, reduced_part(0, 40, 20), file_pixels).step() == 1);
}

TEST_CASE("single image: an image beside the file shows nothing of it")
{
    CHECK(std::isnan(StretchedAxis(-20, -10, 10, file_pixels).at(3)));
    CHECK(std::isnan(StretchedAxis(40, 50, 10, file_pixels).at(0)));
    ReducedAxis const beside{-50, -10, 2, file_pixels};
    CHECK(beside.at(-20) == -20);
    CHECK(beside.step() == 1);
}

TEST_CASE("single image: positions among the pixels that are left, back in the file")
{
    ReducedAxis const axis{0, 40, 4, file_pixels}; // of 40 pixels, 10 are left
    CHECK(axis.step() == 4);
    CHECK(axis.in_file(2.5) == 10);
    CHECK(axis.in_file(2.999999) == 10);
    CHECK(axis.in_file(3) == 14);
    CHECK(axis.in_file(-1) == -4); // beside
    CHECK(axis.in_file(10) == 40);
}

// Of a map whose EXTENT is a file of 300 rows, 58 parts fit but for rounding errors.
TEST_CASE("single image: a part that does not fit is not left, not by a rounding error either")
{
    double const part = 300.0 / 58;
    CHECK(ReducedAxis(-5, 305, part * (1 + 1e-12), 300).count() == 57);
    CHECK(ReducedAxis(-5, 305, part * (1 - 1e-12), 300).count() == 58);
}

// Weights of the rows of a file of 360 x 181 pixels in arrows of MapServer 8.0.0: each of 20 rows
// that are left counts for 9.05 * 181 / 180 rows.
TEST_CASE("single image: along y, pixels that are left count as MapServer counts them")
{
    ReducedAxis const x{0, 360, 9, 360};
    ReducedAxis y{0, 181, 9, 181};
    count_as_mapserver(x, y, 1, 180.0 / 181);
    CHECK(y.count() == 20);
    CHECK(y.pixel(10) == 95);
    CHECK(y.among_left(18.1) == doctest::Approx(1.98895));
    ReducedAxis oblong{0, 362, 9, 362};
    count_as_mapserver(x, oblong, 1, 0.5);
    CHECK(oblong.among_left(18) == doctest::Approx(2));
}
