// SPDX-License-Identifier: MIT
#include "sld/document.hpp"

#include "base/deadline.hpp"
#include "base/error.hpp"
#include "expr/print.hpp"
#include "unit/sld/styled.hpp"

#include <doctest/doctest.h>

using namespace ms;
using namespace ms::sld::test;

TEST_CASE("sld: rules that are too long together are drawn without a FILTER")
{
    std::string comparison = "<PropertyIsEqualTo><PropertyName>a</PropertyName><Literal>x"
                             "</Literal></PropertyIsEqualTo>";
    std::string rule = "<Rule><Filter><Or>";
    for (int i = 0; i < 10; ++i) {
        rule += comparison;
    }
    rule += "</Or></Filter><PointSymbolizer/></Rule>";
    std::string rules;
    for (int i = 0; i < 700; ++i) {
        rules += rule;
    }
    auto const styled = apply_rules("table", rules); // was refused
    CHECK(styled.layer("table").classes.size() == 700);
    CHECK_FALSE(styled.layer("table").filter.is_set());
    CHECK(apply_rules("table", rule + rule).layer("table").filter.is_set());
}

TEST_CASE("sld: rules of times are not made a FILTER, as databases compare them otherwise")
{
    auto const styled = apply_rules(
        "table", "<Rule><Filter><After><ValueReference>t</ValueReference><TimeInstant>"
                 "<timePosition>2020-03-04</timePosition></TimeInstant></After></Filter>"
                 "<PointSymbolizer/></Rule>");
    CHECK(styled.layer("table").classes.front().expression.is_set());
    CHECK_FALSE(styled.layer("table").filter.is_set());
}

TEST_CASE("sld: unsupported elements are refused, not ignored")
{
    for (auto const* const document :
         {"<NamedLayer/>", "<UserLayer><Name>x</Name></UserLayer>",
          "<NamedLayer><Name>point</Name><UserStyle><FeatureTypeStyle><Rule><RasterSymbolizer/>"
          "</Rule></FeatureTypeStyle></UserStyle></NamedLayer>",
          "<NamedLayer><Name>line</Name><UserStyle><FeatureTypeStyle><Rule><LineSymbolizer><Stroke>"
          "<CssParameter name=\"stroke\">red; DROP</CssParameter></Stroke></LineSymbolizer></Rule>"
          "</FeatureTypeStyle></UserStyle></NamedLayer>",
          "<NamedLayer><Name>line</Name><UserStyle><FeatureTypeStyle><Rule>"
          "<LineSymbolizer uom=\"http://www.opengeospatial.org/se/units/mile\"><Stroke/>"
          "</LineSymbolizer></Rule></FeatureTypeStyle></UserStyle></NamedLayer>"}) {
        CAPTURE(document);
        CHECK_THROWS_AS(apply_document(document), Error);
    }
    CHECK_THROWS_AS(static_cast<void>(sld::parse("<Other/>")), Error);
    CHECK_THROWS_AS(static_cast<void>(sld::parse("no XML")), Error);
    CHECK_THROWS_AS(static_cast<void>(sld::parse("")), Error);
}

TEST_CASE("sld: numbers that nothing could be drawn with are refused")
{
    auto const stroke = [](std::string const& name, std::string const& value) {
        return apply_rules("line", "<Rule><LineSymbolizer><Stroke><SvgParameter name=\"" + name +
                                       "\">" + value +
                                       "</SvgParameter></Stroke></LineSymbolizer></Rule>");
    };
    CHECK_NOTHROW(stroke("stroke-width", "1e9"));
    CHECK_THROWS_AS(stroke("stroke-width", "1.1e9"), Error);
    CHECK_THROWS_AS(stroke("stroke-width", "wide"), Error);
    std::string dashes;
    for (int i = 0; i < 20; ++i) {
        dashes += "1 ";
    }
    CHECK_NOTHROW(stroke("stroke-dasharray", dashes));
    CHECK_THROWS_AS(stroke("stroke-dasharray", dashes + "1"), Error);
    CHECK_THROWS_AS(stroke("stroke-dasharray", "-1 1"), Error);
}

TEST_CASE("sld: entities are not replaced")
{
    auto const document =
        sld::parse("<!DOCTYPE x [<!ENTITY a \"line\"><!ENTITY f SYSTEM \"file:///etc/passwd\">]>"
                   "<StyledLayerDescriptor><NamedLayer><Name>&a;&f;</Name></NamedLayer>"
                   "</StyledLayerDescriptor>");
    CHECK(document.layer_names().at(0) == "&a;&f;");
}

TEST_CASE("sld: the rules of a document may name 8 CRSs together")
{
    std::string rules;
    for (int i = 0; i < 9; ++i) {
        rules += "<Rule><Filter><BBOX><PropertyName>g</PropertyName><gml:Box srsName=\"EPSG:" +
                 std::to_string(32601 + i) +
                 "\"><gml:coordinates>1,2 3,4</gml:coordinates></gml:Box></BBOX></Filter></Rule>";
    }
    CHECK_THROWS_WITH_AS(
        static_cast<void>(sld::parse("<StyledLayerDescriptor><NamedLayer><Name>a</Name><UserStyle>"
                                     "<FeatureTypeStyle>" +
                                     rules +
                                     "</FeatureTypeStyle></UserStyle></NamedLayer>"
                                     "</StyledLayerDescriptor>")),
        "Filter: more than 8 CRSs are named", Error);
}

TEST_CASE("sld: a document has bounds of layers, of rules and of conditions")
{
    auto const refusal = [](auto const& apply) {
        try {
            apply();
        } catch (Error const& error) {
            CHECK(error.kind() == ErrorKind::BadRequest);
            return std::string{error.what()};
        }
        return std::string{"nothing refused"};
    };
    auto const times = [](int count, std::string_view text) {
        std::string all;
        for (int i = 0; i < count; ++i) {
            all += text;
        }
        return all;
    };
    constexpr std::string_view layer = "<NamedLayer><Name>other</Name></NamedLayer>";
    CHECK_NOTHROW(apply_document(times(1000, layer)));
    CHECK(refusal([&] { apply_document(times(1001, layer)); }) == "it names more than 1000 layers");

    constexpr std::string_view rule = "<Rule><LineSymbolizer><Stroke/></LineSymbolizer></Rule>";
    CHECK(apply_rules("line", times(1000, rule)).layer("line").classes.size() == 1000);
    CHECK(refusal([&] { apply_rules("line", times(1001, rule)); }) ==
          "a layer has more than 1000 rules");

    // 30 sums are 91 elements (with their texts), once for each of 901 thresholds and values.
    auto const sum = times(30, "<Add><Literal>1</Literal>") + "<PropertyName>a</PropertyName>" +
                     times(30, "</Add>");
    auto const cases = times(450, "<Threshold>1</Threshold><Value>1</Value>");
    CHECK(refusal([&] {
              apply_rules("line", "<Rule><LineSymbolizer><Stroke><SvgParameter "
                                  "name=\"stroke-width\"><Categorize><LookupValue>" +
                                      sum + "</LookupValue><Value>1</Value>" + cases +
                                      "</Categorize></SvgParameter></Stroke></LineSymbolizer>"
                                      "</Rule>");
          }) == "<Categorize> has too many cases for so long a <LookupValue>");
}

TEST_CASE("sld: scales may be as large as a style likes")
{
    auto const styled = apply_rules("line", "<Rule><MaxScaleDenominator>1e12</MaxScaleDenominator>"
                                            "<LineSymbolizer><Stroke/></LineSymbolizer></Rule>");
    CHECK(styled.layer("line").classes.front().max_scale_denominator == 1e12);
}

TEST_CASE("SLD: rules count in each of their layers, and too many are refused")
{
    std::string rules;
    for (int i = 0; i < 100; ++i) {
        rules += "<Rule><LineSymbolizer><Stroke/></LineSymbolizer></Rule>";
    }
    auto const document =
        sld::parse("<StyledLayerDescriptor version=\"1.0.0\"><NamedLayer><Name>all</Name>"
                   "<UserStyle><FeatureTypeStyle>" +
                   rules + "</FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>");
    mapfile::Map map;
    map.layers.resize(100);
    Deadline const forever;
    std::vector<std::string> notes;
    auto const apply = [&](std::size_t max_layers, std::size_t max_bytes) {
        std::size_t styled = 0;
        Budget budget{forever, max_bytes};
        auto const is_meant = [&](mapfile::Layer const&, std::string_view) {
            return styled++ < max_layers;
        };
        return sld::styled(map, document, is_meant, notes, {}, &budget);
    };
    constexpr std::size_t max_bytes = 10'000'000;
    CHECK(apply(10, max_bytes)->layers.front().classes.size() == 100);
    CHECK_THROWS_AS((void)apply(100, max_bytes), Error);
}
