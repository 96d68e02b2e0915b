// SPDX-License-Identifier: MIT
// Layers drawn on a canvas that records its calls.
#include "render/draw/vector_step.hpp"

#include "paint/record_canvas.hpp"
#include "render/core/output.hpp"
#include "render/plan/layer_plan.hpp"
#include "source/layer_error.hpp"
#include "source/postgis/link/databases.hpp"
#include "source/registry.hpp"
#include "text/font_cache.hpp"

#include <doctest/doctest.h>

using namespace ms;

namespace {

mapfile::Style stroke(image::Color color, double width)
{
    mapfile::Style style;
    style.color.value = color;
    style.width.value = width;
    return style;
}

mapfile::Feature line(double x0, double y0, double x1, double y1, std::string items = {})
{
    return {.parts = {{{x0, y0}, {x1, y1}}},
            .wkt = {},
            .items = std::move(items),
            .text = {},
            .at = {}};
}

/// An image of 101 x 101 pixels over the square from (0, 0) to (100, 100): one unit a pixel.
mapfile::Map square_map(mapfile::Layer layer)
{
    mapfile::Map map;
    map.extent = {0, 0, 100, 100};
    map.size = {101, 101};
    map.symbols.resize(1);
    layer.status = mapfile::Status::On;
    map.layers.push_back(std::move(layer));
    return map;
}

/// The recorded calls, line by line; and the notes of the plan.
struct Drawn {
    std::string calls;
    std::vector<std::string> notes;
};

Drawn draw(mapfile::Map const& map, int edge_buffer = 0)
{
    Log log;
    source::postgis::Databases databases;
    Deadline const deadline;
    text::FontCache fonts;
    render::Services const services{{log, databases, deadline}, fonts};

    render::PlanState plan;
    plan.map = std::make_shared<mapfile::Map const>(map);
    plan.viewport = render::make_viewport(map, {.edge_buffer = edge_buffer});
    Drawn drawn;
    auto step = render::plan_layer(*plan.map, map.layers.front(), plan.viewport, {}, drawn.notes);
    REQUIRE(step);
    auto const source = source::open_source(*plan.map, step->layer, services);
    auto const cursor = source->start(step->query);
    paint::RecordCanvas canvas{{.width = 101, .height = 101}};
    render::draw_vector_step(plan, *step, *cursor, services, canvas);
    drawn.calls = canvas.text();
    return drawn;
}

std::size_t count(std::string const& text, std::string_view what)
{
    std::size_t found = 0;
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
        ++found;
    }
    return found;
}

constexpr image::Color red{255, 0, 0, 255};
constexpr image::Color white{255, 255, 255, 255};

} // namespace

TEST_CASE("lines with two styles: the first over all features, then the second")
{
    mapfile::Layer roads;
    roads.type = mapfile::LayerType::Line;
    roads.features = {line(0, 10, 100, 10), line(50, 0, 50, 100)};
    roads.classes.resize(1);
    roads.classes[0].styles = {stroke(red, 6), stroke(white, 4)};

    auto const calls = draw(square_map(roads)).calls;
    CHECK(count(calls, "stroke") == 4);
    CHECK(calls.rfind("#ff0000ff") < calls.find("#ffffffff"));
}

TEST_CASE("polygons with two styles: all styles of a feature before the next feature")
{
    mapfile::Layer areas;
    areas.type = mapfile::LayerType::Polygon;
    mapfile::Feature const square{.parts = {{{10, 10}, {20, 10}, {20, 20}, {10, 10}}},
                                  .wkt = {},
                                  .items = {},
                                  .text = {},
                                  .at = {}};
    areas.features = {square, square};
    areas.classes.resize(1);
    areas.classes[0].styles = {stroke(red, 1), stroke(white, 1)};

    auto const calls = draw(square_map(areas)).calls;
    CHECK(count(calls, "fill") == 4);
    CHECK(calls.find("#ffffffff") < calls.rfind("#ff0000ff"));
}

TEST_CASE("casings of OUTLINEWIDTH lie below all lines of the layer")
{
    mapfile::Layer roads;
    roads.type = mapfile::LayerType::Line;
    roads.features = {line(0, 10, 100, 10), line(50, 0, 50, 100)};
    roads.classes.resize(1);
    auto cased = stroke(white, 4);
    cased.outline_color.value = red;
    cased.outline_width.value = 1;
    roads.classes[0].styles = {cased};

    auto const calls = draw(square_map(roads)).calls;
    CHECK(count(calls, "stroke") == 4);
    CHECK(calls.rfind("#ff0000ff") < calls.find("#ffffffff"));
}

TEST_CASE("classes: the first that matches draws, unless it is OFF")
{
    mapfile::Layer layer;
    layer.type = mapfile::LayerType::Line;
    layer.processing = {"ITEMS=kind"};
    layer.class_item = "kind";
    layer.features = {line(0, 10, 100, 10, "a"), line(0, 20, 100, 20, "b"),
                      line(0, 30, 100, 30, "c")};
    layer.classes.resize(3);
    layer.classes[0].expression = {.kind = mapfile::ExpressionKind::String, .text = "a"};
    layer.classes[0].styles = {stroke(red, 1)};
    layer.classes[1].expression = {.kind = mapfile::ExpressionKind::String, .text = "b"};
    layer.classes[1].status = false;
    layer.classes[1].styles = {stroke(red, 1)};
    layer.classes[2].styles = {stroke(white, 1)};

    auto const calls = draw(square_map(layer)).calls;
    CHECK(count(calls, "stroke") == 3);
    CHECK(count(calls, "#ff0000ff") == 1);
    CHECK(count(calls, "#ffffffff") == 2);
}

// MapServer 8.0.0: "Cannot evaluate expression, no item index defined", and the class is passed
// over.
TEST_CASE("classes: a string without CLASSITEM matches nothing and spoils nothing")
{
    mapfile::Layer layer;
    layer.type = mapfile::LayerType::Line;
    layer.features = {line(0, 10, 100, 10)};
    layer.classes.resize(2);
    layer.classes[0].expression = {.kind = mapfile::ExpressionKind::String, .text = "67"};
    layer.classes[0].styles = {stroke(red, 1)};
    layer.classes[1].styles = {stroke(white, 1)};

    auto const calls = draw(square_map(layer)).calls;
    CHECK(count(calls, "#ff0000ff") == 0);
    CHECK(count(calls, "#ffffffff") == 1);
}

TEST_CASE("styles: attributes give width and colour feature by feature")
{
    mapfile::Layer layer;
    layer.type = mapfile::LayerType::Line;
    layer.processing = {"ITEMS=width,color"};
    layer.features = {line(0, 10, 100, 10, "2;#00ff00"), line(0, 20, 100, 20, "5;1 2 3")};
    layer.classes.resize(1);
    mapfile::Style bound;
    bound.width.attribute = "width";
    bound.color.attribute = "color";
    layer.classes[0].styles = {bound};

    auto const calls = draw(square_map(layer)).calls;
    CHECK(count(calls, "stroke #00ff00ff width 2") == 1);
    CHECK(count(calls, "stroke #010203ff width 5") == 1);
}

TEST_CASE("a feature outside the image is drawn when its pen reaches into it")
{
    mapfile::Layer layer;
    layer.type = mapfile::LayerType::Line;
    layer.features = {line(0, -5, 100, -5), line(0, -50, 100, -50)};
    layer.classes.resize(1);
    layer.classes[0].styles = {stroke(red, 20)};
    CHECK(count(draw(square_map(layer)).calls, "stroke") == 1);
}

TEST_CASE("TRANSFORM LL: coordinates are pixels from the lower left corner")
{
    mapfile::Layer layer;
    layer.type = mapfile::LayerType::Line;
    layer.transform = mapfile::Transform::LL;
    layer.features = {line(10, -10, 20, -10)};
    layer.classes.resize(1);
    layer.classes[0].styles = {stroke(red, 1)};
    CHECK(count(draw(square_map(layer)).calls, "10,90 20,90") == 1);
}

TEST_CASE("unsupported parts of a style are noted with their place")
{
    mapfile::Layer layer;
    layer.name = "arrows";
    layer.type = mapfile::LayerType::Line;
    layer.features = {line(0, 10, 100, 10)};
    layer.classes.resize(1);
    auto label_style = stroke(red, 1);
    label_style.geom_transform = "labelpnt";
    layer.classes[0].styles = {stroke(red, 1), label_style};
    auto const notes = draw(square_map(layer)).notes;
    REQUIRE(notes.size() == 1);
    CHECK(notes[0].find("layer \"arrows\": GEOMTRANSFORM \"labelpnt\" is not drawn") !=
          std::string::npos);
}

TEST_CASE("GEOMTRANSFORM of a style works on pixels and draws its result")
{
    mapfile::Layer layer;
    layer.name = "roads";
    layer.type = mapfile::LayerType::Line;
    layer.features = {line(20, 50, 80, 50)};
    layer.classes.resize(1);
    auto style = stroke(red, 1);
    style.geom_transform = "(simplify(buffer([shape], 10), 5))";
    layer.classes[0].styles = {style};
    auto const drawn = draw(square_map(layer));
    CHECK(drawn.notes.empty());
    CHECK(drawn.calls.find("fill") != std::string::npos); // a polygon, not the line
    CHECK(drawn.calls.find("stroke") == std::string::npos);
}

TEST_CASE("GEOMTRANSFORM of a layer works on map units and may change the kind")
{
    mapfile::Layer layer;
    layer.name = "roads";
    layer.type = mapfile::LayerType::Line;
    layer.features = {line(20, 50, 80, 50)};
    layer.geom_transform = "(difference([shape], fromText('LINESTRING(40 50,80 50)')))";
    layer.classes.resize(1);
    layer.classes[0].styles = {stroke(red, 1)};
    CHECK(count(draw(square_map(layer)).calls, "20,50 40,50") == 1);

    layer.geom_transform = "(1 + 1)";
    CHECK_THROWS_WITH(draw(square_map(layer)), doctest::Contains("makes no shape"));
}

// The words of MapServer 8.0.0.
TEST_CASE("GEOMTRANSFORM that refuses its shapes fails the map, of a layer and of a style")
{
    mapfile::Layer layer;
    layer.name = "roads";
    layer.type = mapfile::LayerType::Line;
    layer.features = {line(20, 50, 80, 50)};
    layer.geom_transform = "(inner([shape]))";
    layer.classes.resize(1);
    layer.classes[0].styles = {stroke(red, 1)};
    auto const public_text = [&]() -> std::string {
        try {
            (void)draw(square_map(layer));
        } catch (source::LayerError const& error) {
            CHECK(error.kind() == ErrorKind::BadMapfile);
            return error.public_text();
        }
        return {};
    };
    std::string const first =
        "msDrawMap(): Image handling error. Failed to draw layer named 'roads'.\n";
    std::string const rest = " Expression parser error. Failed to process shape expression: "
                             "inner([shape])\nyyparse(): Expression parser error. Executing inner "
                             "failed.";
    CHECK(public_text() == first + "msGeomTransformShape():" + rest);
    std::swap(layer.geom_transform, layer.classes[0].styles[0].geom_transform);
    CHECK(public_text() == first + "msDrawTransformedShape:" + rest);
    layer.type = mapfile::LayerType::Point; // there, styles transform nothing
    CHECK(public_text().empty());
}

// MapServer 8.0.0, EXTENT 0 0 99 99, SIZE 20: points at -0.1, 99.2 and 99.9 are not drawn, those at
// 0 and 99 are.
TEST_CASE("points outside the extent are not drawn, however large their symbols")
{
    mapfile::Layer places;
    places.type = mapfile::LayerType::Point;
    auto const point = [](double x, double y) {
        return mapfile::Feature{.parts = {{{x, y}}}, .wkt = {}, .items = {}, .text = {}, .at = {}};
    };
    places.features = {point(0, 50), point(100, 50), point(-0.1, 50), point(100.1, 50),
                       point(50, 100.1)};
    places.classes.resize(1);
    auto style = stroke(red, 1);
    style.symbol.value.index = 1;
    style.size.value = 20;
    places.classes[0].styles = {style};
    auto map = square_map(places);
    auto& disc = map.symbols.emplace_back();
    disc.type = mapfile::SymbolType::Ellipse;
    disc.filled = true;
    disc.points = {{1, 1}};

    CHECK(count(draw(map).calls, "mark") == 2);
    CHECK(count(draw(map, 5).calls, "mark") == 5); // of one of many tiles
}
