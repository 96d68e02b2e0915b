// SPDX-License-Identifier: MIT
#include "ows/cgi/dispatch.hpp"

#include "unit/ows/maps.hpp"

#include <algorithm>

using namespace ms;
using namespace ms::ows;

namespace {

std::string header(http::Response const& response, std::string_view name)
{
    auto const found =
        std::ranges::find(response.headers, name, &std::pair<std::string, std::string>::first);
    return found == response.headers.end() ? "" : found->second;
}

constexpr auto get_map = "SERVICE=WMS&REQUEST=GetMap&LAYERS=poly&STYLES=&WIDTH=100&HEIGHT=50"
                         "&FORMAT=application/openlayers";

} // namespace

TEST_CASE("viewer: FORMAT=application/openlayers is a page that requests the same map")
{
    auto const response = test::ask(
        test::example_map(), std::string{get_map} + "&VERSION=1.3.0&CRS=EPSG:4326&BBOX=40,0,60,40",
        {.viewer_script = "//x/ol.js"});
    std::string const page{http::body_text(response)};
    CHECK(response.content_type == "text/html; charset=UTF-8");
    CHECK(page.find("src=\"//x/ol.js\"") != std::string::npos);
    CHECK(page.find("\"LAYERS\": \"poly\"") != std::string::npos);
    // EPSG:4326 of WMS 1.3.0 has latitude first; OpenLayers does not.
    CHECK(page.find("northingFirst: true") != std::string::npos);
}

TEST_CASE("viewer: mode=browse&template=openlayers shows the map by mode=map")
{
    test::TestRequest const request{test::example_map(),
                                    "mode=browse&template=openlayers&layers=all"};
    std::string const page{http::body_text(cgi::dispatch(request.call()))};
    CHECK(page.find("\"mode\": \"map\"") != std::string::npos);
    CHECK(page.find("projection: \"EPSG:4326\"") != std::string::npos);
}

TEST_CASE("viewer: a script of the request stays text, and the page may run its own only")
{
    test::TestRequest request{
        test::example_map(), std::string{get_map} + "&VERSION=1.1.1&SRS=EPSG:4326&BBOX=0,40,40,60"};
    request.request().address.host = "</script><script>alert(1)</script>";
    auto const response = dispatch(request.call());
    REQUIRE(response);
    CHECK(http::body_text(*response).find("<script>alert") == std::string_view::npos);
    auto const policy = header(*response, "Content-Security-Policy");
    CHECK(policy.find("default-src 'none'; script-src 'nonce-") == 0);
    CHECK(policy.find("unsafe-inline") == std::string::npos);
}

TEST_CASE("viewer: a layer that does not exist is an exception, not a page")
{
    auto const response =
        test::ask(test::example_map(),
                  "SERVICE=WMS&REQUEST=GetMap&LAYERS=none&STYLES=&WIDTH=100&HEIGHT=50"
                  "&FORMAT=application/openlayers&VERSION=1.1.1&SRS=EPSG:4326&BBOX=0,0,1,1");
    CHECK(http::body_text(response).find("LayerNotDefined") != std::string_view::npos);
}
