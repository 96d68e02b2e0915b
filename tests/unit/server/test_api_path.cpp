// SPDX-License-Identifier: MIT
#include "server/app/api_path.hpp"

#include "base/deadline.hpp"
#include "mapfile/load.hpp"
#include "ows/common/service_exception.hpp"
#include "source/postgis/link/databases.hpp"
#include "text/font_cache.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace ms;
using namespace ms::server;

namespace {

std::string refusal(std::string const& metadata, std::string_view signature)
{
    auto const loaded =
        mapfile::load_text("MAP NAME \"a\" WEB METADATA " + metadata + " END END END", "/maps");
    http::Request const request{.path_info = "/a/ogcapi", .parameters = {{"f", "json"}}};
    Log log;
    source::postgis::Databases databases;
    Deadline deadline;
    text::FontCache fonts;
    ows::Settings const settings;
    render::Services const services{{log, databases, deadline}, fonts};
    try {
        auto const answer = answer_api({request, loaded.map, services, settings}, signature);
        return std::to_string(answer.status) + " " + answer.content_type;
    } catch (ows::ServiceException const& error) {
        return error.what();
    }
}

} // namespace

TEST_CASE("api path: the part after the map in the path")
{
    CHECK(api_signature({.path_info = "/world/ogcapi/collections"}) == "ogcapi");
    CHECK(api_signature({.path_info = "/world/other"}) == "other");
    CHECK(api_signature({.path_info = "/world/"}).empty());
    CHECK(api_signature({.path_info = "/world"}).empty());
    CHECK(api_signature({.path_info = ""}).empty());
    CHECK(api_signature({.path_info = "//ogcapi"}).empty());
    CHECK(api_signature({.path_info = "/mapserv/x", .parameters = {{"map", "world"}}}).empty());
}

// The sentences of MapServer 8.0.0.
TEST_CASE("api path: APIs that are not there are refused as MapServer does it")
{
    CHECK(refusal("", "nix") ==
          "msCGIDispatchAPIRequest(): Web application error. Invalid API signature.");
    CHECK(refusal("", "ogcapi") ==
          "msCGIDispatchAPIRequest(): OGC API error. OGC API requests are not enabled.");
    CHECK(refusal("\"ows_enable_request\" \"*\"", "ogcapi") == "200 application/json");
    CHECK(refusal("\"ows_enable_request\" \"*\" \"oga_allowed_ip_list\" \"10.0.0.1\"", "ogcapi") ==
          "msCGIDispatchAPIRequest(): OGC API error. OGC API requests are not enabled.");
    CHECK(refusal("\"oga_enable_request\" \"!*\" \"ows_enable_request\" \"*\"", "ogcapi") ==
          "msCGIDispatchAPIRequest(): OGC API error. OGC API requests are not enabled.");
}
