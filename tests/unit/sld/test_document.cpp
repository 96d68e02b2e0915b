// SPDX-License-Identifier: MIT
#include "sld/document.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "expr/expression.hpp"
#include "expr/print.hpp"
#include "mapfile/writer.hpp"
#include "unit/sld/styled.hpp"

#include <doctest/doctest.h>

using namespace ms;
using namespace ms::sld::test;

TEST_CASE("sld: rules become classes of a layer that draws all that match")
{
    auto const styled = apply_rules("point", R"(
        <Rule><Name>big</Name><Title>Big</Title><MinScaleDenominator>10</MinScaleDenominator>
          <MaxScaleDenominator>1e3</MaxScaleDenominator>
          <Filter><PropertyIsGreaterThan><PropertyName>a</PropertyName><Literal>5</Literal></PropertyIsGreaterThan></Filter>
          <PointSymbolizer><Graphic><Mark><Fill/></Mark></Graphic></PointSymbolizer></Rule>
        <Rule><ElseFilter/><PointSymbolizer><Graphic/></PointSymbolizer></Rule>)");
    auto const& layer = styled.layer("point");
    REQUIRE(layer.classes.size() == 2);
    CHECK(layer.processing_value("RENDERMODE") == "ALL_MATCHING_CLASSES");
    CHECK(layer.classes[0].name == "big");
    CHECK(layer.classes[0].title == "Big");
    CHECK(layer.classes[0].min_scale_denominator == 10);
    CHECK(layer.classes[0].max_scale_denominator == 1000);
    CHECK(layer.classes[0].expression.text == expr::print(expr::parse("([a] > 5)")));
    CHECK(layer.classes[1].is_fallback);
    CHECK(layer.classes[1].name == "point#1"); // as MapServer names it
}

// As MapServer 8.0.0 draws them: OUTLINECOLOR, which marks take along the edge.
TEST_CASE("sld: the graphics of a line symbolizer go around an area, they do not fill it")
{
    constexpr auto marks = "<PolygonSymbolizer><Fill/></PolygonSymbolizer><LineSymbolizer><Stroke>"
                           "<GraphicStroke><Graphic><Mark><WellKnownName>circle</WellKnownName>"
                           "<Fill/></Mark><Size>4</Size></Graphic></GraphicStroke></Stroke>"
                           "</LineSymbolizer>";
    auto const styled = apply_rules("polygon", "<Rule>" + std::string{marks} + "</Rule>");
    auto const& around = styled.layer("polygon").classes.front().styles.at(1);
    CHECK_FALSE(around.color.value);
    CHECK(around.outline_color.value == image::Color{128, 128, 128, 255});
}

TEST_CASE("sld: the ElseFilters of a FeatureTypeStyle come after its other rules")
{
    auto const rule = [](std::string const& name, bool is_else) {
        return "<Rule><Name>" + name + "</Name>" + (is_else ? "<ElseFilter/>" : "") +
               "<LineSymbolizer><Stroke/></LineSymbolizer></Rule>";
    };
    auto const styled =
        apply_rules("line", rule("else", true) + rule("a", false) + rule("b", false) +
                                "</FeatureTypeStyle><FeatureTypeStyle>" + rule("else 2", true) +
                                rule("c", false));
    std::string names;
    for (auto const& made : styled.layer("line").classes) {
        names += made.name + ',';
    }
    CHECK(names == "a,b,else,c,else 2,");
}

TEST_CASE("sld: the map itself stays as it is")
{
    auto const before = mapfile::write(*example_map());
    (void)apply_rules("line", "<Rule><LineSymbolizer><Stroke/></LineSymbolizer></Rule>");
    CHECK(mapfile::write(*example_map()) == before);
}

// The styles below are those of MapServer 8.0.0's applySLD(), unless the standard requires more.

TEST_CASE("sld: a line has colour, width, dashes, cap and join")
{
    CHECK(symbolized("line", R"(<LineSymbolizer><Stroke>
        <CssParameter name="stroke">#ff0000</CssParameter>
        <CssParameter name="stroke-width">3.5</CssParameter>
        <CssParameter name="stroke-dasharray">5 3 2</CssParameter>
        <CssParameter name="stroke-linejoin">bevel</CssParameter></Stroke></LineSymbolizer>)") ==
          "STYLE COLOR 255 0 0 LINECAP BUTT LINEJOIN BEVEL PATTERN 5.00 3.00 2.00 END # PATTERN "
          "WIDTH 3.5 END");
}

TEST_CASE("sld: SvgParameter, prefixes and nested literals are equivalent")
{
    CHECK(symbolized("line", R"(<se:LineSymbolizer><se:Stroke>
        <se:SvgParameter name="stroke"><ogc:Literal>#ff0000</ogc:Literal></se:SvgParameter>
        <se:SvgParameter name="stroke-width"><ogc:PropertyName>w</ogc:PropertyName></se:SvgParameter>
        </se:Stroke></se:LineSymbolizer>)") == "STYLE COLOR 255 0 0 WIDTH [w] END");
}

TEST_CASE("sld: a stroke without colour is black, as SE has it")
{
    CHECK(symbolized("line", "<LineSymbolizer><Stroke/></LineSymbolizer>") ==
          "STYLE COLOR 0 0 0 END");
}

TEST_CASE("sld: a mark is filled or outlined, and by default six pixels large")
{
    CHECK(symbolized("point", R"(<PointSymbolizer><Graphic><Mark>
        <WellKnownName>star</WellKnownName>
        <Fill><CssParameter name="fill">#ff0000</CssParameter></Fill>
        <Stroke><CssParameter name="stroke">#00ff00</CssParameter>
        <CssParameter name="stroke-width">2</CssParameter></Stroke></Mark></Graphic>
        </PointSymbolizer>)") == "STYLE COLOR 255 0 0 OUTLINECOLOR 0 255 0 SIZE 6 "
                                 "SYMBOL \"sld_mark_symbol_star_filled\" WIDTH 2 END");
}

TEST_CASE("sld: a polygon's fill and stroke are separate styles")
{
    CHECK(symbolized("polygon", R"(<PolygonSymbolizer>
        <Fill><CssParameter name="fill">#0000ff</CssParameter></Fill>
        <Stroke><CssParameter name="stroke">#ff0000</CssParameter></Stroke></PolygonSymbolizer>)") ==
          "STYLE COLOR 0 0 255 END STYLE OUTLINECOLOR 255 0 0 END");
}

TEST_CASE("sld: points of polygons are at their centroids")
{
    CHECK(symbolized("polygon",
                     "<PolygonSymbolizer><Fill/></PolygonSymbolizer>"
                     "<PointSymbolizer><Graphic><Size>9</Size></Graphic></PointSymbolizer>")
              .find("GEOMTRANSFORM \"centroid\"") != std::string::npos);
}

TEST_CASE("sld: a layer gets the type of its symbolizers")
{
    auto const styled =
        apply_rules("polygon", "<Rule><LineSymbolizer><Stroke/></LineSymbolizer></Rule>");
    CHECK(styled.layer("polygon").type == mapfile::LayerType::Line);
}

TEST_CASE("sld: a label is text and attributes strung together")
{
    auto const styled = apply_rules("point", "<Rule><TextSymbolizer><Label>No. "
                                             "<PropertyName>a</PropertyName> (x)</Label>"
                                             "</TextSymbolizer></Rule>");
    auto const& label = styled.layer("point").classes.front().labels.at(0);
    CHECK(label.text.text == expr::print(expr::parse("(\"No. \" + \"[a]\" + \" (x)\")")));
    CHECK(label.position.value == mapfile::Placement::CC);
}

TEST_CASE("sld: AnchorPoint is the side of the label, as in MapServer")
{
    auto const placement = [](std::string const& x, std::string const& y) {
        auto const styled = apply_rules(
            "point", "<Rule><TextSymbolizer><Label>a</Label><LabelPlacement><PointPlacement>"
                     "<AnchorPoint><AnchorPointX>" +
                         x + "</AnchorPointX><AnchorPointY>" + y +
                         "</AnchorPointY></AnchorPoint></PointPlacement></LabelPlacement>"
                         "</TextSymbolizer></Rule>");
        return styled.layer("point").classes.front().labels.at(0).position.value;
    };
    CHECK(placement("0", "1") == mapfile::Placement::UL);
    CHECK(placement("0.5", "0.5") == mapfile::Placement::CC);
    CHECK(placement("1", "0") == mapfile::Placement::LR);
    CHECK(placement("0.1", "0.9") == mapfile::Placement::CL);
}

TEST_CASE("sld: without an AnchorPoint a text is at the point (0, 0.5), and along its line")
{
    auto const label_of = [](std::string const& layer, std::string const& placement) {
        auto const styled =
            apply_rules(layer, "<Rule><TextSymbolizer><Label>a</Label><LabelPlacement>" +
                                   placement + "</LabelPlacement></TextSymbolizer></Rule>");
        return styled.layer(layer).classes.front().labels.at(0);
    };
    auto const turned =
        label_of("line", "<PointPlacement><Rotation>20</Rotation></PointPlacement>");
    CHECK(turned.position.value == mapfile::Placement::CL);
    CHECK(turned.angle_mode == mapfile::AngleMode::Fixed);
    CHECK(turned.angle.value == 20);
    auto const beside = label_of("line", "<PointPlacement/>");
    CHECK(beside.position.value == mapfile::Placement::CL);
    CHECK(beside.angle_mode == mapfile::AngleMode::Auto);
    CHECK(label_of("point", "<PointPlacement/>").angle_mode == mapfile::AngleMode::Fixed);
    CHECK(label_of("line", "<LinePlacement/>").angle_mode == mapfile::AngleMode::Follow);
    auto const moved = label_of(
        "line", "<LinePlacement><PerpendicularOffset>5</PerpendicularOffset></LinePlacement>");
    CHECK(moved.angle_mode == mapfile::AngleMode::Fixed);
    CHECK(moved.offset_x.value == 5);
    CHECK(moved.offset_y.value == 5);
}

TEST_CASE("sld: opacities, widths and angles may be expressions of attributes")
{
    auto const style_of = [](std::string const& layer, std::string const& symbolizer) {
        return apply_rules(layer, "<Rule>" + symbolizer + "</Rule>")
            .layer(layer)
            .classes.front()
            .styles.at(0);
    };
    std::string const half = "<Div><PropertyName>o</PropertyName><Literal>2</Literal></Div>";
    auto const fill =
        style_of("polygon", "<PolygonSymbolizer><Fill><CssParameter name=\"fill\">"
                            "#ff0000</CssParameter><CssParameter name=\"fill-opacity\">" +
                                half + "</CssParameter></Fill></PolygonSymbolizer>");
    CHECK(expr::print(expr::parse(fill.opacity.expression)) ==
          expr::print(expr::parse("([o] / 2 * 100)")));
    CHECK(fill.color.value == image::Color{255, 0, 0, 255});
    auto const stroke =
        style_of("line", "<LineSymbolizer><Stroke><CssParameter name=\"stroke-width\">" + half +
                             "</CssParameter><CssParameter name=\"stroke-opacity\">"
                             "<PropertyName>o</PropertyName></CssParameter></Stroke>"
                             "</LineSymbolizer>");
    CHECK(stroke.opacity.expression == "([o] * 100)");
    CHECK(expr::print(expr::parse(stroke.width.expression)) ==
          expr::print(expr::parse("([o] / 2)")));
    auto const graphic = style_of("point", "<PointSymbolizer><Graphic><Mark><Fill/></Mark><Opacity>"
                                           "<PropertyName>o</PropertyName></Opacity></Graphic>"
                                           "</PointSymbolizer>");
    CHECK(graphic.opacity.expression == "([o] * 100)");
    // MapServer 8.0.0: Rotation is its ANGLE, counter-clockwise.
    auto const rotated =
        style_of("point", "<PointSymbolizer><Graphic><Mark><Fill/></Mark><Rotation>"
                          "30</Rotation></Graphic></PointSymbolizer>");
    CHECK(rotated.angle.value == 30);
}

TEST_CASE("sld: opacities of fill and stroke replace that of their graphic")
{
    struct Row {
        char const* fill;
        char const* stroke;
        int fill_alpha;
        int stroke_alpha;
    };
    // GetMap and GetStyles of MapServer 8.0.0, with an Opacity of 0.6.
    for (auto const& row : {Row{"", "", 153, 153}, Row{"0.4", "", 102, 153}, Row{"1", "", 255, 153},
                            Row{"", "0.8", 153, 204}, Row{"0.4", "0.8", 102, 204},
                            Row{"1", "1", 255, 255}, Row{"0", "0", 0, 0}}) {
        CAPTURE(row.fill);
        CAPTURE(row.stroke);
        auto const parameter = [](std::string const& name, std::string const& value) {
            return value.empty()
                       ? std::string{}
                       : "<CssParameter name=\"" + name + "\">" + value + "</CssParameter>";
        };
        auto const styled = apply_rules(
            "point",
            "<Rule><PointSymbolizer><Graphic><Mark><Fill>" + parameter("fill-opacity", row.fill) +
                "</Fill><Stroke>" + parameter("stroke", "#0000ff") +
                parameter("stroke-opacity", row.stroke) +
                "</Stroke></Mark><Opacity>0.6</Opacity></Graphic></PointSymbolizer></Rule>");
        auto const& style = styled.layer("point").classes.front().styles.at(0);
        CHECK(style.color.value->alpha == row.fill_alpha);
        CHECK(style.outline_color.value->alpha == row.stroke_alpha);
        CHECK(style.opacity.value == 100);
    }
}

TEST_CASE("sld: arithmetic is allowed in a Label, also between texts")
{
    auto const text_of = [](std::string const& label) {
        auto const styled = apply_rules("point", "<Rule><TextSymbolizer><Label>" + label +
                                                     "</Label></TextSymbolizer></Rule>");
        return styled.layer("point").classes.front().labels.at(0).text.text;
    };
    std::string const sum = "<Add><PropertyName>a</PropertyName><Literal>5</Literal></Add>";
    CHECK(text_of(sum) == expr::print(expr::parse("([a] + 5)")));
    CHECK(text_of("x " + sum + " y") ==
          expr::print(expr::parse("(\"\" + \"x \" + tostring([a] + 5, \"%g\") + \" y\")")));
}

TEST_CASE("sld: a NamedStyle is a class group")
{
    auto const styled = apply_document("<NamedLayer><Name>line</Name><NamedStyle><Name>bold</Name>"
                                       "</NamedStyle></NamedLayer>");
    CHECK(styled.layer("line").class_group == "bold");
    CHECK(styled.layer("line").classes.size() == 2);
}

TEST_CASE("sld: several UserStyles become class groups, the default one is drawn")
{
    auto const rule = std::string{"<FeatureTypeStyle><Rule><LineSymbolizer><Stroke/>"
                                  "</LineSymbolizer></Rule></FeatureTypeStyle>"};
    auto const styled =
        apply_document("<NamedLayer><Name>line</Name><UserStyle><Name>a</Name>" + rule +
                       "</UserStyle><UserStyle><Name>b</Name><IsDefault>1</IsDefault>" + rule +
                       "</UserStyle></NamedLayer>");
    CHECK(styled.layer("line").class_group == "b");
    CHECK(styled.layer("line").classes.at(0).group == "a");
}

TEST_CASE(
    "sld: a rule without Name is called by its Title; sizes are pixels whatever SIZEUNITS says")
{
    auto const styled = apply_document(
        "<NamedLayer><Name>line</Name><UserStyle><FeatureTypeStyle><Rule><Title>Roads</Title>"
        "<LineSymbolizer><Stroke/></LineSymbolizer></Rule></FeatureTypeStyle></UserStyle>"
        "</NamedLayer>");
    CHECK(styled.layer("line").classes.at(0).name == "Roads"); // as in MapServer 8.0.0
    CHECK(styled.layer("line").size_units == mapfile::Units::Pixels);
}

TEST_CASE("sld: without a default, all UserStyles are drawn; of several defaults, the last one")
{
    auto const rule = std::string{"<FeatureTypeStyle><Rule><LineSymbolizer><Stroke/>"
                                  "</LineSymbolizer></Rule></FeatureTypeStyle></UserStyle>"};
    auto const group_of = [&](std::string const& default_) {
        return apply_document("<NamedLayer><Name>line</Name><UserStyle><Name>a</Name>" + default_ +
                              rule + "<UserStyle><Name>b</Name>" + default_ + rule +
                              "</NamedLayer>")
            .layer("line")
            .class_group;
    };
    CHECK(group_of("").empty()); // both as MapServer 8.0.0 draws them
    CHECK(group_of("<IsDefault>true</IsDefault>") == "b");

    // One without a Name is drawn alone as well.
    auto const unnamed = apply_document("<NamedLayer><Name>line</Name><UserStyle>" +
                                        std::string{"<IsDefault>1</IsDefault>"} + rule +
                                        "<UserStyle><Name>b</Name>" + rule + "</NamedLayer>");
    CHECK(unnamed.layer("line").class_group == "default");
    CHECK(unnamed.layer("line").classes.at(0).group == "default");
    CHECK(unnamed.layer("line").classes.at(1).group == "b");
}

TEST_CASE("sld: constraints and the rules' filters join the layer's FILTER")
{
    auto const styled = apply_document(R"(<NamedLayer><Name>line</Name><LayerFeatureConstraints>
        <FeatureTypeConstraint><Filter><PropertyIsLessThan><PropertyName>id</PropertyName>
        <Literal>900</Literal></PropertyIsLessThan></Filter></FeatureTypeConstraint>
        </LayerFeatureConstraints></NamedLayer>)");
    CHECK(styled.layer("line").filter.text ==
          expr::print(expr::parse(R"(("[kind]" = "road" and [id] < 900))")));
    CHECK(styled.layer("line").filter_item.empty());

    std::string const one =
        "<Rule><Filter><PropertyIsEqualTo><PropertyName>a</PropertyName><Literal>1</Literal>"
        "</PropertyIsEqualTo></Filter></Rule>";
    auto const ruled = apply_rules("table", one + replace_all(one, ">1<", ">2<"));
    CHECK(ruled.layer("table").filter.text == expr::print(expr::parse("([a] = 1 or [a] = 2)")));

    // A single condition is evaluated once, but GetStyles still writes it.
    auto const alone = apply_rules("table", one);
    CHECK(alone.layer("table").classes.front().is_filtered);
    CHECK(alone.layer("table").classes.front().expression.is_set());
}

// In MapServer 8.0.0 too, which only does it for databases.
TEST_CASE("sld: the rules' filters do not hide features of a file from queries")
{
    auto const styled =
        apply_rules("point", "<Rule><Filter><PropertyIsEqualTo><PropertyName>a</PropertyName>"
                             "<Literal>1</Literal></PropertyIsEqualTo></Filter></Rule>");
    CHECK_FALSE(styled.layer("point").filter.is_set());
}

TEST_CASE("sld: a layer that is named twice is drawn twice")
{
    auto const rule = std::string{"<UserStyle><FeatureTypeStyle><Rule><PointSymbolizer><Graphic/>"
                                  "</PointSymbolizer></Rule></FeatureTypeStyle></UserStyle>"};
    auto const styled =
        apply_document("<NamedLayer><Name>point</Name>" + rule +
                       "</NamedLayer><NamedLayer><Name>point</Name>" + rule + "</NamedLayer>");
    CHECK(styled.map->layers.size() == example_map()->layers.size() + 1);
    CHECK(styled.map->layers.back().name == "point");
}

TEST_CASE("sld: an ElseFilter alone styles nothing")
{
    // CVE-2026-45104: the class before the first one.
    auto const styled = apply_rules("line", "<Rule><ElseFilter/></Rule>");
    CHECK(styled.layer("line").classes.size() == 2);
}

TEST_CASE("sld: sizes on the ground are SIZEUNITS, those in pixels stay")
{
    auto const line = [](std::string const& uom, std::string const& more = {}) {
        return "<LineSymbolizer" + (uom.empty() ? "" : " uom=\"http://x/units/" + uom + '"') +
               "><Stroke><CssParameter name=\"stroke-width\">8</CssParameter>" + more +
               "</Stroke></LineSymbolizer>";
    };
    auto const styled = [&](std::string const& symbolizers) {
        return apply_rules("line", "<Rule>" + symbolizers + "</Rule>").layer("line");
    };
    CHECK(styled(line("")).size_units == mapfile::Units::Pixels);
    CHECK(styled(line("foot")).size_units == mapfile::Units::Feet);
    auto const mixed = styled(line("metre") + line("pixel"));
    CHECK(mixed.size_units == mapfile::Units::Meters);
    auto const& styles = mixed.classes.front().styles;
    CHECK(styles.front().max_width == 32);
    CHECK(styles.back().min_width == 8);
    CHECK(styles.back().max_width == 8);
    CHECK_THROWS_AS(styled(line("metre") + line("foot")), Error);
    CHECK_THROWS_AS(styled(line("metre") + line("", "<CssParameter name=\"stroke-dasharray\">2 1"
                                                    "</CssParameter>")),
                    Error);
}

TEST_CASE("sld: dashes begin at an offset into them, which is a gap in a mapfile")
{
    auto const gap = [](std::string const& offset) {
        auto const styled = apply_rules(
            "line", "<Rule><LineSymbolizer><Stroke><CssParameter name=\"stroke-dasharray\">10 6"
                    "</CssParameter><CssParameter name=\"stroke-dashoffset\">" +
                        offset + "</CssParameter></Stroke></LineSymbolizer></Rule>");
        return styled.layer("line").classes.front().styles.front().initial_gap;
    };
    CHECK(gap("0") == -1);
    CHECK(gap("3") == 13);
    CHECK(gap("19") == 13);
    CHECK(gap("-4") == 4);
}

TEST_CASE("sld: lines of GeoServer's shapes are marks, and hatches in areas")
{
    std::string const graphic = "<Graphic><Mark><WellKnownName>shape://vertline</WellKnownName>"
                                "<Stroke/></Mark><Size>9</Size></Graphic>";
    auto const symbol = [](Styled const& styled, std::string_view layer) {
        auto const& style = styled.layer(layer).classes.front().styles.front();
        return styled.map
            ->symbols[static_cast<std::size_t>(styled.map->find_symbol(style.symbol.value.name))];
    };
    auto const mark =
        apply_rules("point", "<Rule><PointSymbolizer>" + graphic + "</PointSymbolizer></Rule>");
    CHECK(symbol(mark, "point").type == mapfile::SymbolType::Vector);
    auto const hatch =
        apply_rules("polygon", "<Rule><PolygonSymbolizer><Fill><GraphicFill>" + graphic +
                                   "</GraphicFill></Fill></PolygonSymbolizer></Rule>");
    CHECK(symbol(hatch, "polygon").type == mapfile::SymbolType::Hatch);
}

TEST_CASE("sld: of an image and a mark the first counts, and a mark replaces a missing image")
{
    auto const name = [](std::string const& inner) {
        auto const styled = apply_rules("point", "<Rule><PointSymbolizer><Graphic>" + inner +
                                                     "</Graphic></PointSymbolizer></Rule>");
        return styled.layer("point").classes.front().styles.front().symbol.value.name;
    };
    std::string const mark = "<Mark><WellKnownName>star</WellKnownName><Fill/></Mark>";
    std::string const image =
        "<ExternalGraphic><OnlineResource href=\"icons/none.png\"/></ExternalGraphic>";
    CHECK(name(mark + image) == "sld_mark_symbol_star_filled");
    CHECK(name(image + mark) == "sld_mark_symbol_star_filled");
}

TEST_CASE("sld: a label keeps the line break of a CDATA section, and Concatenate joins texts")
{
    auto const text = [](std::string const& label) {
        auto const styled = apply_rules("point", "<Rule><TextSymbolizer><Label>" + label +
                                                     "</Label></TextSymbolizer></Rule>");
        return styled.layer("point").classes.front().labels.front().text.text;
    };
    std::string const item = "<PropertyName>name</PropertyName>";
    CHECK(text(item + "\n  " + item).find('\n') == std::string::npos);
    CHECK(text(item + "<![CDATA[\n]]>" + item).find('\n') != std::string::npos);
    CHECK(text("<Function name=\"Concatenate\">" + item + "<Literal>1</Literal></Function>") ==
          text(item + "1"));
}

TEST_CASE("sld: geometries of filters are in the CRS of the data where PROJECTION is AUTO")
{
    auto const styled =
        apply_rules("auto", "<Rule><Filter><BBOX><PropertyName>g</PropertyName><gml:Box>"
                            "<gml:coordinates>1,2 3,4</gml:coordinates></gml:Box></BBOX></Filter>"
                            "<PolygonSymbolizer><Fill/></PolygonSymbolizer></Rule>");
    auto const& filter = styled.layer("auto").classes.front().expression.text;
    CAPTURE(filter);
    CHECK(filter.find("((1 2,") != std::string::npos);
}

TEST_CASE("SLD: attributes go by the names that the layer publishes, or by its own")
{
    auto const text = [](std::string const& property) {
        auto const styled = apply_document(
            "<NamedLayer><Name>aliased</Name><UserStyle><FeatureTypeStyle><Rule><Filter>"
            "<PropertyIsGreaterThan><PropertyName>people</PropertyName><Literal>5</Literal>"
            "</PropertyIsGreaterThan></Filter><TextSymbolizer><Label><PropertyName>" +
            property +
            "</PropertyName></Label></TextSymbolizer></Rule></FeatureTypeStyle></UserStyle>"
            "</NamedLayer>");
        auto const& rule = styled.layer("aliased").classes.at(0);
        CHECK(rule.expression.text == expr::print(expr::parse("([POP] > 5)")));
        return rule.labels.at(0).text.text;
    };
    CHECK(text("title") == "(\"[NAME]\")");
    CHECK(text("ms:title") == "(\"[NAME]\")");
    CHECK(text("NAME") == "(\"[NAME]\")");
    CHECK(text("other") == "(\"[other]\")");
}

TEST_CASE("SLD: the points of a layer that has only texts stay clear of other texts")
{
    auto const styles = [](std::string const& layer) {
        auto const styled = apply_document(
            "<NamedLayer><Name>" + layer +
            "</Name><UserStyle><FeatureTypeStyle><Rule><TextSymbolizer><Label>x</Label>"
            "</TextSymbolizer></Rule></FeatureTypeStyle></UserStyle></NamedLayer>");
        return styled.layer(layer).classes.at(0).styles.size();
    };
    CHECK(styles("point") == 1);
    CHECK(styles("line") == 0);
}
