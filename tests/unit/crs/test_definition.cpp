// SPDX-License-Identifier: MIT
#include "base/allocations.hpp"
#include "base/error.hpp"
#include "crs/definition.hpp"
#include "crs/name.hpp"
#include "unit/processor_time.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

using ms::crs::parse;
using ms::crs::parse_request;

namespace {

ms::crs::Definition block(std::vector<std::string> const& arguments)
{
    return parse(arguments, {});
}

} // namespace

TEST_CASE("crs: every spelling of an EPSG code means the code")
{
    for (auto const* const spelling :
         {"EPSG:32632", "epsg:32632", "init=epsg:32632", "+init=epsg:32632", "  EPSG:32632 ",
          "urn:ogc:def:crs:EPSG::32632", "urn:ogc:def:crs:EPSG:6.9:32632",
          "urn:x-ogc:def:crs:EPSG:32632", "http://www.opengis.net/def/crs/EPSG/0/32632",
          "https://www.opengis.net/def/crs/EPSG/0/32632",
          "http://www.opengis.net/gml/srs/epsg.xml#32632", "[EPSG:32632]"}) {
        CAPTURE(spelling);
        auto const crs = parse(spelling);
        CHECK(crs.authority_code() == "EPSG:32632");
        CHECK(crs.proj_text() == "EPSG:32632");
        CHECK(crs == parse("EPSG:32632"));
    }
    CHECK(parse("urn:EPSG:geographicCRS:4326").authority_code() == "EPSG:4326");
}

TEST_CASE("crs: the tokens of a PROJECTION block make one PROJ string")
{
    auto const crs = block({"proj=utm", "zone=32", "ellps=WGS84", "units=m", "no_defs"});
    CHECK(crs.proj_text() == "+proj=utm +zone=32 +ellps=WGS84 +units=m +no_defs +type=crs");
    CHECK(crs.authority_code().empty());
    CHECK(parse("proj=utm,zone=32,ellps=WGS84").proj_text() ==
          "+proj=utm +zone=32 +ellps=WGS84 +type=crs");
    CHECK(parse("+proj=utm +zone=32 +ellps=WGS84").proj_text() ==
          "+proj=utm +zone=32 +ellps=WGS84 +type=crs");
    CHECK(block({"+proj=utm", "+zone=32"}).proj_text() == "+proj=utm +zone=32 +type=crs");
}

TEST_CASE("crs: MapServer's epsgaxis does not change the CRS")
{
    CHECK(block({"init=epsg:4326", "epsgaxis=ne"}).authority_code() == "EPSG:4326");
}

TEST_CASE("crs: names for Web Mercator from before it had a code are EPSG:3857")
{
    for (auto const* const name : {"EPSG:900913", "init=epsg:900913", "EPSG:3785", "ESRI:102100"}) {
        CHECK(parse(name).authority_code() == "EPSG:3857");
    }
    CHECK(parse("+proj=merc +a=6378137 +b=6378137 +lat_ts=0.0 +lon_0=0.0 +x_0=0.0 +y_0=0 +k=1.0 "
                "+units=m +nadgrids=@null +wktext +no_defs") == parse("EPSG:3857"));
}

TEST_CASE("crs: all spellings of WGS 84 degrees are one CRS")
{
    for (auto const* const name :
         {"CRS:84", "CRS84", "OGC:CRS84", "urn:ogc:def:crs:OGC:1.3:CRS84",
          "urn:ogc:def:crs:OGC::CRS84", "urn:ogc:def:crs:OGC:CRS84",
          "http://www.opengis.net/def/crs/OGC/1.3/CRS84", "+proj=longlat +datum=WGS84 +no_defs",
          "+proj=latlong +datum=WGS84"}) {
        CAPTURE(name);
        CHECK(parse(name) == parse("EPSG:4326"));
    }
    CHECK(parse("CRS:84").authority_code() == "CRS:84");
    CHECK_FALSE(parse("CRS:83") == parse("EPSG:4326"));
    CHECK_FALSE(parse("+proj=longlat +datum=WGS84 +lon_wrap=180") == parse("EPSG:4326"));
}

TEST_CASE("crs: well-known text with a code is the CRS of the code if it means the same")
{
    std::string const utm =
        R"(PROJCS["WGS 84 / UTM zone 31N",GEOGCS["WGS 84",DATUM["WGS_1984",)"
        R"(SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],)"
        R"(UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],)"
        R"(PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",3],)"
        R"(PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",EAST],)"
        R"(PARAMETER["false_northing",0],UNIT["metre",1],)"
        R"(AUTHORITY["EPSG","32631"]])";
    auto const with_east = [&](char const* value) {
        auto text = utm;
        text.replace(text.find("EAST"), 4, value);
        return parse(text);
    };
    CHECK(with_east("500000") == parse("EPSG:32631"));
    CHECK_FALSE(with_east("600000") == parse("EPSG:32631"));
}

// EPSG's own axis lists (epsg.org): 4326 lat, lon; 3035, 2193, 31467 north, east; 32661 (N,E).
TEST_CASE("crs: the authority's axis order is known")
{
    for (auto const* const name :
         {"EPSG:4326", "EPSG:4258", "EPSG:3035", "EPSG:2193", "EPSG:31467", "EPSG:32661"}) {
        CAPTURE(name);
        CHECK(parse(name).is_axis_inverted());
    }
    for (auto const* const name :
         {"CRS:84", "CRS:83", "EPSG:3857", "EPSG:32632", "EPSG:2056", "EPSG:3031", "EPSG:3413",
          "EPSG:5041", "+proj=longlat +datum=WGS84"}) {
        CAPTURE(name);
        CHECK_FALSE(parse(name).is_axis_inverted());
    }
}

TEST_CASE("crs: units of the first axis in metres")
{
    CHECK(parse("EPSG:32632").meters_per_unit() == 1);
    // 1200/3937, the US survey foot
    CHECK(parse("EPSG:2263").meters_per_unit() == doctest::Approx(0.3048006096012192));
    CHECK(parse("+proj=utm +zone=32 +units=km").meters_per_unit() == 1000);
    // 2 * pi * 6378137 / 360
    CHECK(parse("EPSG:4326").meters_per_unit() == doctest::Approx(111319.49079327358));
    CHECK(parse("EPSG:4326").is_geographic());
    CHECK(parse("+proj=longlat +ellps=bessel +towgs84=1,2,3").is_geographic());
    CHECK_FALSE(parse("EPSG:3857").is_geographic());
    CHECK_FALSE(parse("EPSG:7415").is_geographic()); // compound: Dutch grid with heights
}

TEST_CASE("crs: where the world ends")
{
    CHECK(parse("EPSG:4326").world_edge().meridian == 180);
    CHECK(parse("+proj=longlat +datum=WGS84").world_edge().meridian == 180);
    CHECK(parse("EPSG:4807").world_edge().meridian == doctest::Approx(200)); // grads
    auto const mercator = parse("EPSG:3857").world_edge();
    CHECK(mercator.is_worldwide);
    CHECK(mercator.meridian == doctest::Approx(20037508.342789244).epsilon(1e-15));
    CHECK(parse("EPSG:3395").world_edge().meridian == doctest::Approx(mercator.meridian));
    auto const equal_earth = parse("EPSG:8857").world_edge();
    CHECK(equal_earth.is_worldwide);
    CHECK(equal_earth.meridian == 0); // its edge is curved
    CHECK_FALSE(parse("EPSG:25832").world_edge().is_worldwide);
    CHECK_FALSE(ms::crs::Definition{}.world_edge().is_worldwide);
}

TEST_CASE("crs: nothing is the undefined CRS")
{
    CHECK_FALSE(parse("").is_defined());
    CHECK_FALSE(block({}).is_defined());
    CHECK_FALSE(block({"  "}).is_defined());
    CHECK(parse("") == ms::crs::Definition{});
    CHECK_FALSE(parse("") == parse("EPSG:4326"));
}

TEST_CASE("crs: an unknown CRS is an error that names it")
{
    for (auto const* const name :
         {"EPSG:999999", "nonsense", "+proj=nonsense", "FOO:1", "EPSG:", "urn:ogc:def:crs:EPSG",
          "http://example.org/EPSG/4326", "AUTO:42009,9001,0,0", "AUTO:42001,9001,200,0"}) {
        CAPTURE(name);
        try {
            static_cast<void>(parse(name));
            FAIL("no error");
        } catch (ms::Error const& error) {
            CHECK(error.kind() == ms::ErrorKind::BadMapfile);
            CHECK(std::string{error.what()}.find(name) != std::string::npos);
        }
    }
}

TEST_CASE("crs: clients may name CRSs but not write PROJ strings")
{
    CHECK(parse_request("EPSG:4326").authority_code() == "EPSG:4326");
    CHECK(parse_request("crs:84").authority_code() == "CRS:84");
    CHECK(parse_request("AUTO2:42001,1,8,47").is_defined());
    for (auto const* const name :
         {"+proj=longlat", "init=epsg:4326", "proj=utm,zone=32", "+init=/etc/passwd:x", "../file:x",
          "GEOGCS[\"x\"]", "", "EPSG:4326 +proj=utm"}) {
        CAPTURE(name);
        try {
            static_cast<void>(parse_request(name));
            FAIL("no error");
        } catch (ms::Error const& error) {
            CHECK(error.kind() == ms::ErrorKind::BadRequest);
        }
    }
}

TEST_CASE("crs: definitions are shared between threads")
{
    auto const crs = parse("EPSG:2056");
    std::vector<std::thread> threads;
    std::vector<int> equal(4);
    for (auto& result : equal) {
        threads.emplace_back([&result, crs] { result = parse("init=epsg:2056") == crs ? 1 : 0; });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    CHECK(equal == std::vector<int>(4, 1));
}

TEST_CASE("crs: PROJ is asked once for a code that it does not know")
{
    auto const time = [] {
        test::ProcessorTime const one;
        CHECK_THROWS_AS((void)parse_request("EPSG:987654"), ms::Error);
        return one.used();
    };
    auto const first = time();
    auto later = time();
    for (int i = 0; i < 9; ++i) {
        later = std::min(later, time());
    }
    CHECK(later < first / 5);
}

TEST_CASE("crs: long names of clients are not kept")
{
    auto const before = ms::allocated_by_thread();
    for (char letter = 'a'; letter <= 'z'; ++letter) {
        CHECK_THROWS_AS((void)parse_request("EPSG:" + std::string(1'000'000, letter)), ms::Error);
    }
    CHECK(ms::allocated_by_thread() - before < 1'000'000);
}

TEST_CASE("crs: an unknown authority may be a file of PROJ's folder, for mapfiles only")
{
    using Block = std::vector<std::string>;
    for (auto const* text : {"local:1", "init=local:1", "+init=local:1"}) {
        CAPTURE(text);
        CHECK(ms::crs::name_of(Block{text})->init_text == "+init=local:1 +type=crs");
    }
    for (auto const* text : {"urn:ogc:def:crs:local::1", "../local:1", "local:1:2"}) {
        CAPTURE(text);
        auto const name = ms::crs::name_of(Block{text});
        CHECK((!name || name->init_text.empty()));
    }
    CHECK(ms::crs::authority_name("local:1")->init_text.empty());
    CHECK_THROWS_AS((void)parse("local:1"), ms::Error);
    CHECK_THROWS_AS((void)parse_request("local:1"), ms::Error);
}
