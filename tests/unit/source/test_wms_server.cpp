// SPDX-License-Identifier: MIT
#include "source/wms/server.hpp"

#include "base/error.hpp"
#include "source/layer_error.hpp"
#include "source/postgis/link/databases.hpp"
#include "source/services.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace ms;
using namespace ms::source;

namespace {

mapfile::Layer layer_of(std::string const& version = "1.1.1")
{
    mapfile::Layer layer;
    layer.name = "a";
    layer.type = mapfile::LayerType::Raster;
    layer.connection_type = mapfile::ConnectionType::Wms;
    layer.connection = "http://wms.org/ows?map=x.map&layers=old&";
    layer.metadata.set("wms_name", "remote");
    layer.metadata.set("wms_server_version", version);
    layer.metadata.set("wms_srs", "EPSG:4326 EPSG:3857");
    layer.metadata.set("wms_format", "image/png");
    return layer;
}

wms::PickRequest requested_of(wms::Server const& server)
{
    return {server.systems.front(), {5, 50, 15, 55}, 200, 100};
}

std::string url_of(mapfile::Layer const& layer)
{
    mapfile::Map const map;
    auto const server = wms::server_of(map, layer);
    return wms::get_map_url(server, requested_of(server));
}

bool has(std::string const& text, std::string const& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

// OGC 01-068r3 (WMS 1.1.1), 7.2.3; OGC 06-042 (WMS 1.3.0), 7.3.3: EPSG:4326 is latitude, longitude.
TEST_CASE("wms server: versions name the CRS and order its axes")
{
    auto const old = url_of(layer_of());
    CHECK(has(old, "&SRS=EPSG:4326&BBOX=5,50,15,55&WIDTH=200&HEIGHT=100&FORMAT=image/png&"));
    CHECK(has(old, "SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=remote&STYLES=&"));
    CHECK(has(url_of(layer_of("1.3.0")), "VERSION=1.3.0&REQUEST=GetMap&"));
    CHECK(has(url_of(layer_of("1.3.0")), "&CRS=EPSG:4326&BBOX=50,5,55,15&"));
    CHECK(has(url_of(layer_of("1.0.0")), "WMTVER=1.0.0&REQUEST=map&"));
    auto metres = layer_of("1.3.0");
    metres.metadata.set("wms_srs", "EPSG:3857");
    CHECK(has(url_of(metres), "&CRS=EPSG:3857&BBOX=5,50,15,55&"));
}

TEST_CASE("wms server: parameters of CONNECTION stay, but for those of WMS")
{
    auto const url = url_of(layer_of());
    CHECK(url.starts_with("http://wms.org/ows?map=x.map&SERVICE=WMS&"));
    CHECK_FALSE(has(url, "layers=old"));
}

// Names of parameters: those that MapServer 8.0.0 sends for the same METADATA.
TEST_CASE("wms server: METADATA become parameters, percent-encoded")
{
    auto layer = layer_of();
    layer.metadata.set("wms_style", "night");
    layer.metadata.set("wms_style_night_sld", "http://h/x.sld?a=1&b=2");
    layer.metadata.set("wms_time", "2020-01-01T00:00Z");
    layer.metadata.set("wms_bgcolor", "0xFF0000");
    layer.metadata.set("wms_transparent", "false");
    layer.metadata.set("wms_dimension_elevation", "5");
    layer.metadata.set("wms_dimension_run", "a b&c");
    layer.metadata.set("wms_exceptions_format", "application/vnd.ogc.se_inimage");
    auto const url = url_of(layer);
    for (char const* const part :
         {"&STYLES=night&", "&SLD=http://h/x.sld%3Fa%3D1%26b%3D2&", "&TIME=2020-01-01T00:00Z&",
          "&BGCOLOR=0xFF0000&", "&TRANSPARENT=FALSE", "&ELEVATION=5&", "&DIM_RUN=a%20b%26c&",
          "&EXCEPTIONS=application/vnd.ogc.se_inimage"}) {
        CAPTURE(part);
        CHECK(has(url, part));
    }
}

TEST_CASE("wms server: missing and invalid values are named")
{
    for (auto const& [key, value] : {std::pair{"wms_name", ""},
                                     {"wms_server_version", ""},
                                     {"wms_server_version", "2.0"},
                                     {"wms_format", ""},
                                     {"wms_extent", "1 2 3"},
                                     {"wms_sld_body", "AUTO"}}) {
        auto layer = layer_of();
        layer.metadata.set(key, value);
        CAPTURE(key);
        try {
            (void)url_of(layer);
            FAIL("accepted");
        } catch (LayerError const& error) {
            CHECK(error.kind() == ErrorKind::BadMapfile);
            CHECK(has(error.what(), key));
            CHECK(has(error.what(), "layer \"a\""));
        }
    }
}

TEST_CASE("wms server: of a list of formats, the first that can be read here")
{
    auto layer = layer_of();
    layer.metadata.set("wms_format", "");
    layer.metadata.set("wms_formatlist", "image/tiff,image/jpeg image/png");
    CHECK(has(url_of(layer), "&FORMAT=image/jpeg&"));
}

TEST_CASE("wms server: a PROJECTION with a code replaces wms_srs")
{
    auto layer = layer_of();
    layer.metadata.set("wms_srs", "");
    layer.projection.arguments = {"init=epsg:25832"};
    CHECK(has(url_of(layer), "&SRS=EPSG:25832&"));
}

TEST_CASE("wms server: PROJECTION AUTO is the map's")
{
    mapfile::Map map;
    map.projection.arguments = {"init=epsg:25832"};
    auto layer = layer_of();
    layer.projection.arguments = {"AUTO"};
    CHECK(wms::server_of(map, layer).systems.front().name == "EPSG:4326"); // wms_srs
    layer.metadata.set("wms_srs", "");
    CHECK(wms::server_of(map, layer).systems.front().name == "EPSG:25832");
}

TEST_CASE("wms server: layers come as one image where only names and styles differ")
{
    mapfile::Map const map;
    auto const a = wms::server_of(map, layer_of());
    auto b = layer_of();
    b.metadata.set("wms_name", "other");
    b.metadata.set("wms_style", "s");
    CHECK(wms::is_same_server(a, wms::server_of(map, b)));
    for (auto const& [key, value] : {std::pair{"wms_time", "2020"},
                                     {"wms_format", "image/gif"},
                                     {"wms_bgcolor", "0xFF0000"},
                                     {"wms_srs", "EPSG:3857"},
                                     {"wms_essential", "1"},
                                     {"wms_force_separate_request", "1"},
                                     {"wms_extent", "7 51 9 54"},
                                     {"wms_sld_url", "http://h/x"}}) {
        auto different = b;
        different.metadata.set(key, value);
        CAPTURE(key);
        CHECK_FALSE(wms::is_same_server(a, wms::server_of(map, different)));
    }
}

TEST_CASE("wms server: questions about a pixel and legends")
{
    mapfile::Map const map;
    auto const old = wms::server_of(map, layer_of());
    auto const info = wms::get_feature_info_url(old, requested_of(old), {50, 40, 7, "text/html"});
    CHECK(has(info, "REQUEST=GetFeatureInfo&"));
    CHECK(has(info, "&QUERY_LAYERS=remote&INFO_FORMAT=text/html&FEATURE_COUNT=7&X=50&Y=40&"));
    auto const server = wms::server_of(map, layer_of("1.3.0"));
    CHECK(has(wms::get_feature_info_url(server, requested_of(server), {50, 40, 1, "text/plain"}),
              "&I=50&J=40&EXCEPTIONS=XML"));
    auto const legend = wms::get_legend_graphic_url(server, "image/png", 5000);
    CHECK(has(legend, "REQUEST=GetLegendGraphic&LAYER=remote&STYLE=&FORMAT=image/png&"
                      "SLD_VERSION=1.1.0&SCALE=5000"));
}

TEST_CASE("remote access: passwords are removed from the URL, and no text shows its values")
{
    mapfile::Map map;
    map.web.metadata.set("ows_proxy_host", "proxy.org");
    map.web.metadata.set("ows_proxy_port", "8080");
    auto layer = layer_of();
    layer.metadata.set("wms_connectiontimeout", "7");
    layer.metadata.set("wms_cache_seconds", "60");
    auto const request =
        remote::request_of(map, layer, "wms_", "http://me:s%40crt@wms.org/a?token=1234567");
    CHECK(request.url == "http://wms.org/a?token=1234567");
    CHECK(request.credentials.user == "me");
    CHECK(request.credentials.password == "s@crt");
    CHECK(request.timeout == std::chrono::seconds{7});
    CHECK(request.kept == std::chrono::seconds{60});
    CHECK(request.proxy.host == "proxy.org");
    CHECK(request.proxy.port == 8080);
    CHECK(remote::place_of("http://me:s%40crt@wms.org:81/a?token=1234567") == "wms.org:81");
    CHECK(remote::place_of("https://wms.org/MYKEY/wms") == "wms.org");
    CHECK(remote::place_of("wms.org?a/b@c") == "wms.org");
    CHECK(remote::redacted("no such token 1234567!", request.url) == "no such token ...!");
    layer.metadata.set("wms_auth_type", "magic");
    CHECK_THROWS_AS((void)remote::request_of(map, layer, "wms_", "http://a/"), LayerError);
}

TEST_CASE("remote access: without a list of hosts nothing is fetched, with an error")
{
    Log log;
    postgis::Databases databases;
    Deadline const deadline;
    Services const services{log, databases, deadline};
    mapfile::Map const map;
    auto const layer = layer_of();
    try {
        (void)remote::start(map, layer, remote::Request{.url = "http://wms.org/"}, services);
        FAIL("fetched");
    } catch (LayerError const& error) {
        CHECK(has(error.what(), "layer \"a\""));
        CHECK(has(error.what(), "MS_CASCADE_HOSTS"));
        CHECK(has(error.public_text(), "layer 'a'"));
    }
}

TEST_CASE("remote access: a server's error message is one short line")
{
    CHECK(remote::excerpt_of("<?xml version=\"1.0\"?><R><ServiceException code=\"x\">\n no\tlayer "
                             "</ServiceException></R>") == "no layer");
    CHECK(remote::excerpt_of(std::string(100'000, 'x')).size() == 300);
    CHECK(remote::excerpt_of("<<<<").empty());
    CHECK(remote::excerpt_of("a\x1b[31mb") == "a [31mb");
}
