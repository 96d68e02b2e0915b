// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "mapfile/load.hpp"
#include "source/layer_error.hpp"
#include "source/postgis/link/databases.hpp"
#include "source/registry.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

using namespace ms;

namespace {

namespace fs = std::filesystem;

/// Twenty columns and ten rows of pixels of 1 x 1 from (0, 0) on; the value is the column's number,
/// -1 (NODATA) in the two rows at the top.
class Plane {
public:
    Plane()
    {
        fs::create_directories(folder);
        std::ofstream file{folder / "plane.asc"};
        file << "ncols 20\nnrows 10\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -1\n";
        for (int row = 0; row < 10; ++row) {
            for (int column = 0; column < 20; ++column) {
                file << (row < 2 ? -1 : column) << ' ';
            }
            file << '\n';
        }
    }
    ~Plane() { fs::remove_all(folder); }
    Plane(Plane const&) = delete;
    Plane& operator=(Plane const&) = delete;

    /// All rows of a layer over the whole file, with image pixels the size of file pixels.
    feature::FeatureBatch rows(std::string const& layer, std::vector<std::string> fields,
                               double pixel = 1)
    {
        auto const map =
            mapfile::load_text("MAP LAYER NAME \"a\" DATA \"plane.asc\" " + layer + " END END",
                               folder)
                .map;
        REQUIRE(map);
        Log log;
        Deadline const deadline;
        source::postgis::Databases databases;
        source::Services const services{log, databases, deadline};
        auto const source = source::open_source(*map, map->layers[0], services);
        source::Query query;
        query.kind = map->layers[0].type == mapfile::LayerType::Line ? geometry::Kind::Line
                                                                     : geometry::Kind::Point;
        query.box = geometry::Box{0, 0, 20, 10};
        // As a plan makes it: by one pixel of the shorter axis too small.
        query.pixel_size = 10 / (10 / pixel + 1);
        query.fields = std::move(fields);
        query.scale_denominator = 5000;
        feature::FeatureBatch all;
        (void)source->start(query)->next(all);
        return all;
    }

    fs::path folder = fs::temp_directory_path() / ("plane_" + std::to_string(::getpid()));
};

std::string error_of(std::string const& layer)
{
    Plane plane;
    try {
        (void)plane.rows(layer, {});
    } catch (source::LayerError const& error) {
        return error.public_text();
    }
    return "";
}

} // namespace

// The value n is in the middle of the column n, at n + 1/2.
TEST_CASE("contours: lines at multiples of CONTOUR_INTERVAL, with their value")
{
    Plane plane;
    auto const rows =
        plane.rows("TYPE LINE CONNECTIONTYPE CONTOUR PROCESSING \"CONTOUR_INTERVAL=5\" "
                   "PROCESSING \"CONTOUR_ITEM=height\"",
                   {"height"});
    int seen = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        auto const value = std::stod(std::string{rows.attributes[0][row]});
        if (value == 0) {
            continue; // along the edge of the file
        }
        ++seen;
        CHECK(rows.attributes[0][row].ends_with(".000"));
        for (auto const& point : rows.geometry.points_of(row)) {
            CHECK(point.x == doctest::Approx(value + 0.5));
            CHECK(point.y <= 8); // no NODATA pixels
        }
    }
    CHECK(seen == 3);
}

TEST_CASE("contours: fixed levels, and those of the scale")
{
    Plane plane;
    auto const rows = plane.rows("TYPE LINE CONNECTIONTYPE CONTOUR PROCESSING \"CONTOUR_ITEM=h\" "
                                 "PROCESSING \"CONTOUR_LEVELS=0,4000:1.5\" "
                                 "PROCESSING \"CONTOUR_LEVELS=4000,6000:2.5,7.25\"",
                                 {"h"});
    REQUIRE(rows.size() == 2);
    CHECK(rows.attributes[0][0] == "2.500");
    CHECK(rows.geometry.points_of(0)[0].x == doctest::Approx(3));
    CHECK(rows.geometry.points_of(1)[0].x == doctest::Approx(7.75));
}

TEST_CASE("raster labels: means of squares of LABEL_SPACING pixels, without NODATA")
{
    Plane plane;
    auto const rows = plane.rows("TYPE POINT CONNECTIONTYPE RASTERLABEL PROCESSING "
                                 "\"LABEL_SPACING=4\"",
                                 {"value"});
    // Five columns; two rows of squares from below, the upper of which is 4..8.
    REQUIRE(rows.size() == 10);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        auto const at = rows.geometry.points_of(row)[0];
        // Columns x - 2 to x + 1.
        CHECK(std::stod(std::string{rows.attributes[0][row]}) == doctest::Approx(at.x - 0.5));
    }
    CHECK(rows.geometry.points_of(0)[0].x == doctest::Approx(2));
    CHECK(rows.geometry.points_of(0)[0].y == doctest::Approx(6));
}

// Of 8 rows, the third line of squares has 6.6 to 8; its middle is above the file.
TEST_CASE("raster labels: a square has a mean if a part of it is in the file")
{
    Plane plane;
    auto const rows_by = [&](std::string const& kernel) {
        return plane
            .rows("TYPE POINT CONNECTIONTYPE RASTERLABEL PROCESSING \"LABEL_SPACING=3.3\" "
                  "PROCESSING \"RESAMPLE=" +
                      kernel + '"',
                  {"value"})
            .size();
    };
    CHECK(rows_by("AVERAGE") == 6 * 3);
    CHECK(rows_by("NEAREST") == 6 * 2);
}

TEST_CASE("raster labels: pixels larger than the spacing have one label each, in their middle")
{
    Plane plane;
    auto const rows = plane.rows("TYPE POINT CONNECTIONTYPE RASTERLABEL PROCESSING "
                                 "\"LABEL_SPACING=4\"",
                                 {"value"}, 0.1);
    CHECK(rows.size() == 20 * 8);
    CHECK(rows.geometry.points_of(0)[0].x == 0.5);
}

// Counted out: atan2(2.5, 2.5) is 45 degrees, and the hypotenuse 2.5 * sqrt(2).
TEST_CASE("arrows: angle and length of two bands")
{
    Plane plane;
    auto const rows =
        plane.rows("TYPE POINT CONNECTIONTYPE UVRASTER PROCESSING \"BANDS=1,1\" PROCESSING "
                   "\"UV_SPACING=2\" PROCESSING \"UV_SIZE_SCALE=10\"",
                   {"uv_angle", "uv_minus_angle", "uv_length", "uv_length_2", "u", "v"});
    REQUIRE(rows.size() == 10 * 4);
    std::size_t const second = 4; // four in a column
    CHECK(rows.attributes[0][second] == "45.000000");
    CHECK(rows.attributes[1][second] == "225.000000");
    CHECK(rows.attributes[2][second] == "35.355339");
    CHECK(rows.attributes[3][second] == "17.677670");
    CHECK(rows.attributes[4][second] == "2.500000");
}

TEST_CASE("computed layers: a key that is wrong is named")
{
    for (auto const& [layer, part] : {
             std::pair{"TYPE POINT CONNECTIONTYPE UVRASTER", "BANDS has to name two bands"},
             {"TYPE POINT CONNECTIONTYPE UVRASTER PROCESSING \"BANDS=1,2\"", "illegal band '2'"},
             {"TYPE POINT CONNECTIONTYPE UVRASTER PROCESSING \"BANDS=1,1\" PROCESSING "
              "\"UV_SPACING=no\"",
              "UV_SPACING"},
             {"TYPE POINT CONNECTIONTYPE RASTERLABEL PROCESSING \"RESAMPLE=CUBIC\"", "RESAMPLE"},
             {"TYPE LINE CONNECTIONTYPE CONTOUR PROCESSING \"CONTOUR_INTERVAL=0\"",
              "CONTOUR_INTERVAL"},
             {"TYPE LINE CONNECTIONTYPE CONTOUR PROCESSING \"CONTOUR_LEVELS=1:2\"",
              "CONTOUR_LEVELS"},
             {"TYPE LINE CONNECTIONTYPE CONTOUR PROCESSING \"CONTOUR_INTERVAL=0.00000001\"",
              "too many lines"},
         }) {
        CAPTURE(layer);
        CHECK(error_of(layer).find(part) != std::string::npos);
    }
}
