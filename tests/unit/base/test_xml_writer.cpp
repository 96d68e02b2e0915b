// SPDX-License-Identifier: MIT
#include "base/xml_writer.hpp"

#include <doctest/doctest.h>

using ms::escape_xml;
using ms::XmlWriter;

TEST_CASE("XML text: markup becomes entities")
{
    CHECK(escape_xml(R"(<a b="c" d='e'>&)") == "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
}

TEST_CASE("XML text: UTF-8 passes, invalid bytes become the replacement character")
{
    CHECK(escape_xml("\xc3\xa4\xe2\x82\xac\xf0\x9f\x97\xba") ==
          "\xc3\xa4\xe2\x82\xac\xf0\x9f\x97\xba");
    CHECK(escape_xml("a\xe4") == "a\xef\xbf\xbd");                     // Latin-1
    CHECK(escape_xml("\xc0\xaf") == "\xef\xbf\xbd\xef\xbf\xbd");       // overlong '/'
    CHECK(escape_xml("\xed\xa0\x80").starts_with("\xef\xbf\xbd"));     // a surrogate
    CHECK(escape_xml("\xf4\x90\x80\x80").starts_with("\xef\xbf\xbd")); // beyond U+10FFFF
}

TEST_CASE("XML text: control characters that XML has no place for are dropped")
{
    CHECK(escape_xml(std::string_view{"a\x01\x00\x1f\x7f\tb\n", 8}) == "a\tb\n");
}

TEST_CASE("XML: elements nest, are indented and closed")
{
    XmlWriter xml{"<?xml version=\"1.0\"?>\n"};
    xml.open("a").attribute("x", "<1>");
    xml.element("b", "t&t").open("c").close().comment("no -- here").close();
    CHECK(xml.take() == "<?xml version=\"1.0\"?>\n"
                        "<a x=\"&lt;1&gt;\">\n"
                        "  <b>t&amp;t</b>\n"
                        "  <c/>\n"
                        "  <!-- no -. here -->\n"
                        "</a>\n");
}
