// SPDX-License-Identifier: MIT
#include "fes/filter.hpp"

#include "base/error.hpp"
#include "base/xml_writer.hpp"
#include "expr/bind.hpp"
#include "expr/filter_cost.hpp"
#include "expr/print.hpp"
#include "fes/geometry.hpp"
#include "fes/write.hpp"

#include <doctest/doctest.h>

namespace {

using namespace ms;

std::string translated(std::string_view xml, fes::Context const& context = {})
{
    return expr::print(fes::parse_filter(parse_xml(xml), context));
}

std::string in_filter(std::string_view operation)
{
    return "<Filter>" + std::string{operation} + "</Filter>";
}

/// That an expression of a mapfile would read as.
std::string mapfile(std::string_view text)
{
    return expr::print(expr::parse(text));
}

} // namespace

TEST_CASE("filter: a comparison becomes one of numbers or texts, as its literal looks")
{
    CHECK(translated(in_filter("<PropertyIsEqualTo><PropertyName>a</PropertyName>"
                               "<Literal>x y</Literal></PropertyIsEqualTo>")) ==
          mapfile(R"(("[a]" = "x y"))"));
    CHECK(translated(in_filter("<PropertyIsLessThan><PropertyName>a</PropertyName>"
                               "<Literal>900</Literal></PropertyIsLessThan>")) ==
          mapfile("([a] < 900)"));
}

TEST_CASE("filter: a number stays text with an attribute declared as text")
{
    fes::Context const context{.is_text = [](std::string_view name) { return name == "zip"; }};
    CHECK(translated(in_filter("<PropertyIsEqualTo><PropertyName>zip</PropertyName>"
                               "<Literal>01234</Literal></PropertyIsEqualTo>"),
                     context) == mapfile(R"(("[zip]" = "01234"))"));
}

TEST_CASE("filter: During includes both ends of its period")
{
    // As MapServer 8.0.0.
    auto const text = translated(in_filter(
        "<During><ValueReference>t</ValueReference><TimePeriod><begin><TimeInstant><timePosition>"
        "2004-01-01</timePosition></TimeInstant></begin><end><TimeInstant><timePosition>2005-01-01"
        "</timePosition></TimeInstant></end></TimePeriod></During>"));
    CHECK(text.find(">=") != std::string::npos);
    CHECK(text.find("<=") != std::string::npos);
}

TEST_CASE("filter: prefixes of names and of elements are ignored")
{
    CHECK(translated(R"(<ogc:Filter xmlns:ogc="http://www.opengis.net/ogc"><ogc:PropertyIsEqualTo>
        <ogc:PropertyName>ms:roads/ms:a</ogc:PropertyName><ogc:Literal>1</ogc:Literal>
        </ogc:PropertyIsEqualTo></ogc:Filter>)") == mapfile("([a] = 1)"));
}

TEST_CASE("filter: matchCase false compares without case")
{
    CHECK(
        translated(in_filter(R"(<PropertyIsEqualTo matchCase="false"><PropertyName>a</PropertyName>
        <Literal>x</Literal></PropertyIsEqualTo>)")) == mapfile(R"(("[a]" =* "x"))"));
}

TEST_CASE(
    "filter: PropertyIsLike reads its wildcards from its attributes and matches the whole text")
{
    CHECK(
        translated(in_filter(
            R"(<PropertyIsLike wildCard="%" singleChar="_" escapeChar="!"><PropertyName>a</PropertyName>
              <Literal>a.b%c!%_</Literal></PropertyIsLike>)")) ==
        mapfile(R"(("[a]" ~ "^a\\.b.*c%.$"))"));
}

TEST_CASE("filter: AND, OR and NOT nest")
{
    CHECK(translated(in_filter(
              "<Or><Not><PropertyIsNull><PropertyName>a</PropertyName></PropertyIsNull></Not>"
              "<PropertyIsBetween><PropertyName>b</PropertyName><LowerBoundary><Literal>1</Literal>"
              "</LowerBoundary><UpperBoundary><Literal>5</Literal></UpperBoundary>"
              "</PropertyIsBetween></Or>")) ==
          mapfile(R"((not ("[a]" = "") or ([b] >= 1 and [b] <= 5)))"));
}

TEST_CASE("filter: logical operators may be in capitals, as MapServer takes them")
{
    std::string const a = "<PropertyIsEqualTo><PropertyName>a</PropertyName><Literal>1</Literal>"
                          "</PropertyIsEqualTo>";
    CHECK(translated(in_filter("<OR><NOT>" + a + "</NOT><AND>" + a + a + "</AND></OR>")) ==
          mapfile("(not ([a] = 1) or ([a] = 1 and [a] = 1))"));
}

TEST_CASE("filter: coordinates without commas are pairs between blanks")
{
    CHECK(translated(in_filter("<Intersects><Point><coordinates>1 2</coordinates></Point>"
                               "</Intersects>")) ==
          translated(in_filter("<Intersects><Point><coordinates>1,2</coordinates></Point>"
                               "</Intersects>")));
    CHECK_THROWS_AS(translated(in_filter("<Intersects><LineString><coordinates>1 2 3"
                                         "</coordinates></LineString></Intersects>")),
                    Error);
}

TEST_CASE("filter: a distance in degrees is one in the units of the layer")
{
    auto const distance = [](std::string_view system) {
        fes::Context const context{.layer_crs = crs::parse(system)};
        auto const text = translated(in_filter("<DWithin><Point><pos>0 0</pos></Point>"
                                               "<Distance units='dd'>0.5</Distance></DWithin>"),
                                     context);
        return text.substr(text.rfind(',') + 1);
    };
    CHECK(distance("EPSG:4326").find("0.5") != std::string::npos);
    CHECK(distance("EPSG:25832").find("55559.3745") != std::string::npos); // MapServer's degree
}

TEST_CASE("filter: quotes and brackets in values end nothing")
{
    // The subject of CVE-2025-59431: a quote in a literal or a name that ended a string.
    auto const text =
        translated(in_filter("<PropertyIsEqualTo><PropertyName>a] = 1 or [b</PropertyName>"
                             "<Literal>x\" or \"1\" = \"1</Literal></PropertyIsEqualTo>"));
    auto const parsed = expr::parse(text);
    REQUIRE(parsed.attributes().size() == 1);
    CHECK(parsed.attributes().front() == "a] = 1 or [b");
}

TEST_CASE("filter: BBOX is an intersection with the box in the layer's CRS")
{
    fes::Context const context{.layer_crs = crs::parse(std::string_view{"EPSG:4326"})};
    CHECK(translated(in_filter(R"(<BBOX><PropertyName>g</PropertyName><gml:Box srsName="EPSG:4326">
        <gml:coordinates>1,2 3,4</gml:coordinates></gml:Box></BBOX>)"),
                     context) ==
          mapfile("(intersects([shape], fromtext('POLYGON((1 2,1 4,3 4,3 2,1 2))')))"));
    // A URN implies the axis order of its authority: latitude first.
    CHECK(translated(in_filter(
                         R"(<BBOX><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326">
              <gml:lowerCorner>2 1</gml:lowerCorner><gml:upperCorner>4 3</gml:upperCorner>
              </gml:Envelope></BBOX>)"),
                     context) ==
          mapfile("(intersects([shape], fromtext('POLYGON((1 2,3 2,3 4,1 4,1 2))')))"));
}

TEST_CASE("filter: a geometry in another CRS is transformed")
{
    fes::Context const context{.layer_crs = crs::parse(std::string_view{"EPSG:3857"})};
    // 180 degrees are pi * 6378137 metres.
    auto const text = translated(
        in_filter(
            R"(<Intersects><gml:Point srsName="EPSG:4326"><gml:pos>180 0</gml:pos></gml:Point></Intersects>)"),
        context);
    CHECK(text.find("20037508.34") != std::string::npos);
}

TEST_CASE("filter: a box in another CRS counts as far as the layer's CRS is defined")
{
    // Web Mercator has no poles.
    fes::Context const context{.layer_crs = crs::parse(std::string_view{"EPSG:3857"})};
    auto const text = translated(in_filter(R"(<BBOX><gml:Envelope srsName="EPSG:4326">
              <gml:lowerCorner>-180 -90</gml:lowerCorner><gml:upperCorner>180 90</gml:upperCorner>
              </gml:Envelope></BBOX>)"),
                                 context);
    CHECK(text.find("-20037508.34") != std::string::npos);
    CHECK(text.find("inf") == std::string::npos);
    CHECK(text.find("nan") == std::string::npos);
}

TEST_CASE("filter: identifiers mean any of them, without the layer's name")
{
    fes::Context const context{.feature_id = "id"};
    CHECK(translated(in_filter(R"(<FeatureId fid="roads.5"/><FeatureId fid="7"/>)"), context) ==
          mapfile(R"(("[id]" = "5" or "[id]" = "7"))"));
    // MapServer finds nothing where there is no gml_featureid.
    CHECK(translated(in_filter(R"(<FeatureId fid="5"/>)")) == "(false)");
}

TEST_CASE("filter: unknown and malformed elements are refused by name")
{
    for (auto const* const operation :
         {"<Foo/>", "<And/>",
          "<PropertyIsEqualTo><PropertyName>a</PropertyName></PropertyIsEqualTo>", "<BBOX/>",
          "<Intersects><gml:Point><gml:pos>a b</gml:pos></gml:Point></Intersects>",
          "<PropertyIsLike><Literal>x</Literal></PropertyIsLike>",
          "<After><ValueReference>t</ValueReference><Literal>soon</Literal></After>"}) {
        CAPTURE(operation);
        CHECK_THROWS_AS(translated(in_filter(operation)), Error);
    }
}

TEST_CASE("filter: deep nesting is refused, not followed")
{
    std::string xml;
    for (int i = 0; i < 100'000; ++i) {
        xml += "<Not>";
    }
    CHECK_THROWS_AS(translated(xml), Error);
    std::string closed = "<Filter>";
    for (int i = 0; i < 1000; ++i) {
        closed += "<Not>";
    }
    for (int i = 0; i < 1000; ++i) {
        closed += "</Not>";
    }
    CHECK_THROWS_AS(translated(closed + "</Filter>"), Error);
}

TEST_CASE("filter: a written filter is read as the same condition")
{
    for (auto const* const text :
         {R"(("[a]" = "x"))", R"([a] > 3 and not ("[b]" != "y z"))",
          R"(("[a]" =* "x" or [c] <= 1.5))", R"(("[a]" ~ "^x.*y$"))", R"([a] * 2 + 1 < [b])"}) {
        CAPTURE(text);
        auto const condition = expr::parse('(' + std::string{text} + ')');
        REQUIRE(fes::is_writable(condition));
        XmlWriter xml{""};
        fes::write_filter(xml, condition);
        CHECK(translated(xml.take()) == expr::print(condition));
    }
}

TEST_CASE("filter: predicates on the shape are written with their geometry")
{
    struct Row {
        char const* written;
        char const* read;
    };
    constexpr auto with_hole = "intersects([shape],fromText('POLYGON((0 0,4 0,4 4,0 0),"
                               "(1 0.5,2 0.5,2 1,1 0.5))'))";
    for (auto const& row :
         {Row{with_hole, with_hole},
          Row{"within([shape],fromText('MULTIPOLYGON(((0 0,4 0,4 4,0 0)),((5 5,6 5,6 6,5 5)))')) = "
              "TRUE",
              "within([shape],fromText('MULTIPOLYGON(((0 0,4 0,4 4,0 0)),((5 5,6 5,6 6,5 5)))'))"},
          Row{"crosses([shape],fromText('LINESTRING(0 0,4 4)')) = FALSE",
              "not crosses([shape],fromText('LINESTRING(0 0,4 4)'))"},
          Row{"[a] = 1 or disjoint([shape],fromText('MULTIPOINT(0 0,4 4)'))",
              "[a] = 1 or disjoint([shape],fromText('MULTIPOINT(0 0,4 4)'))"}}) {
        CAPTURE(row.written);
        auto const condition = expr::parse('(' + std::string{row.written} + ')');
        REQUIRE(fes::is_writable(condition));
        XmlWriter xml{""};
        fes::write_filter(xml, condition);
        CHECK(translated(xml.take()) == mapfile('(' + std::string{row.read} + ')'));
    }
    CHECK_FALSE(fes::is_writable(expr::parse("(intersects([shape],buffer([shape],2)))")));
}

TEST_CASE("filter: a list is written as alternatives")
{
    XmlWriter xml{""};
    fes::write_filter(xml, expr::is_in_list("a", "x,y"));
    CHECK(translated(xml.take()) == mapfile(R"(("[a]" = "x" or "[a]" = "y"))"));
}

TEST_CASE("filter: patterns that are more than wildcards are not written")
{
    CHECK_FALSE(fes::is_writable(expr::parse(R"(("[a]" ~ "^(x|y)$"))")));
    CHECK_FALSE(fes::is_writable(expr::parse(R"(("[a]" ~ "[0-9]"))")));
}

TEST_CASE("filter: the number of CRSs is limited to the need of a map")
{
    auto const boxes = [](int systems) {
        std::string text = "<Or>";
        for (int i = 0; i < 2 * systems; ++i) { // each twice
            text += "<BBOX><PropertyName>g</PropertyName><gml:Box srsName=\"EPSG:" +
                    std::to_string(32601 + i % systems) +
                    "\"><gml:coordinates>500000,2 500003,4</gml:coordinates></gml:Box></BBOX>";
        }
        return in_filter(text + "</Or>");
    };
    fes::Context const context{.layer_crs = crs::parse(std::string_view{"EPSG:4326"})};
    CHECK_FALSE(translated(boxes(8), context).empty());
    CHECK_THROWS_WITH_AS(static_cast<void>(translated(boxes(9), context)),
                         "Filter: more than 8 CRSs are named", Error);
}

TEST_CASE("filter: a geometry has at most 100,000 points")
{
    auto const line = [](std::size_t points) {
        std::string text = "<Intersects><PropertyName>g</PropertyName><gml:LineString>"
                           "<gml:posList>";
        for (std::size_t i = 0; i < points; ++i) {
            text += i % 2 == 0 ? "0 0 " : "1 1 ";
        }
        return in_filter(text + "</gml:posList></gml:LineString></Intersects>");
    };
    CHECK_NOTHROW(static_cast<void>(translated(line(100'000))));
    CHECK_THROWS_WITH_AS(static_cast<void>(translated(line(100'001))),
                         "Filter: a geometry has too many points", Error);
}

namespace {

/// <Or> of that many boxes.
std::string boxes(std::size_t count)
{
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += "<BBOX><PropertyName>g</PropertyName><Box><coordinates>0,0 1,1</coordinates></Box>"
                "</BBOX>";
    }
    return in_filter("<Or>" + text + "</Or>");
}

} // namespace

TEST_CASE("filter: so many geometries are translated, and the error says how many")
{
    CHECK_NOTHROW(translated(boxes(expr::max_filter_geometries)));
    CHECK_THROWS_WITH_AS(translated(boxes(expr::max_filter_geometries + 1)),
                         "Filter: too many geometries: at most 1000 are taken", PublicError);
}

TEST_CASE("filter: its operators take time and memory of the request")
{
    Deadline deadline;
    Budget small{deadline, 10'000};
    CHECK_NOTHROW(translated(boxes(5), {.budget = &small}));
    CHECK_THROWS_WITH(translated(boxes(100), {.budget = &small}),
                      "the request needs more memory than allowed");
    Budget late{deadline, 1'000'000};
    deadline.cancel();
    CHECK_THROWS_AS(translated(boxes(1), {.budget = &late}), Interrupted);
}

TEST_CASE("filter: a CRS that nobody knows is that of the layer, and looked up once")
{
    auto const layer_crs = crs::parse(std::string_view{"EPSG:3857"});
    fes::NamedSystems systems{layer_crs};
    CHECK(systems.find("EPSG:999999") == nullptr);
    auto const* const found = systems.find("EPSG:4326");
    REQUIRE(found != nullptr);
    CHECK(*found == crs::parse(std::string_view{"EPSG:4326"}));
    CHECK(systems.find("EPSG:4326") == found);
}

namespace {

std::string compared(std::string_view op, std::string_view a, std::string_view b,
                     std::string_view attributes = "")
{
    return in_filter(std::string{"<PropertyIs"}
                         .append(op)
                         .append(attributes)
                         .append("><PropertyName>")
                         .append(a)
                         .append("</PropertyName><PropertyName>")
                         .append(b)
                         .append("</PropertyName></PropertyIs")
                         .append(op)
                         .append(">"));
}

/// Whether a filter takes a feature with these values of a and b.
bool takes(std::string_view op, std::string_view a, std::string_view b)
{
    std::vector<std::string> const columns{"a", "b"};
    feature::FeatureBatch batch;
    batch.reset(2);
    batch.geometry.end_feature(geometry::Kind::None);
    batch.attributes[0].append(a);
    batch.attributes[1].append(b);
    expr::Bound bound{fes::parse_filter(parse_xml(compared(op, "a", "b")), {}), columns};
    return bound.is_true(batch, 0);
}

} // namespace

TEST_CASE("filter: two attributes are compared as their types are")
{
    fes::Context const context{.type_of = [](std::string_view name) -> std::optional<expr::Type> {
        return name == "s" ? std::optional{expr::Type::Text} : std::optional{expr::Type::Number};
    }};
    CHECK(translated(compared("LessThan", "n", "m"), context) == mapfile("([n] < [m])"));
    CHECK(translated(compared("EqualTo", "s", "s"), context) == mapfile(R"(("[s]" = "[s]"))"));
    CHECK(translated(in_filter("<PropertyIsBetween><PropertyName>s</PropertyName><LowerBoundary>"
                               "<PropertyName>s</PropertyName></LowerBoundary><UpperBoundary>"
                               "<Literal>x</Literal></UpperBoundary></PropertyIsBetween>"),
                     context) == mapfile(R"(("[s]" >= "[s]" and "[s]" <= "x"))"));
    CHECK(translated(compared("EqualTo", "s", "n"), context) == mapfile(R"(("[s]" = "[n]"))"));
    CHECK(translated(compared("EqualTo", "s", "s", " matchCase=\"false\""), context) ==
          mapfile(R"(("[s]" =* "[s]"))"));
}

TEST_CASE("filter: two attributes of unknown type are numbers where both values are")
{
    CHECK_FALSE(takes("EqualTo", "abc", "x"));
    CHECK(takes("NotEqualTo", "abc", "x"));
    CHECK(takes("EqualTo", "abc", "abc"));
    CHECK(takes("LessThan", "abc", "x"));
    CHECK(takes("EqualTo", "1", "1.0"));
    CHECK(takes("LessThan", "9", "10"));
    CHECK_FALSE(takes("LessThan", "9 m", "10 m")); // as texts
    CHECK(takes("GreaterThan", "-1e2", "-.2e4"));
    CHECK(takes("EqualTo", "", ""));
    CHECK_FALSE(takes("EqualTo", "", "0"));
}

TEST_CASE("filter: srsDimension may stand on the geometry or above its positions")
{
    // OGC 03-105r1 (GML 3.1.1) 10.1.3.2.
    auto const shape = [](std::string_view inner) {
        return translated(in_filter("<Intersects><PropertyName>g</PropertyName>" +
                                    std::string{inner} + "</Intersects>"));
    };
    auto const ring = [](std::string_view text) {
        return "<exterior><LinearRing>" + std::string{text} + "</LinearRing></exterior>";
    };
    auto const flat =
        shape("<Polygon>" + ring("<posList>0 0 0 1 1 1 0 0</posList>") + "</Polygon>");
    auto const high = std::string{"0 0 7 0 1 7 1 1 7 0 0 7</posList>"};
    CHECK(shape("<Polygon>" + ring("<posList srsDimension='3'>" + high) + "</Polygon>") == flat);
    CHECK(shape("<Polygon srsDimension='3'>" + ring("<posList>" + high) + "</Polygon>") == flat);
    CHECK(shape("<Polygon><exterior srsDimension='3'><LinearRing><posList>" + high +
                "</LinearRing></exterior></Polygon>") == flat);
    CHECK(shape("<MultiSurface srsDimension='3'><surfaceMember><Polygon>" +
                ring("<posList>" + high) + "</Polygon></surfaceMember></MultiSurface>") ==
          shape("<MultiSurface><surfaceMember><Polygon>" +
                ring("<posList>0 0 0 1 1 1 0 0</posList>") +
                "</Polygon></surfaceMember></MultiSurface>"));
    CHECK(shape("<Envelope srsDimension='3'><lowerCorner>0 0 7</lowerCorner><upperCorner>1 1 7"
                "</upperCorner></Envelope>") ==
          shape("<Envelope><lowerCorner>0 0</lowerCorner><upperCorner>1 1</upperCorner>"
                "</Envelope>"));
    CHECK(shape("<Point srsDimension='3'><pos>1 2 3</pos></Point>") ==
          shape("<Point><pos>1 2</pos></Point>"));
    CHECK(shape("<LineString srsDimension='3'><pos>1 2 3</pos><pos>3 4 5</pos></LineString>") ==
          shape("<LineString><posList>1 2 3 4</posList></LineString>"));
}

TEST_CASE("filter: coordinates in an unknown CRS are taken as they are")
{
    // MapServer 8.0.0.
    fes::Context const context{.layer_crs = crs::parse("EPSG:4326")};
    auto const point = [&](std::string const& name) {
        return translated(in_filter("<Intersects><Point srsName='" + name +
                                    "'><pos>1 2</pos></Point></Intersects>"),
                          context);
    };
    CHECK(point("urn:ogc:def:crs:EPSG::4326").find("(2 1)") != std::string::npos);
    CHECK(point("urn:ogc:def:crs:EPSG::99999").find("(1 2)") != std::string::npos);
    CHECK(point("http://www.opengis.net/gml/srs/epsg.xml#4326").find("(1 2)") != std::string::npos);
}
