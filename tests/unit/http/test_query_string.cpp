// SPDX-License-Identifier: MIT
#include "http/query_string.hpp"

#include "base/error.hpp"
#include "base/percent_encode.hpp"

#include <doctest/doctest.h>

using ms::http::is_form;
using ms::http::Parameters;
using ms::http::parse_query_string;

TEST_CASE("query string: pairs keep their order and may repeat")
{
    CHECK(parse_query_string("LAYERS=a&layers=b&X=1") ==
          Parameters{{"LAYERS", "a"}, {"layers", "b"}, {"X", "1"}});
}

TEST_CASE("query string: '+' is a space and %XX a byte, in names and values")
{
    CHECK(parse_query_string("a%20b=c+d%26%3D%c3%A4") == Parameters{{"a b", "c d&=\xc3\xa4"}});
}

TEST_CASE("query string: a malformed escape stays as it is")
{
    CHECK(parse_query_string("a=100%&b=%zz&c=%4") ==
          Parameters{{"a", "100%"}, {"b", "%zz"}, {"c", "%4"}});
}

TEST_CASE("query string: decoding happens once")
{
    CHECK(parse_query_string("map=%252e%252e%252f").value("map") == "%2e%2e%2f");
}

TEST_CASE("query string: empty pieces are dropped, a name alone has an empty value")
{
    CHECK(parse_query_string("&&STYLES=&TILED&") == Parameters{{"STYLES", ""}, {"TILED", ""}});
}

TEST_CASE("query string: only the first '=' separates, and only '&' does")
{
    CHECK(parse_query_string("FILTER=a=b;c=d") == Parameters{{"FILTER", "a=b;c=d"}});
}

TEST_CASE("query string: a NUL byte is refused")
{
    CHECK_THROWS_AS((void)parse_query_string("map=world%00.map"), ms::Error);
}

TEST_CASE("query string: length and number of parameters are limited")
{
    ms::http::QueryLimits const limits{.max_bytes = 10, .max_parameters = 2};
    CHECK(parse_query_string("a=1&b=2", limits) == Parameters{{"a", "1"}, {"b", "2"}});
    CHECK_THROWS_AS((void)parse_query_string("a&b&c", limits), ms::Error);
    CHECK_THROWS_AS((void)parse_query_string("a=123456789", limits), ms::Error);
}

TEST_CASE("parameters: names are found in any case, first and last")
{
    Parameters const parameters{{"Layers", "a"}, {"LAYERS", "b"}};
    CHECK(*parameters.first("layers") == "a");
    CHECK(*parameters.last("layers") == "b");
    CHECK(parameters.last("layer") == nullptr);
    CHECK(parameters.value("layer").empty());
}

TEST_CASE("percent encoding: characters that could end a parameter or a link are escaped")
{
    CHECK(ms::percent_encode("/srv/a b&c=\"<d>\xc3\xa4") == "/srv/a%20b%26c%3D%22%3Cd%3E%C3%A4");
}

TEST_CASE("parameters: setting one replaces the first of its name, in any case")
{
    Parameters parameters{{"a", "1"}, {"b", "2"}, {"A", "3"}};
    parameters.set("A", "4");
    parameters.set("c", "5");
    CHECK(parameters == Parameters{{"a", "4"}, {"b", "2"}, {"A", "3"}, {"c", "5"}});
}

TEST_CASE("forms: their type may have parameters")
{
    CHECK(is_form("application/x-www-form-urlencoded; charset=UTF-8"));
    CHECK(!is_form("text/xml"));
    CHECK(!is_form(""));
}
