// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "crs/definition.hpp"
#include "crs/text_forms.hpp"
#include "crs/transformation.hpp"

#include <doctest/doctest.h>

#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

using ms::crs::parse;
using ms::crs::parse_request;
using ms::crs::ProjData;
using ms::crs::Transformation;
using ms::geometry::Point;

namespace {

/// A folder with a file of definitions: Mercator whose x is 0 at a longitude, under a code that
/// PROJ does not know and under two that it knows.
class Folder {
public:
    explicit Folder(int meridian)
        : m_path(std::filesystem::temp_directory_path() /
                 ("proj data " + std::to_string(getpid()) + " " + std::to_string(meridian)))
    {
        std::filesystem::create_directory(m_path);
        std::string const mercator =
            "+proj=merc +a=6378137 +b=6378137 +lon_0=" + std::to_string(meridian) +
            " +units=m +no_defs <>\n";
        std::ofstream{m_path / "epsg"} << "<102977> " << mercator << "<3395> " << mercator
                                       << "<4326> +proj=longlat +datum=WGS84 +no_defs <>\n";
        std::ofstream{m_path / "local"} << "<1> " << mercator;
    }
    Folder(Folder const&) = delete;
    Folder& operator=(Folder const&) = delete;
    ~Folder() { std::filesystem::remove_all(m_path); }

    [[nodiscard]] ProjData data() const { return {m_path.string()}; }

private:
    std::filesystem::path m_path;
};

double longitude_of_zero(ms::crs::Definition const& crs)
{
    std::vector<Point> point{{0, 0}};
    Transformation{crs, parse("CRS:84")}.forward(point);
    return std::round(point[0].x * 1e6) / 1e6;
}

using Block = std::vector<std::string>;

} // namespace

TEST_CASE("crs: a folder's definitions are found where MapServer finds them")
{
    Folder const folder{10};
    struct Row {
        Block block;
        double longitude;
    };
    // MapServer 8.0.0, LatLonBoundingBox of a map with CONFIG "PROJ_LIB": after "init=" the file
    // counts before PROJ's own codes, if the name has the letters of the file; otherwise after
    // them.
    for (auto const& row :
         {Row{{"init=epsg:102977"}, 10}, Row{{"+init=epsg:102977"}, 10},
          Row{{"init=epsg:3395"}, 10}, Row{{"init=epsg:3395", "no_defs"}, 10},
          Row{{"epsg:3395"}, 0}, Row{{"init=EPSG:3395"}, 0}, Row{{"init=epsg:3857"}, 0},
          Row{{"init=local:1"}, 10}, Row{{"local:1"}, 10}}) {
        CAPTURE(row.block[0]);
        CHECK(longitude_of_zero(parse(row.block, folder.data())) == row.longitude);
    }
    CHECK_THROWS_AS((void)parse(Block{"init=epsg:102977"}, {}), ms::Error);
    CHECK_THROWS_AS((void)parse(Block{"init=epsg:102978"}, folder.data()), ms::Error);
    CHECK_THROWS_AS((void)parse(Block{"init=epsg:102977"}, {"/nonexistent"}), ms::Error);
    CHECK(longitude_of_zero(parse(Block{"init=epsg:3857"}, {"/nonexistent"})) == 0);
}

TEST_CASE("crs: a code of a protocol is the one of the folder's file \"epsg\"")
{
    Folder const folder{10};
    for (auto const* const text :
         {"EPSG:102977", "epsg:102977", "urn:ogc:def:crs:EPSG::102977", "EPSG:3395"}) {
        CAPTURE(text);
        CHECK(longitude_of_zero(parse(text, folder.data())) == 10);
        CHECK(longitude_of_zero(parse_request(text, folder.data())) == 10);
    }
    // A client names no other files.
    CHECK_THROWS_AS((void)parse_request("local:1", folder.data()), ms::Error);
    CHECK_THROWS_AS((void)parse_request("EPSG:102977"), ms::Error);
}

TEST_CASE("crs: a definition of a file has its code, and needs the file no more")
{
    Folder const folder{10};
    auto const crs = parse(Block{"init=epsg:102977"}, folder.data());
    CHECK(crs.authority_code() == "EPSG:102977");
    CHECK(parse(crs.proj_text()) == crs);
    CHECK(longitude_of_zero(parse(crs.proj_text())) == 10);
    CHECK(ms::crs::to_proj4(crs).find("+lon_0=10") != std::string::npos);
    CHECK(parse(Block{"init=local:1"}, folder.data()).authority_code().empty());
    CHECK_FALSE(parse(Block{"init=epsg:3395"}, folder.data()) == parse("EPSG:3395"));
    // The order of the axes is the code's.
    CHECK(parse(Block{"init=epsg:4326"}, folder.data()).is_axis_inverted());
    CHECK_FALSE(crs.is_axis_inverted());
}

TEST_CASE("crs: grids are found in the folder of either CRS")
{
    std::filesystem::path const installed = "/usr/share/proj/BETA2007.gsb"; // proj-data
    if (!std::filesystem::exists(installed)) {
        MESSAGE("proj-data is not installed: nothing to compare with");
        return;
    }
    Folder const folder{10};
    std::filesystem::copy_file(installed, folder.data().folder + "/mine.gsb");
    auto const place = [](ms::crs::Definition const& from, ms::crs::Definition const& to) {
        std::vector<Point> point{{9, 50}};
        Transformation{from, to}.forward(point);
        return point[0];
    };
    auto const potsdam = [](std::string const& grid) {
        return Block{"proj=longlat", "ellps=bessel", "nadgrids=" + grid, "no_defs"};
    };
    auto const degrees = parse("CRS:84");
    auto const expected = place(parse(potsdam("BETA2007.gsb"), {}), degrees);
    CHECK(expected.x != 9);
    auto const own = parse(potsdam("mine.gsb"), folder.data());
    CHECK(place(own, degrees) == expected);
    CHECK(place(degrees, own) == place(degrees, parse(potsdam("BETA2007.gsb"), {})));
}

TEST_CASE("crs: folders of several maps do not disturb each other in any thread")
{
    Folder const east{10};
    Folder const west{-10};
    auto const shared = parse(Block{"init=epsg:102977"}, east.data());
    std::vector<int> equal(4);
    std::vector<std::thread> threads;
    for (auto& result : equal) {
        threads.emplace_back([&] {
            bool is_right = true;
            for (int i = 0; i < 100; ++i) {
                is_right = is_right && longitude_of_zero(shared) == 10 &&
                           longitude_of_zero(parse("EPSG:102977", west.data())) == -10 &&
                           longitude_of_zero(parse("EPSG:3395", east.data())) == 10 &&
                           longitude_of_zero(parse("EPSG:3395")) == 0;
            }
            result = is_right ? 1 : 0;
        });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    CHECK(equal == std::vector<int>(4, 1));
}
