// SPDX-License-Identifier: MIT
#include "crs/proj_arguments.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

using namespace ms::crs;
using Arguments = std::vector<std::string>;

// As MapServer 8.0.0's getProjection() gives them back after setProjection().
TEST_CASE("proj arguments: any spelling becomes MapServer's words")
{
    CHECK(arguments_of_text(" EPSG:2157 ") == Arguments{"init=epsg:2157"});
    CHECK(arguments_of_text("+proj=utm +zone=11") == Arguments{"proj=utm", "zone=11"});
    CHECK(arguments_of_text("proj=utm,zone=11") == Arguments{"proj=utm", "zone=11"});
    CHECK(arguments_of_text("urn:ogc:def:crs:EPSG::4326") ==
          Arguments{"init=epsg:4326", "epsgaxis=ne"});
    CHECK(arguments_of_text("CRS:83") == Arguments{"init=epsg:4269"});
    CHECK(arguments_of_text("AUTO:42001,9001,2.35,48.85") ==
          Arguments{"AUTO:42001,9001,2.35,48.85"});
    CHECK(arguments_of_text("auto") == Arguments{"auto"});
    CHECK(arguments_of_text("").empty());
}

TEST_CASE("proj arguments: they are put together again")
{
    CHECK(text_of_arguments(Arguments{"proj=utm", "+zone=11"}) == "+proj=utm +zone=11");
    CHECK(text_of_arguments(Arguments{"ESRI:53009"}) == "ESRI:53009");
    CHECK(text_of_arguments({}).empty());
}

TEST_CASE("proj arguments: WKT is known by its authority, or in words of PROJ")
{
    CHECK(arguments_of_wkt("WGS84") == Arguments{"init=epsg:4326"});
    CHECK(
        arguments_of_wkt(
            R"(GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],)"
            R"(PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]])") ==
        Arguments{"init=epsg:4326"});
    CHECK_THROWS_AS((void)arguments_of_wkt("nonsense"), ms::Error);
}
