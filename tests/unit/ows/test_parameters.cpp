// SPDX-License-Identifier: MIT
#include "ows/wms/parameters.hpp"

#include "base/string.hpp"
#include "http/query_string.hpp"
#include "ows/common/service_exception.hpp"
#include "ows/wms/color.hpp"
#include "unit/ows/maps.hpp"

using namespace ms::ows;
using ms::http::parse_query_string;

namespace {

std::string const valid = "VERSION=1.1.1&LAYERS=poly&STYLES=&SRS=EPSG:4326&BBOX=0,40,20,60"
                          "&WIDTH=200&HEIGHT=100&FORMAT=image/png";

/// The last of a repeated parameter has priority, so changes are appended.
wms::GetMap parse(std::string const& changes)
{
    auto const map = test::example_map();
    return wms::parse_get_map(parse_query_string(valid + '&' + changes), *map);
}

std::string code_of(std::string const& query)
{
    auto const map = test::example_map();
    try {
        (void)wms::parse_get_map(parse_query_string(query), *map);
    } catch (ServiceException const& error) {
        return error.code().empty() ? "-" : std::string{error.code()};
    }
    return "accepted";
}

} // namespace

TEST_CASE("GetMap parameters: strings become values")
{
    auto const requested =
        parse("LAYERS=a,b&STYLES=red,default&BBOX=-1.5,2e1,3,4e1&TRANSPARENT=true"
              "&BGCOLOR=0xFF8000&TIME=2004&BBOX_PIXEL_IS_POINT=TRUE");
    CHECK(requested.version == wms::Version::V111);
    CHECK(requested.layers == std::vector<std::string>{"a", "b"});
    CHECK(requested.styles == std::vector<std::string>{"red", ""});
    CHECK(requested.system == "EPSG:4326");
    CHECK(requested.bbox == std::array{-1.5, 20.0, 3.0, 40.0});
    CHECK(requested.size == ms::mapfile::Size{200, 100});
    CHECK(requested.format == "image/png");
    CHECK(requested.is_transparent == true);
    CHECK(requested.background == ms::image::Color{255, 128, 0, 255});
    CHECK(requested.bbox_is_pixel_centres);
    CHECK(requested.time == "2004");
}

TEST_CASE("GetMap parameters: parameters without a value stay unset")
{
    auto const requested = parse("");
    CHECK_FALSE(requested.is_transparent);
    CHECK_FALSE(requested.background);
    CHECK_FALSE(requested.resolution);
    CHECK_FALSE(requested.bbox_is_pixel_centres);
}

TEST_CASE("GetMap parameters: names compare without case, the last of several has priority")
{
    CHECK(parse("width=10&WiDtH=20").size.width == 20);
}

TEST_CASE("GetMap parameters: resolution in MapServer's, QGIS's and GeoServer's words")
{
    CHECK(parse("MAP_RESOLUTION=96").resolution == 96);
    CHECK(parse("map.resolution=120").resolution == 120);
    CHECK(parse("DPI=144").resolution == 144);
    CHECK(parse("FORMAT_OPTIONS=antialias:on;dpi:180").resolution == 180);
    CHECK(parse("MAP_RESOLUTION=96&DPI=144&FORMAT_OPTIONS=dpi:180").resolution == 96);
    CHECK_FALSE(parse("FORMAT_OPTIONS=antialias:on").resolution);
}

TEST_CASE("GetMap parameters: styles may be left empty for all layers at once")
{
    CHECK(parse("LAYERS=a,b,c&STYLES=").styles.size() == 3);
    CHECK(parse("LAYERS=a&STYLES=,").styles.size() == 1);
    CHECK(parse("LAYERS=a,b&STYLES=,red").styles == std::vector<std::string>{"", "red"});
}

// The codes are those of MapServer 8.0.0 for the same requests; "-" is a report without a code.
// MapServer lets the last four pass or answers them with a web page.
TEST_CASE("GetMap parameters: invalid values are refused with their code")
{
    struct Row {
        char const* change;
        char const* code;
    };
    for (auto const& [change, code] : std::initializer_list<Row>{
             {"STYLES=a,b", "StyleNotDefined"},
             {"LAYERS=a,b&STYLES=red", "StyleNotDefined"},
             {"BBOX=", "-"},
             {"BBOX=0,0,1", "-"},
             {"BBOX=0,0,1,1,1", "-"},
             {"BBOX=a,b,c,d", "-"},
             {"BBOX=20,40,0,60", "-"},
             {"BBOX=0,40,0,60", "-"},
             {"WIDTH=0", "-"},
             {"WIDTH=-5", "-"},
             {"WIDTH=4097", "-"},
             {"WIDTH=x", "-"},
             {"HEIGHT=99999999999999999999", "-"},
             {"BBOX=0,40,20,inf", "-"},
             {"BBOX=0,40,20,nan", "-"},
             {"BGCOLOR=zz", "InvalidParameterValue"},
             {"MAP_RESOLUTION=5", "InvalidParameterValue"},
         }) {
        CAPTURE(change);
        CHECK(code_of(valid + '&' + change) == code);
    }
}

// As MapServer 8.0.0; wms_layerlimit is 3.
TEST_CASE("GetMap parameters: the limit of layers is one of 1.3.0")
{
    CHECK(parse("LAYERS=a,b,c,d").layers.size() == 4);
    auto const newer =
        ms::replace_all(ms::replace_all(valid, "VERSION=1.1.1", "VERSION=1.3.0"), "SRS=", "CRS=");
    CHECK(code_of(newer + "&LAYERS=a,b,c,d") == "-");
}

TEST_CASE("GetMap parameters: missing ones are reported with their code")
{
    for (std::string const name :
         {"LAYERS", "STYLES", "SRS", "BBOX", "WIDTH", "HEIGHT", "FORMAT"}) {
        CAPTURE(name);
        CHECK(code_of(ms::replace_all(valid, '&' + name + '=', "&X=")) == "MissingParameterValue");
    }
    CHECK(code_of(valid + "&VERSION=1.3.0") == "MissingParameterValue"); // CRS, not SRS
}

TEST_CASE("GetMap parameters: EXCEPTIONS is checked from 1.3.0 on")
{
    CHECK(code_of(valid + "&EXCEPTIONS=foo") == "accepted");
    CHECK(code_of(valid + "&VERSION=1.3.0&CRS=EPSG:4326&EXCEPTIONS=foo") == "InvalidFormat");
    CHECK(code_of(valid + "&VERSION=1.3.0&CRS=EPSG:4326&EXCEPTIONS=inimage") == "accepted");
}

TEST_CASE("GetMap parameters: STYLES may be missing where the map allows it")
{
    auto const map =
        test::load(R"(MAP WEB METADATA "wms_allow_getmap_without_styles" "true" END END END)");
    auto const requested = wms::parse_get_map(
        parse_query_string("VERSION=1.1.1&LAYERS=a,b&SRS=EPSG:4326&BBOX=0,0,1,1&WIDTH=1&HEIGHT=1"
                           "&FORMAT=image/png"),
        *map);
    CHECK(requested.styles == std::vector<std::string>{"", ""});
}

TEST_CASE("colour: six hexadecimal digits, with 0x, # or alone")
{
    CHECK(wms::parse_color("0x0a0B0c") == ms::image::Color{10, 11, 12, 255});
    CHECK(wms::parse_color("#ffffff") == ms::image::Color{255, 255, 255, 255});
    CHECK(wms::parse_color("000001") == ms::image::Color{0, 0, 1, 255});
    CHECK_FALSE(wms::parse_color("0x12345"));
    CHECK_FALSE(wms::parse_color("0x-12345"));
    CHECK_FALSE(wms::parse_color(""));
}
