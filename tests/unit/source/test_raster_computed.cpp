// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "mapfile/load.hpp"
#include "source/layer_error.hpp"
#include "source/postgis/link/databases.hpp"
#include "source/registry.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
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
                               double pixel = 1, bool is_fixed = true)
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
        bool const is_line = query.kind == geometry::Kind::Line;
        // From centre to centre of the outer pixels of the image.
        double const inset = is_line ? 0 : pixel / 2;
        query.box = geometry::Box{inset, inset, 20 - inset, 10 - inset};
        // As a plan makes it: by one pixel of the shorter axis too small.
        query.pixel_size = 10 / (10 / pixel + 1);
        query.image = source::QueryImage{static_cast<int>(20 / pixel), static_cast<int>(10 / pixel),
                                         is_fixed};
        query.fields = std::move(fields);
        query.scale_denominator = 5000;
        feature::FeatureBatch all;
        (void)source->start(query)->next(all);
        return all;
    }

    /// Places of labels, LABEL_SPACING 4.
    std::vector<geometry::Point> places(geometry::Box const& box, source::QueryImage const& image)
    {
        auto const map =
            mapfile::load_text("MAP LAYER NAME \"a\" DATA \"plane.asc\" TYPE POINT CONNECTIONTYPE "
                               "RASTERLABEL PROCESSING \"LABEL_SPACING=4\" END END",
                               folder)
                .map;
        REQUIRE(map);
        Log log;
        Deadline const deadline;
        source::postgis::Databases databases;
        source::Services const services{log, databases, deadline};
        auto const source = source::open_source(*map, map->layers[0], services);
        source::Query query;
        query.kind = geometry::Kind::Point;
        query.box = box;
        query.image = image;
        feature::FeatureBatch all;
        (void)source->start(query)->next(all);
        return all.geometry.points;
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
        // Of each two columns the one right of the middle: of x - 2 to x + 1 these are x - 1 and
        // x + 1.
        CHECK(std::stod(std::string{rows.attributes[0][row]}) == doctest::Approx(at.x));
    }
    CHECK(rows.geometry.points_of(0)[0].x == doctest::Approx(2));
    CHECK(rows.geometry.points_of(0)[0].y == doctest::Approx(6));
}

// MapServer 8.0.0 draws the arrows of such a map there: the file is within the map, so that the
// squares cover both, and are as much larger.
TEST_CASE("raster labels: the squares around a file within the map are larger")
{
    Plane plane;
    auto const map = [&](geometry::Box const& box, int width, int height) {
        return plane.places(box, {width, height, false});
    };
    // 60 x 40 pixels of 1; with the file 79 x 49, which are 1.339 pixels for each of the 59 x 39.
    auto const around = map({-19.5, -14.5, 39.5, 24.5}, 60, 40);
    REQUIRE(around.size() > 1);
    double const pixel = (59.0 + 20) / 59;
    CHECK(around[1].x - around[0].x == doctest::Approx(4 * pixel));
    double const origin = -59.0 / 2 - pixel / 2;
    CHECK(std::fmod(around[0].x - origin, 4 * pixel) == doctest::Approx(2 * pixel));
    // Cut at the left side of the file: 10 x 8 pixels are left of 15 x 8.
    auto const beside = map({-4.5, 0.5, 9.5, 7.5}, 15, 8);
    double const cut = std::max(9.5 / 14, 7.0 / 7);
    CHECK(beside[0].x == doctest::Approx(0 - cut / 2 + 2 * cut));
}

// Of 8 rows, the sixth line of squares has 7.5 to 8; its middle is above them.
TEST_CASE("raster labels: a square has a mean if a part of it is in the file")
{
    Plane plane;
    auto const rows_by = [&](std::string const& kernel) {
        return plane
            .rows("TYPE POINT CONNECTIONTYPE RASTERLABEL PROCESSING \"LABEL_SPACING=1.5\" "
                  "PROCESSING \"RESAMPLE=" +
                      kernel + '"',
                  {"value"})
            .size();
    };
    CHECK(rows_by("AVERAGE") == 13 * 6);
    CHECK(rows_by("NEAREST") == 13 * 5);
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
