// SPDX-License-Identifier: MIT
// MapServer 8.0.0's results, found by drawing the same layers with it.
#include "render/draw/composite.hpp"
#include "render/plan/blends.hpp"

#include "base/error.hpp"
#include "paint/record_canvas.hpp"
#include "render/core/output.hpp"
#include "render/plan/plan.hpp"
#include "render/run.hpp"
#include "source/postgis/link/databases.hpp"
#include "text/font_cache.hpp"

#include <doctest/doctest.h>

using namespace ms;

namespace {

constexpr image::Color red{255, 0, 0};
constexpr image::Color white{255, 255, 255};

/// A layer of one square.
mapfile::Layer square(std::string name, double min, double max, image::Color color)
{
    mapfile::Layer layer;
    layer.name = std::move(name);
    layer.type = mapfile::LayerType::Polygon;
    layer.status = mapfile::Status::On;
    layer.features = {{.parts = {{{min, min}, {max, min}, {max, max}, {min, max}, {min, min}}},
                       .wkt = {},
                       .items = {},
                       .text = {},
                       .at = {}}};
    layer.classes.resize(1);
    mapfile::Style style;
    style.color.value = color;
    layer.classes[0].styles = {style};
    return layer;
}

/// 101 x 101 pixels over (0, 0) to (100, 100): pixel (x, y) shows the point (x, 100 - y).
mapfile::Map map_of(std::vector<mapfile::Layer> layers)
{
    mapfile::Map map;
    map.extent = {0, 0, 100, 100};
    map.size = {101, 101};
    map.symbols.resize(1);
    map.layers = std::move(layers);
    return map;
}

struct Result {
    image::Bitmap bitmap;
    std::string plan;
    [[nodiscard]] image::Color at(int x, int y) const
    {
        auto const i = static_cast<std::size_t>(y * bitmap.width() + x) * 4;
        auto const p = bitmap.view().pixels;
        return {p[i], p[i + 1], p[i + 2], p[i + 3]};
    }
};

Result draw(mapfile::Map const& map)
{
    Log log;
    source::postgis::Databases databases;
    Deadline const deadline;
    text::FontCache fonts;
    render::Services const services{{log, databases, deadline}, fonts};
    auto const shared = std::make_shared<mapfile::Map const>(map);
    auto const plan = render::make_plan(shared, render::make_viewport(map, {}), {},
                                        render::find_output_format(map, "png"));
    return {render::run(plan, services).bitmap, render::explain(plan, services)};
}

mapfile::Compositor composite(int opacity, std::string op = {},
                              std::vector<std::string> filters = {})
{
    return {.opacity = opacity, .comp_op = std::move(op), .filters = std::move(filters), .at = {}};
}

} // namespace

TEST_CASE("COMPOSITE: a layer with blends is one group, another is drawn straight")
{
    mapfile::Map map;
    auto layer = square("a", 10, 90, red);
    auto const calls = [&] {
        paint::RecordCanvas canvas{{.width = 1, .height = 1}};
        render::draw_composited(render::blends_of(map, layer), nullptr, canvas, [] {});
        return canvas.text();
    };
    CHECK(calls().empty());
    layer.compositors = {composite(100)};
    CHECK(calls().empty());
    layer.compositors = {composite(40)};
    CHECK(calls() == "group\nend group opacity 0.4\n");
    layer.compositors = {composite(100, "", {"blacken()", "blur(3)"}), composite(50, "multiply")};
    CHECK(calls() == "group\n"
                     "end group opacity 1 after blacken() after blur(3)\n"
                     "end group multiply opacity 0.5\n");
}

TEST_CASE("COMPOSITE: one with OPACITY 0 leaves the layer out, one of several does not")
{
    auto layer = square("a", 10, 90, red);
    layer.compositors = {composite(0, "clear")};
    CHECK(draw(map_of({layer})).at(50, 50) == white);
    layer.compositors = {composite(0), composite(100)};
    CHECK(draw(map_of({layer})).at(50, 50) == red);
}

TEST_CASE("COMPOSITE: COMPOP and COMPFILTER reach the image and the plan")
{
    auto layer = square("a", 10, 90, {100, 100, 100});
    layer.compositors = {composite(100, "multiply", {"translate(5,0)"})};
    auto const result = draw(map_of({square("below", 0, 100, {200, 100, 50}), layer}));
    CHECK(result.at(93, 50) == image::Color{78, 39, 20}); // 200 * 100 / 255 ...
    CHECK(result.at(12, 50) == image::Color{200, 100, 50});
    CHECK(result.plan.find("composite multiply opacity 1 translate(5,0)") != std::string::npos);
}

TEST_CASE("COMPOSITE: unknown words are an error that names the layer")
{
    mapfile::Map map;
    auto layer = square("a", 10, 90, red);
    layer.compositors = {composite(100, "brighten")};
    CHECK_THROWS_WITH_AS((void)render::blends_of(map, layer),
                         doctest::Contains("layer \"a\": COMPOP \"brighten\" is unknown"), Error);
    layer.compositors = {composite(100, "", {"sepia()"})};
    CHECK_THROWS_WITH_AS((void)render::blends_of(map, layer),
                         doctest::Contains("COMPFILTER \"sepia()\" is unknown"), Error);
}

TEST_CASE("MASK: a layer shows where its mask draws, though the mask's STATUS is OFF")
{
    auto mask = square("m", 40, 60, {0, 0, 255});
    mask.status = mapfile::Status::Off;
    auto layer = square("a", 10, 90, red);
    layer.mask = "m";
    auto const result = draw(map_of({mask, layer}));
    CHECK(result.at(50, 50) == red);
    CHECK(result.at(30, 50) == white);
    CHECK(result.plan.find("mask \"m\"") != std::string::npos);
}

TEST_CASE("MASK: how strongly the mask covers does not matter, and two layers share it")
{
    auto mask = square("m", 40, 60, {0, 0, 255, 3});
    mask.status = mapfile::Status::Off;
    auto first = square("a", 10, 50, red);
    auto second = square("b", 50, 90, {0, 128, 0});
    first.mask = second.mask = "m";
    auto const result = draw(map_of({mask, first, second}));
    CHECK(result.at(45, 55) == red);
    CHECK(result.at(55, 45) == image::Color{0, 128, 0});
    CHECK(result.at(20, 80) == white);
}

TEST_CASE("MASK: one that is out of scale, of OPACITY 0 or the layer itself hides everything")
{
    auto mask = square("m", 40, 60, red);
    mask.status = mapfile::Status::Off;
    mask.max_scale_denominator = 1;
    auto layer = square("a", 10, 90, red);
    layer.mask = "m";
    CHECK(draw(map_of({mask, layer})).at(50, 50) == white);
    mask.max_scale_denominator = -1;
    mask.compositors = {composite(0)};
    CHECK(draw(map_of({mask, layer})).at(50, 50) == white);
    layer.mask = "a";
    CHECK(draw(map_of({layer})).at(50, 50) == white);
}

TEST_CASE("MASK: the name of no layer is an error")
{
    auto layer = square("a", 10, 90, red);
    layer.mask = "nobody";
    CHECK_THROWS_WITH_AS((void)draw(map_of({layer})),
                         doctest::Contains("layer \"a\": MASK \"nobody\" is no layer"), Error);
}

TEST_CASE("MASK: labels are anchored inside it or left out")
{
    auto mask = square("m", 0, 50, {0, 0, 255});
    mask.status = mapfile::Status::Off;
    for (double const x : {25.0, 75.0}) {
        CAPTURE(x);
        mapfile::Layer layer;
        layer.name = "a";
        layer.type = mapfile::LayerType::Point;
        layer.status = mapfile::Status::On;
        layer.mask = "m";
        layer.features = {{.parts = {{{x, 25}}}, .wkt = {}, .items = {}, .text = "HHH", .at = {}}};
        layer.classes.resize(1);
        layer.classes[0].labels.resize(1);
        auto const result = draw(map_of({mask, layer}));
        bool is_drawn = false;
        for (int y = 60; y < 90; ++y) {
            for (int px = 0; px < 101; ++px) {
                is_drawn |= result.at(px, y) != white;
            }
        }
        CHECK(is_drawn == (x < 50));
    }
}

TEST_CASE("COMPOSITE, MASK: hatches begin at the corner of the image, others at the map's (0, 0)")
{
    auto cover = square("m", 0, 110, red);
    cover.status = mapfile::Status::Off;
    auto plain = square("a", 0, 110, red);
    auto& style = plain.classes[0].styles[0];
    style.symbol.value = {.name = "hatch"};
    style.size.value = 20;
    style.width.value = 6;
    auto with_compositors = [&](std::vector<mapfile::Compositor> compositors) {
        auto layer = plain;
        layer.compositors = std::move(compositors);
        return layer;
    };
    auto masked = plain;
    masked.mask = "m";
    auto hatched_mask = plain;
    hatched_mask.name = "m";
    hatched_mask.status = mapfile::Status::Off;
    auto filled = square("a", 0, 110, red);
    filled.mask = "m";
    struct Row {
        std::vector<mapfile::Layer> layers;
        bool begins_at_corner;
    };
    for (auto const& [layers, begins_at_corner] :
         {Row{{plain}, false}, Row{{with_compositors({composite(100)})}, true},
          Row{{with_compositors({composite(100), composite(100)})}, true},
          Row{{with_compositors({composite(100, "multiply")})}, true}, Row{{cover, masked}, true},
          Row{{hatched_mask, filled}, true}}) {
        auto map = map_of(layers);
        map.extent = {0, 3, 100, 103};
        map.symbols.push_back({.name = "hatch", .type = mapfile::SymbolType::Hatch});
        auto const result = draw(map);
        CAPTURE(result.plan);
        CHECK(result.at(50, 38) == (begins_at_corner ? red : white)); // lines: 20 * n, or 3 below
        CHECK(result.at(50, 45) == (begins_at_corner ? white : red));
    }
}
