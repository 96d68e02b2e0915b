// SPDX-License-Identifier: MIT
#include "base/string.hpp"
#include "ows/wmts/dispatch.hpp"
#include "ows/wmts/request.hpp"
#include "unit/ows/maps.hpp"

#include <doctest/doctest.h>

namespace {

using namespace ms;
using namespace ms::ows;

std::shared_ptr<mapfile::Map const> map_with(std::string const& metadata,
                                             std::string const& of_layer)
{
    return test::load(
        "MAP NAME \"m\" SIZE 64 64 EXTENT 0 0 1 1 IMAGETYPE png PROJECTION \"EPSG:3857\" END\n"
        "WEB METADATA \"ows_srs\" \"EPSG:3857\" " +
        metadata +
        " END END\n"
        "LAYER NAME \"open\" TYPE POLYGON STATUS ON CLASS STYLE COLOR 255 0 0 END END\n"
        "FEATURE POINTS 0 0 0 9e6 9e6 9e6 9e6 0 0 0 END END END\n"
        "LAYER NAME \"other\" GROUP \"both\" TYPE POINT STATUS ON METADATA " +
        of_layer + " END END\n" + "LAYER NAME \"third\" GROUP \"both\" TYPE POINT END END");
}

http::Response answer(std::shared_ptr<mapfile::Map const> const& map, std::string const& query)
{
    test::TestRequest const request{map, "SERVICE=WMTS&VERSION=1.0.0&" + query};
    return wmts::dispatch(request.call());
}

std::string text_of(http::Response const& response)
{
    return std::string{http::body_text(response)};
}

std::string tile(std::string const& layer, std::string const& more = "")
{
    return "REQUEST=GetTile&LAYER=" + layer +
           "&STYLE=&FORMAT=image/png&TILEMATRIXSET=GoogleMapsCompatible&TILEMATRIX=1&TILEROW=0&"
           "TILECOL=1" +
           more;
}

constexpr auto enabled = R"("ows_enable_request" "*")";

TEST_CASE("a map offers tiles where a list of requests says so")
{
    auto const none = answer(map_with("", ""), "REQUEST=GetCapabilities");
    CHECK(none.status == 501);
    auto const off = answer(map_with(R"("ows_enable_request" "*" "wmts_enable_request" "!*")", ""),
                            tile("open"));
    CHECK(off.status == 501);
    auto const only_tiles =
        map_with(R"("wms_enable_request" "*" "wmts_enable_request" "GetTile")", "");
    CHECK(answer(only_tiles, tile("open")).status == 200);
    CHECK(answer(only_tiles, "REQUEST=GetCapabilities").status == 501);
    CHECK(answer(map_with(R"("wmts_enable_request" "*")", ""), tile("open")).status ==
          501); // not drawn by WMS
}

TEST_CASE("a layer without tiles hides the groups that it is in")
{
    auto const map = map_with(enabled, R"("wmts_enable_request" "!GetTile")");
    CHECK(answer(map, tile("open")).status == 200);
    for (auto const* const name : {"other", "both", "m"}) {
        CHECK(answer(map, tile(name)).status == 400);
    }
    auto const capabilities = text_of(answer(map, "REQUEST=GetCapabilities"));
    CHECK(capabilities.find("<ows:Identifier>open<") != std::string::npos);
    CHECK(capabilities.find("<ows:Identifier>third<") != std::string::npos);
    CHECK(capabilities.find("<ows:Identifier>both<") == std::string::npos);
}

TEST_CASE("clients by whose addresses WMS is closed get no tiles")
{
    auto const map = map_with(R"("ows_enable_request" "*" "wms_allowed_ip_list" "10.0.0.1")", "");
    CHECK(answer(map, tile("open")).status == 501);
    std::vector<std::string> by_path; // what is there, and what is not
    for (auto const* const name : {"open", "nowhere"}) {
        test::TestRequest request{map, ""};
        request.request().path_info =
            std::string{"/m/wmts/1.0.0/"} + name + "/default/GoogleMapsCompatible/0/0/0";
        auto const refused = wmts::dispatch_path(request.call());
        CHECK(refused.status == 501);
        by_path.push_back(text_of(refused));
    }
    CHECK(by_path.front() == by_path.back());
}

TEST_CASE("style sheets and filters have no effect on a tile")
{
    auto const map = map_with(enabled, "");
    auto const plain = answer(map, tile("open"));
    REQUIRE(plain.status == 200);
    for (auto const* const more :
         {"&SLD_BODY=<x/>", "&FILTER=(x)", "&BGCOLOR=0xFF0000", "&TRANSPARENT=TRUE",
          "&BBOX=0,0,1,1", "&WIDTH=1", "&SLD=http://example.org/x"}) {
        CHECK(text_of(answer(map, tile("open", more))) == text_of(plain));
    }
}

TEST_CASE("a grid in a CRS that the layer is not offered in is refused")
{
    auto const map = map_with(R"("ows_enable_request" "*" "tiles_grids" "WorldCRS84Quad")", "");
    auto const refused =
        answer(map, replace_all(tile("open"), "GoogleMapsCompatible", "WorldCRS84Quad"));
    CHECK(refused.status == 400);
    CHECK(text_of(refused).find("locator=\"TILEMATRIXSET\"") != std::string::npos);
    auto const capabilities = text_of(answer(map, "REQUEST=GetCapabilities"));
    CHECK(capabilities.find("<Layer>") == std::string::npos);
}

TEST_CASE("dimensions are steps of paths")
{
    auto const map = map_with(
        enabled,
        R"("wms_timeextent" "2020,2021/2022" "wms_timeitem" "t" "wms_timedefault" "2020")");
    auto const parsed = [&](char const* path) {
        test::TestRequest asked{map, ""};
        asked.request().path_info = path;
        return wmts::parameters_of_path(asked.call());
    };
    auto const parameters =
        parsed("/m/wmts/1.0.0/other/default/2021/GoogleMapsCompatible/3/2/1.png");
    CHECK(parameters.value("time") == "2021");
    CHECK(parameters.value("TILEROW") == "2");
    CHECK(parameters.value("TILECOL") == "1");
    CHECK(parameters.value("REQUEST") == "GetTile");
    auto const info =
        parsed("/m/wmts/1.0.0/other/default/2021/GoogleMapsCompatible/3/2/1/7/5.html");
    CHECK(info.value("REQUEST") == "GetFeatureInfo");
    CHECK(info.value("J") == "7");
    CHECK(info.value("I") == "5");
    CHECK(info.value("INFOFORMAT") == "text/html");
    auto const capabilities = text_of(answer(map, "REQUEST=GetCapabilities"));
    CHECK(capabilities.find("<Value>2021/2022</Value>") != std::string::npos);
    CHECK(capabilities.find("<Default>2020</Default>") != std::string::npos);
}

TEST_CASE("addresses of paths are those of the server, or of METADATA")
{
    auto const text = [&](std::string const& metadata) {
        test::TestRequest request{map_with(enabled + (' ' + metadata), ""),
                                  "SERVICE=WMTS&REQUEST=GetCapabilities"};
        request.request().path_info = "/m";
        return text_of(wmts::dispatch(request.call()));
    };
    CHECK(text("").find("http://localhost/cgi-bin/mapserv/m/wmts/1.0.0/open/{Style}/") !=
          std::string::npos);
    auto const own = text(R"("wmts_onlineresource" "https://tiles.example/x/")");
    CHECK(own.find("\"https://tiles.example/x/1.0.0/open/{Style}/") != std::string::npos);
    CHECK(text(R"("ows_onlineresource" "https://maps.example/?")").find("ResourceURL") ==
          std::string::npos);
}

TEST_CASE("capabilities are short for clients that have them, and partial where sections are named")
{
    auto const map = map_with(R"("ows_enable_request" "*" "ows_updatesequence" "7")", "");
    auto const text = [&](std::string const& more) {
        return text_of(answer(map, "REQUEST=GetCapabilities" + more));
    };
    CHECK(text("&UPDATESEQUENCE=7").find("Contents") == std::string::npos);
    CHECK(text("&UPDATESEQUENCE=6").find("Contents") != std::string::npos);
    CHECK(text("&UPDATESEQUENCE=8").find("InvalidUpdateSequence") != std::string::npos);
    CHECK(text("&SECTIONS=Contents").find("ServiceProvider") == std::string::npos);
    CHECK(text("&SECTIONS=All").find("ServiceProvider") != std::string::npos);
}

} // namespace
