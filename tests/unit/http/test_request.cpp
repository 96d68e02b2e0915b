// SPDX-License-Identifier: MIT
#include "http/request.hpp"

#include <doctest/doctest.h>

using ms::http::Address;
using ms::http::behind_proxy;
using ms::http::to_url;

namespace {

Address const local{.host = "localhost", .port = "80", .script_name = "/cgi-bin/mapserv"};

} // namespace

TEST_CASE("address: the port that belongs to the scheme is not written")
{
    CHECK(to_url(local) == "http://localhost/cgi-bin/mapserv");
    CHECK(to_url({.scheme = "https", .host = "a.org", .port = "443"}) == "https://a.org");
    CHECK(to_url({.scheme = "https", .host = "a.org", .port = "80"}) == "https://a.org:80");
}

// The first and third answer are MapServer 8.0.0's for the same headers.
TEST_CASE("proxy: host, port and scheme of the client's side are taken over")
{
    CHECK(to_url(behind_proxy(local, {.host = "fwd.example:8443"})) ==
          "http://fwd.example:8443/cgi-bin/mapserv");
    CHECK(to_url(behind_proxy(local, {.host = "fwd.example", .proto = "https"})) ==
          "https://fwd.example/cgi-bin/mapserv");
    CHECK(to_url(behind_proxy(local, {.port = "444"})) == "http://localhost:444/cgi-bin/mapserv");
    CHECK(to_url(behind_proxy(local, {.proto = "https"})) == "https://localhost/cgi-bin/mapserv");
}

TEST_CASE("proxy: parts that are not valid in a URL are ignored")
{
    CHECK(behind_proxy(local, {.host = "evil\"><script>"}) == local);
    CHECK(behind_proxy(local, {.host = "a.org:99999"}) == local);
    CHECK(behind_proxy(local, {.port = "80/x"}) == local);
    CHECK(behind_proxy(local, {.proto = "javascript"}) == local);
}

TEST_CASE("authority: a port is distinguished from the colons of an IPv6 address")
{
    Address address;
    ms::http::set_authority(address, "[::1]:8080");
    CHECK(to_url(address) == "http://[::1]:8080");
    ms::http::set_authority(address, "[::1]");
    CHECK(to_url(address) == "http://[::1]");
}

TEST_CASE("method: names in any case, and others")
{
    CHECK(ms::http::parse_method("get") == ms::http::Method::Get);
    CHECK(ms::http::parse_method("POST") == ms::http::Method::Post);
    CHECK(ms::http::parse_method("DELETE") == ms::http::Method::Other);
}
