// SPDX-License-Identifier: MIT
#include "sld/document.hpp"

#include "base/deadline.hpp"
#include "base/error.hpp"
#include "base/string.hpp"
#include "expr/expression.hpp"
#include "expr/print.hpp"
#include "mapfile/load.hpp"
#include "mapfile/writer.hpp"
#include "sld/write.hpp"

#include <doctest/doctest.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace {

using namespace ms;

std::shared_ptr<mapfile::Map const> example_map()
{
    auto const loaded = mapfile::load_text(R"(
MAP
  PROJECTION "EPSG:4326" END
  WEB VALIDATION "sld_external_graphic" "^(http://example.org/)?icons/" END END
  LAYER NAME "point" TYPE POINT CLASS STYLE COLOR 0 0 0 END END END
  LAYER
    NAME "line" TYPE LINE FILTERITEM "kind" FILTER "road" CLASSITEM "z" SIZEUNITS METERS
    CLASS EXPRESSION "1" GROUP "plain" STYLE COLOR 0 0 0 END END
    CLASS GROUP "bold" STYLE COLOR 0 0 0 END END
  END
  LAYER NAME "aliased" TYPE POINT METADATA "gml_NAME_alias" "title" "ows_POP_ALIAS" "people" END END
  LAYER NAME "polygon" TYPE POLYGON CLASS STYLE COLOR 0 0 0 END END END
  LAYER NAME "auto" TYPE POLYGON PROJECTION AUTO END CLASS STYLE COLOR 0 0 0 END END END
  LAYER NAME "table" TYPE POINT CONNECTIONTYPE POSTGIS DATA "geom FROM t" CLASS STYLE COLOR 0 0 0 END END END
END
)",
                                           MS_SOURCE_DIR);
    REQUIRE(loaded.map);
    return loaded.map;
}

struct Styled {
    std::shared_ptr<mapfile::Map const> map;
    std::vector<std::string> notes;

    [[nodiscard]] mapfile::Layer const& layer(std::string_view name) const
    {
        return *map->find_layer(name);
    }
};

Styled apply_document(std::string_view named_layers, sld::Fetch const& fetch = {})
{
    Styled styled;
    auto const document = sld::parse("<StyledLayerDescriptor version=\"1.0.0\">" +
                                     std::string{named_layers} + "</StyledLayerDescriptor>");
    styled.map = sld::styled(
        *example_map(), document,
        [](mapfile::Layer const& layer, std::string_view name) { return layer.name == name; },
        styled.notes, fetch);
    return styled;
}

Styled apply_rules(std::string_view layer, std::string_view rules, sld::Fetch const& fetch = {})
{
    return apply_document("<NamedLayer><Name>" + std::string{layer} +
                              "</Name><UserStyle><FeatureTypeStyle>" + std::string{rules} +
                              "</FeatureTypeStyle></UserStyle></NamedLayer>",
                          fetch);
}

/// The styles and labels of the only rule, as a mapfile has them.
std::string symbolized(std::string_view layer, std::string_view symbolizers)
{
    auto const styled = apply_rules(layer, "<Rule>" + std::string{symbolizers} + "</Rule>");
    auto const& classes = styled.layer(layer).classes;
    REQUIRE(classes.size() == 1);
    std::string text;
    for (auto const& style : classes.front().styles) {
        text += mapfile::write(style);
    }
    for (auto const& label : classes.front().labels) {
        text += mapfile::write(label);
    }
    text = replace_all(replace_all(text, " # STYLE", ""), " # LABEL", "");
    auto const words = split_words(text);
    std::string joined;
    for (auto const word : words) {
        joined.append(joined.empty() ? "" : " ").append(word);
    }
    return joined;
}

} // namespace

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

TEST_CASE("sld: images that VALIDATION does not allow are left out with a note")
{
    auto const graphic = [](std::string const& href) {
        return apply_rules("point", "<Rule><PointSymbolizer><Graphic><ExternalGraphic>"
                                    "<OnlineResource xlink:href=\"" +
                                        href +
                                        "\"/><Format>image/png</Format></ExternalGraphic></Graphic>"
                                        "</PointSymbolizer></Rule>");
    };
    for (auto const* const href : {"/etc/passwd", "icons/../../etc/passwd", "icons/none.png",
                                   "http://example.org/icons/a.png"}) {
        CAPTURE(href);
        auto const styled = graphic(href);
        CHECK(styled.layer("point").classes.front().styles.empty());
        REQUIRE(styled.notes.size() == 1);
        bool const is_inside = std::string_view{href}.find("icons/none") == 0; // but no file
        bool const is_url = std::string_view{href}.starts_with("http");
        auto const why = is_inside ? "names no file"
                         : is_url  ? "is not fetched: this server does not fetch images"
                                   : "is not matched by VALIDATION \"sld_external_graphic\"";
        CHECK(styled.notes.front() ==
              std::string{"layer \"point\": an ExternalGraphic of the SLD "} + why);
    }
}

TEST_CASE("sld: a file:// URL is allowed what its path is allowed")
{
    namespace fs = std::filesystem;
    auto const folder = fs::temp_directory_path() / ("ms_sld_" + std::to_string(::getpid()));
    fs::create_directory(folder);
    std::ofstream{folder / "a.png"} << "x";
    auto const notes = [&](std::string const& pattern, std::string const& href) {
        auto const loaded = mapfile::load_text(
            "MAP LAYER NAME \"point\" TYPE POINT VALIDATION \"sld_external_graphic\" \"" + pattern +
                "\" END CLASS STYLE COLOR 0 0 0 END END END END",
            MS_SOURCE_DIR);
        REQUIRE(loaded.map);
        std::vector<std::string> found;
        auto const document = sld::parse(
            "<StyledLayerDescriptor><NamedLayer><Name>point</Name><UserStyle><FeatureTypeStyle>"
            "<Rule><PointSymbolizer><Graphic><ExternalGraphic><OnlineResource xlink:href=\"" +
            href +
            "\"/><Format>image/png</Format></ExternalGraphic></Graphic></PointSymbolizer></Rule>"
            "</FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>");
        (void)sld::styled(*loaded.map, document,
                          [](mapfile::Layer const&, std::string_view) { return true; }, found, {});
        return found.size();
    };
    auto const file = (folder / "a.png").string();
    CHECK(notes("png$", file) == 1); // matches anywhere: files of the map's folder only
    CHECK(notes("png$", "file://" + file) == 1);
    CHECK(notes("png$", "FILE://" + file) == 1);
    CHECK(notes("^/.*png$", file) == 0);
    CHECK(notes("^file:///.*png$", "file://" + file) == 0);
    CHECK(notes("^file:///.*png$", "file://" + (folder / "x/../a.png").string()) == 1);
    fs::remove_all(folder);
}

TEST_CASE("sld: a deadline while an image is fetched ends the request")
{
    CHECK_THROWS_AS(
        (void)apply_rules(
            "point",
            "<Rule><PointSymbolizer><Graphic><ExternalGraphic><OnlineResource "
            "xlink:href=\"http://example.org/icons/a.svg\"/><Format>image/svg+xml"
            "</Format></ExternalGraphic></Graphic></PointSymbolizer></Rule>",
            [](std::string const&, std::size_t) -> std::string { throw Interrupted{"late"}; }),
        Interrupted);
}

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

TEST_CASE("sld: an image of another server is fetched once, and must be one")
{
    std::vector<std::string> urls;
    auto const fetch = [&](std::string const& url, std::size_t) -> std::string {
        urls.push_back(url);
        if (url.find("gone") != std::string::npos) {
            throw Error{ErrorKind::BadRequest, "the answer has status 404"};
        }
        return url.ends_with("a.svg")
                   ? R"(<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>)"
                   : "no image";
    };
    auto const rule = [](std::string const& href) {
        return "<Rule><PointSymbolizer><Graphic><ExternalGraphic><OnlineResource xlink:href=\"" +
               href +
               "\"/><Format>image/png</Format></ExternalGraphic></Graphic></PointSymbolizer></"
               "Rule>";
    };
    std::string rules;
    for (auto const* const name : {"a.svg", "a.svg", "gone", "gone", "b", "icons/../c"}) {
        rules += rule(std::string{"http://example.org/icons/"} + name);
    }
    auto const styled = apply_rules("point", rules, fetch);
    std::vector<std::string> const expected{"http://example.org/icons/a.svg",
                                            "http://example.org/icons/gone",
                                            "http://example.org/icons/b"};
    CHECK(urls == expected);
    auto const& classes = styled.layer("point").classes;
    REQUIRE(classes.size() == 6);
    CHECK(classes[0].styles.size() == 1);
    CHECK(classes[1].styles.size() == 1);
    CHECK(classes[2].styles.empty());
    CHECK(styled.notes.size() == 4);
    auto const& symbol = styled.map->symbols.back();
    CHECK(symbol.type == mapfile::SymbolType::Svg);
    CHECK(symbol.name == "http://example.org/icons/a.svg");
    CHECK(symbol.image.starts_with("data:image/svg+xml;base64,"));
}

TEST_CASE("sld: at most eight images of other servers are fetched")
{
    int requests = 0;
    auto const fetch = [&](std::string const&, std::size_t) -> std::string {
        ++requests;
        throw Error{ErrorKind::BadRequest, "nobody answers there"};
    };
    std::string rules;
    for (int i = 0; i < 20; ++i) {
        rules +=
            "<Rule><PointSymbolizer><Graphic><ExternalGraphic><OnlineResource xlink:href=\""
            "http://example.org/icons/" +
            std::to_string(i) +
            "\"/><Format>image/png</Format></ExternalGraphic></Graphic></PointSymbolizer></Rule>";
    }
    auto const styled = apply_rules("point", rules, fetch);
    CHECK(requests == 8);
    CHECK(styled.notes.size() == 20);
}

TEST_CASE("sld: an ElseFilter alone styles nothing")
{
    // CVE-2026-45104: the class before the first one.
    auto const styled = apply_rules("line", "<Rule><ElseFilter/></Rule>");
    CHECK(styled.layer("line").classes.size() == 2);
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
