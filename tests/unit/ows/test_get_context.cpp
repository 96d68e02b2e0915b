// SPDX-License-Identifier: MIT
#include "maps.hpp"

#include <string_view>

// Elements and words of MapServer 8.0.0 for the same map; whole documents:
// tests/python/side_by_side.
namespace ms::ows {

namespace {

std::string context_of(std::string_view metadata, std::string_view query)
{
    auto const map = test::load(R"(MAP NAME "m" SIZE 20 10 EXTENT 0 0 4 2
      PROJECTION "init=epsg:4326" END
      WEB METADATA "ows_enable_request" "*" "ows_title" "A & b" )" +
                                std::string{metadata} + R"( END END
      LAYER NAME "roads" TYPE POINT STATUS ON CONNECTIONTYPE WMS CONNECTION "http://a.org/?"
        METADATA "wms_name" "streets" END END
      LAYER NAME "own" TYPE POINT STATUS ON END END)");
    return std::string{http::body_text(test::ask(map, query))};
}

bool has(std::string const& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("GetContext: is answered if the map enables it")
{
    auto const refused = context_of("", "SERVICE=WMS&REQUEST=GetContext");
    CHECK(has(refused, "GetContext not enabled on this server."));
    auto const answered =
        context_of(R"("wms_getcontext_enabled" "1")", "SERVICE=WMS&REQUEST=GetContext");
    CHECK(has(answered, "<ViewContext version=\"1.1.0\" id=\"m\""));
    CHECK(has(answered, "<Title>A &amp; b</Title>"));
    CHECK(has(answered, "<Name>streets</Name>"));
    CHECK_FALSE(has(answered, "own"));
}

TEST_CASE("GetContext: missing values are reported, and replaced with the layer's own")
{
    auto const text =
        context_of(R"("wms_getcontext_enabled" "1")", "SERVICE=WMS&REQUEST=GetContext");
    CHECK(has(text, "Mandatory metadata wms_title was missing"));
    CHECK(has(text, "Mandatory metadata wms_server_version was missing"));
    CHECK(has(text, "<Title>roads</Title>"));
    CHECK(has(text, "xlink:href=\"http://a.org/?\""));
}

TEST_CASE("GetContext: the login of another server is removed")
{
    auto const address_of = [](std::string const& connection) {
        auto const map = test::load(R"(MAP SIZE 20 10 EXTENT 0 0 4 2 PROJECTION "init=epsg:4326" END
          WEB METADATA "ows_enable_request" "*" "wms_getcontext_enabled" "1" END END
          LAYER NAME "a" TYPE POINT CONNECTIONTYPE WMS CONNECTION ")" +
                                    connection + "\" END END");
        std::string const text{http::body_text(test::ask(map, "SERVICE=WMS&REQUEST=GetContext"))};
        auto const begin = text.find("xlink:href=\"http") + 12;
        return text.substr(begin, text.find('"', begin) - begin);
    };
    CHECK(address_of("http://user:se@cret@a.org/wms?") == "http://a.org/wms?");
    CHECK(address_of("https://user@a.org:81?x=1") == "https://a.org:81?x=1");
    CHECK(address_of("http://a.org/at@home?") == "http://a.org/at@home?");
}

TEST_CASE("GetContext: VERSION is that of the document")
{
    auto const old = context_of(R"("wms_getcontext_enabled" "1")",
                                "SERVICE=WMS&REQUEST=GetContext&VERSION=0.1.4");
    CHECK(has(old, "<WMS_Viewer_Context version=\"0.1.4\""));
    auto const wrong = context_of(R"("wms_getcontext_enabled" "1")",
                                  "SERVICE=WMS&REQUEST=GetContext&VERSION=1.1.1");
    CHECK(has(wrong, "map contexts"));
}

} // namespace ms::ows
