// SPDX-License-Identifier: MIT
#include "base/xml.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <array>
#include <utility>

namespace {

using namespace ms;

std::string nested(int depth)
{
    std::string text;
    for (int i = 0; i < depth; ++i) {
        text += "<a>";
    }
    for (int i = 0; i < depth; ++i) {
        text += "</a>";
    }
    return text;
}

/// An element with so many inside.
std::string wide(std::size_t count)
{
    std::string text = "<r>";
    for (std::size_t i = 0; i < count; ++i) {
        text += "<a/>";
    }
    return text + "</r>";
}

ErrorKind kind_of(std::string_view text, XmlLimits const& limits = {})
{
    try {
        static_cast<void>(parse_xml(text, limits));
    } catch (Error const& error) {
        return error.kind();
    }
    FAIL("nothing was refused");
    return ErrorKind::Internal;
}

} // namespace

TEST_CASE("xml: elements, attributes and texts, without their prefixes")
{
    auto const root = parse_xml(R"(<?xml version="1.0"?><s:a xmlns:s="urn:x" s:n="1"> t <b>u</b>
        <![CDATA[<v>]]><!-- w --></s:a>)");
    CHECK(root.name == "a");
    REQUIRE(root.attribute("n") != nullptr);
    CHECK(*root.attribute("n") == "1");
    CHECK(root.text_of("b") == "u");
    CHECK(root.text().find("<v>") != std::string::npos);
    CHECK(root.text().find('w') == std::string::npos);
}

TEST_CASE("xml: depth, elements and bytes have ends")
{
    CHECK_NOTHROW(static_cast<void>(parse_xml(nested(64))));
    CHECK(kind_of(nested(65)) == ErrorKind::Limit);
    CHECK_NOTHROW(static_cast<void>(parse_xml(wide(99'999))));
    CHECK(kind_of(wide(100'000)) == ErrorKind::Limit);
    auto const text = wide(10);
    CHECK_NOTHROW(static_cast<void>(parse_xml(text, {.max_bytes = text.size()})));
    CHECK(kind_of(text, {.max_bytes = text.size() - 1}) == ErrorKind::Limit);
}

TEST_CASE("xml: attributes have the same limits as elements")
{
    CHECK_NOTHROW(static_cast<void>(parse_xml("<a b='1' c='2'/>", {.max_nodes = 3})));
    CHECK(kind_of("<a b='1' c='2'/>", {.max_nodes = 2}) == ErrorKind::Limit);
}

TEST_CASE("xml: no declarations, inclusions or fetches")
{
    auto const root =
        parse_xml("<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;&amp;&#65;</a>");
    CHECK(root.text() == "&b;&A");
}

TEST_CASE("xml: invalid XML is a bad request")
{
    for (auto const* const text : {"", "text", "<a>", "<a></b>", "<a", "<!-- -->"}) {
        CAPTURE(text);
        CHECK(kind_of(text) == ErrorKind::BadRequest);
    }
}

// As GDAL's small parser does it, through which MapServer reads filters.
TEST_CASE("xml: values of attributes without quotes are read where that is allowed")
{
    constexpr std::array<std::pair<char const*, char const*>, 6> rows{
        {{"<a b=c/>", "c"},
         {"<a b=c>x = y</a>", "c"},
         {"<a b = urn:x::4326 d=e />", "urn:x::4326"},
         {"<a b='c' d=e/>", "c"},
         {"<a b=c\"d/>", "c\"d"},
         {"<?xml version=\"1.0\"?><!-- a=b --><a b=http://x/y?z=1#2></a>", "http://x/y?z=1#2"}}};
    for (auto const& [text, expected] : rows) {
        CAPTURE(text);
        auto const node = parse_lenient_xml(text);
        REQUIRE(node.attribute("b") != nullptr);
        CHECK(*node.attribute("b") == expected);
    }
    for (auto const* const text : {"<a b=c", "<a b=", "<a b", "<a b=c><d>", "x=1"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(static_cast<void>(parse_lenient_xml(text)), Error);
    }
}
