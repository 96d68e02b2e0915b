// SPDX-License-Identifier: MIT
#include "http/query_string.hpp"

#include <doctest/doctest.h>

using ms::http::query_of;

TEST_CASE("query of: a query is itself, with or without its mark")
{
    CHECK(query_of("a=1&b=2") == "a=1&b=2");
    CHECK(query_of("?a=1") == "a=1");
    CHECK(query_of("?bgcolor=#ff0000") == "bgcolor=#ff0000");
}

TEST_CASE("query of: a URL gives the text between its mark and its fragment")
{
    CHECK(query_of("http://host/cgi-bin/mapserv?a=1#top") == "a=1");
    CHECK(query_of("/cgi-bin/mapserv?map=x.map") == "map=x.map");
}

TEST_CASE("query of: a URL without a query has none")
{
    CHECK(query_of("http://host/path").empty());
    CHECK(query_of("/path").empty());
    CHECK(query_of("").empty());
}

TEST_CASE("query of: a URL as a value does not make the text a URL")
{
    CHECK(query_of("a=http://host/?b=1") == "a=http://host/?b=1");
}
