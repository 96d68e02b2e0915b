// SPDX-License-Identifier: MIT
#include "http/forwarded.hpp"

#include <doctest/doctest.h>

using namespace ms::http;

namespace {

constexpr std::string_view proxies = "127.0.0.1 10.0.0.0/8 ::1";

Origin direct(std::string client = "127.0.0.1")
{
    return {std::move(client), {.host = "inner", .port = "8080", .script_name = "/mapserv"}};
}

std::string client_of(ForwardedHeaders const& headers, std::string peer = "127.0.0.1")
{
    return behind_proxies(direct(std::move(peer)), headers, proxies).client;
}

std::string url_of(ForwardedHeaders const& headers, std::string peer = "127.0.0.1")
{
    return to_url(behind_proxies(direct(std::move(peer)), headers, proxies).address);
}

} // namespace

TEST_CASE("forwarded: only trusted proxies are believed")
{
    ForwardedHeaders const all{.client = "198.51.100.7", .host = "maps.example", .prefix = "/gis"};
    CHECK(behind_proxies(direct("192.0.2.1"), all, proxies) == direct("192.0.2.1"));
    CHECK(client_of(all) == "198.51.100.7");
    CHECK(client_of(all, "") == "198.51.100.7"); // a web server that does not report the client
    CHECK(url_of(all) == "http://maps.example:8080/gis/mapserv");
}

TEST_CASE("forwarded: the client is the last address that no trusted proxy has")
{
    CHECK(client_of({.client = "1.1.1.1, 198.51.100.7"}) == "198.51.100.7");
    CHECK(client_of({.client = "1.1.1.1, 198.51.100.7, 10.1.2.3"}) == "198.51.100.7");
    CHECK(client_of({.client = "10.9.9.9, 10.1.2.3"}) == "10.9.9.9"); // all are ours
    CHECK(client_of({.client = "198.51.100.7:4711"}) == "198.51.100.7");
    CHECK(client_of({.client = "[2001:db8::7]:4711"}) == "2001:db8::7");
    CHECK(client_of({.client = "2001:db8::7"}) == "2001:db8::7");
    CHECK(client_of({}) == "127.0.0.1");
}

TEST_CASE("forwarded: an invalid address is nobody")
{
    for (std::string_view const text :
         {"unknown", "_hidden", "1.2.3", "1.1.1.1/8", "evil\nline", "a b", "[", "]", ":"}) {
        CAPTURE(text);
        CHECK(client_of({.client = text}) == "unknown");
    }
    CHECK(client_of({.client = "198.51.100.7, "}) == "unknown");
}

TEST_CASE("forwarded: host and protocol are those that the outermost trusted proxy noted")
{
    // The client sent "evil.example"; the proxies appended.
    CHECK(url_of({.client = "1.1.1.1, 198.51.100.7, 10.1.2.3",
                  .host = "evil.example, maps.example, inner.lan",
                  .proto = "http, https, http"}) == "https://maps.example/mapserv");
    // A proxy that replaces the header.
    CHECK(url_of({.client = "198.51.100.7, 10.1.2.3", .host = "maps.example", .proto = "https"}) ==
          "https://maps.example/mapserv");
    CHECK(url_of({.host = "maps.example:444"}) == "http://maps.example:444/mapserv");
    CHECK(url_of({.host = "\"><script>"}) == "http://inner:8080/mapserv");
}

TEST_CASE("forwarded: a prefix that is not valid in a URL is ignored")
{
    CHECK(url_of({.prefix = "/a/b/"}) == "http://inner:8080/a/b/mapserv");
    for (std::string_view const prefix : {"a", "//evil.example", "/a b", "/a\"", "/../x", "/"}) {
        CAPTURE(prefix);
        CHECK(url_of({.prefix = prefix}) == "http://inner:8080/mapserv");
    }
}

TEST_CASE("forwarded: RFC 7239")
{
    CHECK(client_of({.forwarded = "for=192.0.2.60;proto=http;by=203.0.113.43"}) == "192.0.2.60");
    CHECK(client_of({.forwarded = "For=\"[2001:db8:cafe::17]:4711\""}) == "2001:db8:cafe::17");
    CHECK(client_of({.forwarded = "for=1.1.1.1, for=198.51.100.17, for=10.0.0.1"}) ==
          "198.51.100.17");
    CHECK(client_of({.forwarded = "for=unknown"}) == "unknown");
    CHECK(client_of({.forwarded = "proto=https"}) == "unknown");
    CHECK(url_of({.forwarded = "for=1.2.3.4;host=\"maps.example:8443\";proto=https"}) ==
          "https://maps.example:8443/mapserv");
    CHECK(client_of({.forwarded = ";;=;,,\"=\""}) == "unknown");
}

TEST_CASE("forwarded: two contradictory headers are ignored")
{
    ForwardedHeaders const both{.forwarded = "for=10.0.0.1, for=9.9.9.9;host=evil.example",
                                .client = "198.51.100.7"};
    CHECK(client_of(both) == "unknown");
    CHECK(url_of(both) == "http://inner:8080/mapserv");
    CHECK(client_of({.forwarded = "for=198.51.100.7", .client = "198.51.100.7"}) == "198.51.100.7");
}

TEST_CASE("forwarded: other headers beside Forwarded do not hide its client")
{
    // RFC 7239 has no port and no prefix: proxies add those, and clients may add anything.
    for (auto const& headers :
         {ForwardedHeaders{.forwarded = "for=198.51.100.7", .proto = "https"},
          ForwardedHeaders{.forwarded = "for=198.51.100.7", .host = "maps.example"},
          ForwardedHeaders{.forwarded = "for=198.51.100.7", .port = "444"},
          ForwardedHeaders{.forwarded = "for=198.51.100.7", .prefix = "/gis"},
          ForwardedHeaders{.forwarded = "for=198.51.100.7", .prefix = " "}}) {
        CHECK(client_of(headers) == "198.51.100.7");
    }
    CHECK(client_of({.forwarded = "for=unknown", .proto = "https"}) == "unknown");
    CHECK(url_of({.forwarded = "for=198.51.100.7;host=maps.example;proto=https",
                  .host = "evil.example",
                  .port = "444",
                  .proto = "http",
                  .prefix = "/gis"}) == "https://maps.example:444/gis/mapserv");
    CHECK(url_of({.forwarded = "for=198.51.100.7", .host = "maps.example", .proto = "https"}) ==
          "https://maps.example/mapserv");
}
