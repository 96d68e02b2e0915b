// SPDX-License-Identifier: MIT
#include "sld/cases.hpp"

#include "base/error.hpp"
#include "expr/expression.hpp"
#include "expr/print.hpp"
#include "mapfile/load.hpp"
#include "sld/document.hpp"

#include <doctest/doctest.h>

namespace {

using namespace ms;

std::vector<mapfile::Class> classes_of(std::string const& rule, std::string const& type = "POLYGON")
{
    auto const map =
        mapfile::load_text("MAP LAYER NAME \"a\" TYPE " + type + " END END", MS_SOURCE_DIR).map;
    REQUIRE(map);
    std::vector<std::string> notes;
    auto const document =
        sld::parse("<StyledLayerDescriptor version=\"1.1.0\"><NamedLayer><Name>a</Name><UserStyle>"
                   "<FeatureTypeStyle>" +
                   rule + "</FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>");
    auto const styled = sld::styled(
        *map, document, [](mapfile::Layer const&, std::string_view) { return true; }, notes);
    CHECK(notes.empty());
    return styled->layers.front().classes;
}

std::string fill(std::string const& value)
{
    return "<PolygonSymbolizer><Fill><SvgParameter name=\"fill\">" + value +
           "</SvgParameter></Fill></PolygonSymbolizer>";
}

std::string printed(std::string_view expression)
{
    return expr::print(expr::parse(expression));
}

std::string color_text(mapfile::OptionalColor const& color)
{
    REQUIRE(color);
    return std::to_string(color->red) + ' ' + std::to_string(color->green) + ' ' +
           std::to_string(color->blue);
}

// The example of OGC 05-077r4, 11.6.13, with other thresholds.
constexpr auto categorize =
    R"(<Categorize fallbackValue="#999999"><LookupValue><PropertyName>density</PropertyName></LookupValue>
         <Value>#00ff00</Value><Threshold>20</Threshold><Value>#ffff00</Value>
         <Threshold>100</Threshold><Value>#ff0000</Value></Categorize>)";

std::string refusal(std::string const& rule)
{
    try {
        static_cast<void>(classes_of(rule));
    } catch (Error const& error) {
        CHECK(error.kind() == ErrorKind::BadRequest);
        return error.what();
    }
    return "nothing refused";
}

} // namespace

TEST_CASE("sld cases: Categorize gives a class for each interval, thresholds belong to the next")
{
    auto const classes = classes_of("<Rule>" + fill(categorize) + "</Rule>");
    REQUIRE(classes.size() == 4);
    CHECK(classes[0].expression.text == printed("([density] < 20)"));
    CHECK(classes[1].expression.text == printed("([density] >= 20 and [density] < 100)"));
    CHECK(classes[2].expression.text == printed("([density] >= 100)"));
    CHECK(color_text(classes[0].styles.front().color.value) == "0 255 0");
    CHECK(color_text(classes[1].styles.front().color.value) == "255 255 0");
    CHECK(color_text(classes[2].styles.front().color.value) == "255 0 0");
    CHECK(color_text(classes[3].styles.front().color.value) == "153 153 153");
    CHECK(classes[0].title == "< 20");
    CHECK(classes[1].title == "20 - 100");
    CHECK(classes[2].title == ">= 100");
}

TEST_CASE("sld cases: thresholds may belong to the preceding interval")
{
    auto const classes = classes_of(
        "<Rule><Title>T</Title>" +
        fill(
            R"(<Categorize thresholdsBelongTo="preceding"><LookupValue><PropertyName>a</PropertyName></LookupValue>
                <Value>#000000</Value><Threshold>5</Threshold><Value>#ffffff</Value></Categorize>)") +
        "</Rule>");
    REQUIRE(classes.size() == 2);
    CHECK(classes[0].expression.text == printed("([a] <= 5)"));
    CHECK(classes[1].expression.text == printed("([a] > 5)"));
    CHECK(classes[0].title == "T: <= 5");
}

TEST_CASE("sld cases: the rule's own filter holds for every case")
{
    auto const classes = classes_of(
        "<Rule><Filter><PropertyIsEqualTo><PropertyName>kind</PropertyName><Literal>x</Literal>"
        "</PropertyIsEqualTo></Filter>" +
        fill(categorize) + "</Rule>");
    REQUIRE(classes.size() == 4);
    CHECK(classes[0].expression.text == printed("(\"[kind]\" = \"x\" and [density] < 20)"));
}

TEST_CASE("sld cases: Recode names values, and the fallback is for all others")
{
    auto const classes = classes_of(
        "<Rule>" +
        fill(
            R"(<Recode fallbackValue="#0000ff"><LookupValue><PropertyName>use</PropertyName></LookupValue>
                <MapItem><Data>wood</Data><Value>#006400</Value></MapItem>
                <MapItem><Data>field</Data><Value><Literal>#ffe4b5</Literal></Value></MapItem></Recode>)") +
        "</Rule>");
    REQUIRE(classes.size() == 3);
    CHECK(classes[0].expression.text == printed("(\"[use]\" = \"wood\")"));
    CHECK(color_text(classes[0].styles.front().color.value) == "0 100 0");
    CHECK(color_text(classes[1].styles.front().color.value) == "255 228 181");
    CHECK(color_text(classes[2].styles.front().color.value) == "0 0 255");
}

TEST_CASE("sld cases: colours are interpolated between points and stay beyond them")
{
    auto const classes = classes_of(
        "<Rule>" +
        fill(
            R"(<Interpolate method="color"><LookupValue><PropertyName>t</PropertyName></LookupValue>
                <InterpolationPoint><Data>0</Data><Value>#0000ff</Value></InterpolationPoint>
                <InterpolationPoint><Data>10</Data><Value>#ffffff</Value></InterpolationPoint>
                <InterpolationPoint><Data>30</Data><Value>#ff0000</Value></InterpolationPoint></Interpolate>)") +
        "</Rule>");
    REQUIRE(classes.size() == 4);
    CHECK(color_text(classes[0].styles.front().color.value) == "0 0 255");
    CHECK(classes[1].expression.text == printed("([t] >= 0 and [t] < 10)"));
    auto const& between = classes[2].styles.front();
    CHECK(between.range_item == "t");
    CHECK(between.range_min == 10);
    CHECK(between.range_max == 30);
    CHECK(color_text(between.range_min_color) == "255 255 255");
    CHECK(color_text(between.range_max_color) == "255 0 0");
    CHECK(color_text(classes[3].styles.front().color.value) == "255 0 0");
}

TEST_CASE("sld cases: numbers are interpolated by arithmetic")
{
    auto const classes = classes_of(
        R"(<Rule><LineSymbolizer><Stroke><SvgParameter name="stroke-width">
             <Interpolate><LookupValue><PropertyName>n</PropertyName></LookupValue>
               <InterpolationPoint><Data>100</Data><Value>1</Value></InterpolationPoint>
               <InterpolationPoint><Data>500</Data><Value>9</Value></InterpolationPoint></Interpolate>
           </SvgParameter></Stroke></LineSymbolizer></Rule>)",
        "LINE");
    REQUIRE(classes.size() == 3);
    CHECK(classes[0].styles.front().width.value == 1);
    // 1 + (n - 100) * (9 - 1) / (500 - 100)
    CHECK(classes[1].styles.front().width.expression == printed("(1 + ([n] - 100) * 0.02)"));
    CHECK(classes[2].styles.front().width.value == 9);
}

TEST_CASE("sld cases: functions of the same input share their cases, others multiply")
{
    auto const stroke = [](std::string const& attribute) {
        return "<PolygonSymbolizer><Fill><SvgParameter name=\"fill\">" + std::string{categorize} +
               "</SvgParameter></Fill><Stroke><SvgParameter name=\"stroke-width\">"
               "<Categorize fallbackValue=\"1\"><LookupValue><PropertyName>" +
               attribute +
               "</PropertyName></LookupValue><Value>1</Value><Threshold>20</Threshold>"
               "<Value>2</Value><Threshold>100</Threshold><Value>3</Value></Categorize>"
               "</SvgParameter></Stroke></PolygonSymbolizer>";
    };
    auto const same = classes_of("<Rule>" + stroke("density") + "</Rule>");
    REQUIRE(same.size() == 4);
    CHECK(same[2].styles[1].width.value == 3);
    CHECK(classes_of("<Rule>" + stroke("other") + "</Rule>").size() == 16);
}

TEST_CASE("sld cases: GeoServer's functions of the same names are understood")
{
    auto const classes = classes_of(
        "<Rule>" +
        fill(R"(<Function name="Categorize"><PropertyName>a</PropertyName><Literal>#000000</Literal>
                <Literal>5</Literal><Literal>#ffffff</Literal><Literal>preceding</Literal></Function>)") +
        "</Rule>");
    REQUIRE(classes.size() == 2);
    CHECK(classes[0].expression.text == printed("([a] <= 5)"));
    CHECK(color_text(classes[1].styles.front().color.value) == "255 255 255");
}

TEST_CASE("sld cases: an ElseFilter still means the rest")
{
    auto const classes = classes_of("<Rule><ElseFilter/>" + fill(categorize) + "</Rule>");
    REQUIRE(classes.size() == 4);
    CHECK(classes[0].is_fallback);
    CHECK(classes[0].expression.text == printed("([density] < 20)"));
}

TEST_CASE("sld cases: impossible ones are refused by name")
{
    auto const rule = [](std::string const& value) { return "<Rule>" + fill(value) + "</Rule>"; };
    CHECK(refusal(rule("<Categorize/>")) == "<Categorize> has no <LookupValue>");
    CHECK(refusal(rule("<Categorize><LookupValue><PropertyName>a</PropertyName></LookupValue>"
                       "<Value>#000000</Value><Threshold>1</Threshold></Categorize>")) ==
          "<Categorize> needs a value, then thresholds and values by turns");
    CHECK(refusal(rule("<Recode><LookupValue><PropertyName>a</PropertyName></LookupValue>"
                       "<MapItem><Data>1</Data></MapItem></Recode>")) ==
          "<MapItem> needs <Data> and <Value>");
    auto const interpolate = [](std::string const& attributes, int second) {
        return "<Interpolate " + attributes +
               "><LookupValue><PropertyName>a</PropertyName></LookupValue><InterpolationPoint>"
               "<Data>1</Data><Value>#000000</Value></"
               "InterpolationPoint><InterpolationPoint><Data>" +
               std::to_string(second) +
               "</Data><Value>#ffffff</Value></InterpolationPoint></Interpolate>";
    };
    CHECK(refusal(rule(interpolate("method=\"color\"", 1))) ==
          "<Interpolate> needs numbers that increase as <Data>");
    CHECK(refusal(rule(interpolate("method=\"color\" mode=\"cubic\"", 2))) ==
          "<Interpolate> is linear here, not cubic");
    CHECK(refusal(rule(interpolate("", 2))) ==
          "<Interpolate> of numbers has a <Value> that is none; colours need method=\"color\"");
    CHECK(refusal("<Rule><PolygonSymbolizer><Stroke><SvgParameter name=\"stroke\">" +
                  interpolate("method=\"color\"", 2) +
                  "</SvgParameter></Stroke></PolygonSymbolizer></Rule>") ==
          "colours can be interpolated in fills, lines and marks, not in outlines and texts");
}

TEST_CASE("sld cases: a long expression is not copied into very many conditions")
{
    // 4,000 nodes, for 2,000 cases: 16 million nodes and more would be gigabytes.
    std::string what = "<PropertyName>a</PropertyName>";
    for (int i = 0; i < 10; ++i) {
        what = "<Add>" + what + what + "</Add>";
    }
    std::string cases = "<Value>#000000</Value>";
    for (int i = 0; i < 2000; ++i) {
        cases += "<Threshold>" + std::to_string(i) + "</Threshold><Value>#ffffff</Value>";
    }
    CHECK(refusal("<Rule>" +
                  fill("<Categorize><LookupValue>" + what + "</LookupValue>" + cases +
                       "</Categorize>") +
                  "</Rule>") == "<Categorize> has too many cases for so long a <LookupValue>");
}

TEST_CASE("sld cases: functions that multiply without end are refused")
{
    std::string symbolizers;
    for (int i = 0; i < 12; ++i) {
        symbolizers +=
            fill("<Categorize><LookupValue><PropertyName>a" + std::to_string(i) +
                 "</PropertyName></LookupValue><Value>#000000</Value><Threshold>1</Threshold>"
                 "<Value>#ffffff</Value></Categorize>");
    }
    auto const why = refusal("<Rule>" + symbolizers + "</Rule>");
    CHECK((why == "the functions of a rule have too many cases" ||
           why == "a layer has more than 1000 rules"));
}

TEST_CASE("sld cases: functions that every case of another one reads again are charged")
{
    // 200 cases times a function whose 150 elements each condition repeats.
    std::string long_sum = "<PropertyName>a</PropertyName>";
    for (int i = 0; i < 50; ++i) {
        long_sum = "<Add><Literal>1</Literal>" + long_sum + "</Add>";
    }
    auto const function = [](std::string const& what, int thresholds) {
        std::string text = "<Categorize><LookupValue>" + what + "</LookupValue><Value>1</Value>";
        for (int i = 0; i < thresholds; ++i) {
            text += "<Threshold>" + std::to_string(i) + "</Threshold><Value>1</Value>";
        }
        return text + "</Categorize>";
    };
    auto const stroke = [](std::string const& width, std::string const& offset) {
        return "<Rule><LineSymbolizer><Stroke><SvgParameter name=\"stroke-width\">" + width +
               "</SvgParameter></Stroke><PerpendicularOffset>" + offset +
               "</PerpendicularOffset></LineSymbolizer></Rule>";
    };
    auto const message =
        refusal(stroke(function("<PropertyName>b</PropertyName>", 200), function(long_sum, 40)));
    CHECK(message == "the functions of a rule have too many cases");
}

TEST_CASE("sld cases: twenty functions of the same 900 intervals are 901 rules")
{
    std::string categories = "<Categorize><LookupValue><PropertyName>a</PropertyName>"
                             "</LookupValue><Value>0</Value>";
    for (int i = 1; i <= 900; ++i) {
        auto const text = std::to_string(i);
        categories += "<Threshold>" + text + "</Threshold><Value>" + text + "</Value>";
    }
    categories += "</Categorize>";
    std::string rule = "<Rule>";
    for (int i = 0; i < 20; ++i) {
        rule += "<LineSymbolizer><Stroke><SvgParameter name=\"stroke-width\">" + categories +
                "</SvgParameter></Stroke></LineSymbolizer>";
    }
    auto const classes = classes_of(rule + "</Rule>", "LINE");
    REQUIRE(classes.size() == 901);
    REQUIRE(classes[450].styles.size() == 20);
    CHECK(classes[450].styles.front().width.value == 450);
    CHECK(classes[900].styles.back().width.value == 900);
}
