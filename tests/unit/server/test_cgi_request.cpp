// SPDX-License-Identifier: MIT
#include "server/front/cgi_request.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <map>

using namespace ms;
using namespace ms::server;
using Environment = std::map<std::string, std::string, std::less<>>;

namespace {

http::Request read(Environment const& environment, std::string const& body = "",
                   std::string const& settings = "")
{
    Config const config{mapfile::parse_config_file("CONFIG ENV " + settings + " END END", "."), {}};
    return read_cgi_request(
        [&](char const* name) {
            auto const found = environment.find(name);
            return found == environment.end() ? nullptr : found->second.c_str();
        },
        [&](std::size_t size) { return body.substr(0, size); }, config);
}

Environment const get{{"REQUEST_METHOD", "GET"},   {"SERVER_NAME", "maps.example"},
                      {"SERVER_PORT", "8080"},     {"SCRIPT_NAME", "/cgi-bin/mapserv"},
                      {"PATH_INFO", "/world"},     {"QUERY_STRING", "a=1&b=%20"},
                      {"REMOTE_ADDR", "192.0.2.1"}};

Environment with(Environment environment, std::initializer_list<Environment::value_type> more)
{
    for (auto const& [name, value] : more) {
        environment[name] = value;
    }
    return environment;
}

} // namespace

TEST_CASE("CGI request: the variables become a request")
{
    auto const request = read(get);
    CHECK(request.method == http::Method::Get);
    CHECK(request.parameters == http::Parameters{{"a", "1"}, {"b", " "}});
    CHECK(request.path_info == "/world");
    CHECK(request.remote_address == "192.0.2.1");
    CHECK(to_url(request.address) == "http://maps.example:8080/cgi-bin/mapserv");
}

TEST_CASE("CGI request: HTTPS is seen by its variable or its port")
{
    CHECK(to_url(read(with(get, {{"HTTPS", "on"}, {"SERVER_PORT", "443"}})).address) ==
          "https://maps.example/cgi-bin/mapserv");
    CHECK(to_url(read(with(get, {{"SERVER_PORT", "443"}})).address) ==
          "https://maps.example/cgi-bin/mapserv");
}

TEST_CASE("CGI request: a form's parameters follow those of the query")
{
    auto const post =
        with(get, {{"REQUEST_METHOD", "POST"},
                   {"CONTENT_TYPE", "application/x-www-form-urlencoded; charset=UTF-8"},
                   {"CONTENT_LENGTH", "7"}});
    CHECK(read(post, "c=2&d=3 and what is beyond the length").parameters ==
          http::Parameters{{"a", "1"}, {"b", " "}, {"c", "2"}, {"d", "3"}});
}

TEST_CASE("CGI request: another body stays unchanged")
{
    auto const post = with(get, {{"REQUEST_METHOD", "POST"}, {"CONTENT_TYPE", "text/xml"}});
    CHECK(read(post, "<GetMap/>").body == "<GetMap/>"); // without a length: to its end
}

TEST_CASE("CGI request: a senseless or too large length is refused before reading")
{
    for (std::string const length : {"-1", "99999999999999999999", "twelve", "7x", "99999999"}) {
        CAPTURE(length);
        CHECK_THROWS_AS(
            (void)read(with(get, {{"REQUEST_METHOD", "POST"}, {"CONTENT_LENGTH", length}})), Error);
    }
    auto const longer = with(get, {{"REQUEST_METHOD", "POST"}, {"CONTENT_LENGTH", "8"}});
    CHECK_THROWS_AS((void)read(longer, "a=1"), Error); // the client went away within its body
    auto const endless = with(get, {{"REQUEST_METHOD", "POST"}});
    CHECK_THROWS_AS((void)read(endless, std::string(6U << 20U, 'x')), Error);
}

TEST_CASE("CGI request: only a trusted proxy may report the client's URL")
{
    auto const forwarded = with(
        get, {{"HTTP_X_FORWARDED_HOST", "public.example"}, {"HTTP_X_FORWARDED_PROTO", "https"}});
    auto const host = [&](Environment const& environment, std::string const& settings) {
        return read(environment, "", settings).address.host;
    };
    CHECK(host(forwarded, "") == "maps.example");
    CHECK(host(with(forwarded, {{"REMOTE_ADDR", "127.0.0.1"}}), "") == "public.example");
    CHECK(host(with(forwarded, {{"REMOTE_ADDR", ""}}), "") == "public.example");
    CHECK(host(forwarded, R"("MS_TRUSTED_PROXIES" "192.0.2.0/24")") == "public.example");
    CHECK(host(with(forwarded, {{"REMOTE_ADDR", "127.0.0.1"}}),
               R"("MS_TRUSTED_PROXIES" "192.0.2.0/24")") == "maps.example");
}

TEST_CASE("CGI request: the client of a trusted proxy, and a prefix")
{
    auto const proxied = with(get, {{"REMOTE_ADDR", "127.0.0.1"},
                                    {"HTTP_X_FORWARDED_FOR", "198.51.100.7"},
                                    {"HTTP_X_FORWARDED_PREFIX", "/gis"}});
    CHECK(read(proxied).remote_address == "198.51.100.7");
    CHECK(read(proxied).address.script_name == "/gis/cgi-bin/mapserv");
    auto const direct = with(proxied, {{"REMOTE_ADDR", "192.0.2.1"}});
    CHECK(read(direct).remote_address == "192.0.2.1");
    CHECK(read(direct).address.script_name == "/cgi-bin/mapserv");
}

TEST_CASE("CGI request: settings of the web server for this request")
{
    auto const request = read(with(get, {{"MS_MAPFILE", "/maps/a.map"},
                                         {"HTTP_MS_MAP_PATTERN", "."}, // a client's
                                         {"MS_MAP_PATTERN", "^/maps/"}}));
    CHECK(request.settings ==
          http::Settings{{"MS_MAPFILE", "/maps/a.map"}, {"MS_MAP_PATTERN", "^/maps/"}});
}
