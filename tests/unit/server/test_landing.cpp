// SPDX-License-Identifier: MIT
#include "server/app/landing.hpp"

#include "base/error.hpp"
#include "mapfile/load.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

using namespace ms;
using namespace ms::server;

namespace {

PublishedMap published(std::string const& metadata)
{
    auto const loaded = mapfile::load_text("MAP NAME \"world\" WEB METADATA " + metadata +
                                               " END END LAYER NAME \"a\" TYPE POINT END END",
                                           ".");
    REQUIRE(loaded.map);
    return {"WORLD", loaded.map};
}

http::Request asking(std::string const& format)
{
    return {.parameters = {{"f", format}}};
}

} // namespace

// Names and structure of MapServer 8.6 (RFC 140).
TEST_CASE("landing page: its JSON lists the viewer and the services that the map enables")
{
    auto const map = published(R"("ows_enable_request" "*" "ows_title" "The World")");
    auto const json =
        nlohmann::json::parse(http::body_text(landing_page(asking("json"), "/", map)));
    CHECK(json["key"] == "WORLD");
    CHECK(json["title"] == "The World");
    CHECK(json["layer-count"] == 1);
    CHECK(json["linkset"][0]["service-doc"][0]["href"] ==
          "/WORLD/?template=openlayers&mode=browse&layers=all");
    CHECK(json["linkset"][1]["service-desc"][0]["href"] == "/WORLD/ogcapi/?f=json");
    CHECK(json["linkset"][1]["service-doc"][0]["href"] == "/WORLD/ogcapi/?f=html");
    CHECK(json["linkset"][2]["service-desc"].size() == 4);
    CHECK(json["linkset"][2]["service-desc"][3]["href"] ==
          "/WORLD/?version=1.3.0&request=GetCapabilities&service=WMS");
    CHECK(json["linkset"][3]["service-desc"].size() == 3);
    CHECK(json["linkset"][3]["service-desc"][2]["href"] ==
          "/WORLD/?version=2.0.0&request=GetCapabilities&service=WFS");
}

TEST_CASE("landing page: a service that is not enabled is not listed")
{
    auto const map = published(R"("wfs_enable_request" "*" "wfs_title" "Features"
                                  "wfs_onlineresource" "http://f.org/")");
    auto const json =
        nlohmann::json::parse(http::body_text(landing_page(asking("json"), "/", map)));
    REQUIRE(json["linkset"].size() == 2);
    CHECK(json["linkset"][1]["title"] == "Features");
    CHECK(json["linkset"][1]["service-desc"][0]["href"] ==
          "http://f.org/?version=1.0.0&request=GetCapabilities&service=WFS");
}

TEST_CASE("landing page: links lead to the URL that the map declares")
{
    auto const map = published(R"("ows_onlineresource" "http://a.org/?map=x")");
    auto const json =
        nlohmann::json::parse(http::body_text(landing_page(asking("json"), "/", map)));
    CHECK(json["linkset"].size() == 1);
    CHECK(json["linkset"][0]["service-doc"][0]["href"] ==
          "http://a.org/?map=x&template=openlayers&mode=browse&layers=all");
}

TEST_CASE("landing page: HTML is escaped and may run nothing")
{
    auto const map = published(R"("ows_title" "<script>x</script>" "ows_enable_request" "*")");
    for (auto const& page : {landing_page(asking(""), "/\"><b>", map),
                             index_page(asking("html"), "/\"><b>", {map, {"<i>", nullptr}})}) {
        CHECK(http::body_text(page).find("<script>") == std::string_view::npos);
        CHECK(http::body_text(page).find("<b><") == std::string_view::npos);
        CHECK(http::body_text(page).find("<i>") == std::string_view::npos);
        CHECK(page.headers.front().second == "default-src 'none'");
    }
}

// Names and structure of MapServer 8.6.
TEST_CASE("index page: its JSON has a set for each map, also for one that cannot be read")
{
    auto const json = nlohmann::json::parse(http::body_text(index_page(
        asking("json"), "/", {published(R"("oga_title" "Features")"), {"BROKEN", nullptr}})));
    auto const& map = json["linkset"][0];
    CHECK(map["has-error"] == false);
    CHECK(map["key"] == "WORLD");
    CHECK(map["name"] == "world");
    CHECK(map["title"] == "Features");
    CHECK(map["layer-count"] == 1);
    CHECK(map["service-desc"][0]["href"] == "/WORLD/?f=json");
    CHECK(map["service-desc"][0]["type"] == "application/vnd.oai.openapi+json");
    CHECK(map["service-doc"][0]["href"] == "/WORLD/");
    CHECK(json["linkset"][1]["has-error"] == true);
    CHECK(json["linkset"][1]["layer-count"] == 0);
}

TEST_CASE("landing page: pages come from the templates of a folder, and values are escaped")
{
    auto const folder = std::filesystem::temp_directory_path() / "test_landing_templates";
    std::filesystem::create_directories(folder);
    std::ofstream{folder / "landing.html"}
        << "{% for map in response.linkset %}[{{ map.key }}: {{ map.title }}]{% endfor %}";
    std::ofstream{folder / "map.html"} << "{{ response.name }}";
    auto const map = published(R"("ows_title" "<b>")");
    IndexTemplates const templates{folder};
    CHECK(http::body_text(index_page(asking("html"), "/", {map}, templates)) ==
          "[WORLD: &lt;b&gt;]");
    CHECK(http::body_text(landing_page(asking(""), "/", map, templates)) == "world");
    std::filesystem::remove(folder / "map.html");
    CHECK_THROWS_AS((void)landing_page(asking(""), "/", map, templates), PublicError);
    std::filesystem::remove_all(folder);
    // Without the folder, the pages of this program.
    CHECK(http::body_text(landing_page(asking(""), "/", map, templates)).find("<ul>") !=
          std::string_view::npos);
}

// The content of the page that MapServer 8.7-dev makes of html-index-plain.
TEST_CASE("landing page: without templates it is a table of the map's services")
{
    auto const map = published(R"("wms_enable_request" "*" "wms_title" "World & more")");
    auto const response = landing_page(asking(""), "", map);
    auto const page = http::body_text(response);
    CHECK(page.find("<li><b>Title:</b> World & more</li>") != std::string_view::npos);
    CHECK(page.find("<li><b>Layer Count:</b> 1</li>") != std::string_view::npos);
    CHECK(
        page.find(
            R"(<td><a href="./?template=openlayers&mode=browse&layers=all">OpenLayers Viewer</a></td>)") !=
        std::string_view::npos);
    CHECK(page.find("<td>5</td>") != std::string_view::npos);
    CHECK(page.find("<td>6</td>") == std::string_view::npos);
}

TEST_CASE("landing page: without an address, the API is below the root")
{
    auto const map = published(R"("oga_enable_request" "*")");
    auto const json = nlohmann::json::parse(http::body_text(landing_page(asking("json"), "", map)));
    CHECK(json["linkset"][1]["service-desc"][0]["href"] == "/ogcapi/?f=json");
}

TEST_CASE("index page: an unknown format is a bad request")
{
    auto const response = index_page(asking("pdf"), "/", {});
    CHECK(response.status == 400);
    CHECK(response.content_type == "application/json");
}

TEST_CASE("landing page: requests that no service and no mode claims")
{
    auto const is_unclaimed = [](http::Parameters parameters) {
        return server::is_unclaimed({.parameters = std::move(parameters)});
    };
    CHECK(is_unclaimed({}));
    CHECK(is_unclaimed({{"param1", "val1"}, {"f", "json"}}));
    CHECK(is_unclaimed({{"?version", "1.3.0"}, {"request", "GetCapabilities"}, {"service", ""}}));
    CHECK_FALSE(is_unclaimed({{"service", "WMS"}}));
    CHECK_FALSE(is_unclaimed({{"request", "GetMap"}}));
    CHECK_FALSE(is_unclaimed({{"mode", "browse"}}));
}
