// SPDX-License-Identifier: MIT
// Drawing into an image piece by piece: layers, and shapes that are in no layer.
#include "script/drawing.hpp"

#include "image/blend.hpp"
#include "script/image.hpp"

#include <algorithm>
#include <utility>

namespace ms::script {

void stamp(imageObj& image, imageObj const& drawn, int x, int y, double opacity)
{
    if (!image.image.document.empty() || !drawn.image.document.empty()) {
        throw Failure{MS_IMGERR, "msDrawLayer()",
                      "Only images of pixels can be drawn into piece by piece."};
    }
    image::blend_over(image.image.bitmap, drawn.image.bitmap.view(), x, y, opacity);
}

namespace {

mapfile::LayerType layer_type_of(int shape_type)
{
    switch (shape_type) {
    case MS_SHAPE_POINT:
        return mapfile::LayerType::Point;
    case MS_SHAPE_LINE:
        return mapfile::LayerType::Line;
    case MS_SHAPE_POLYGON:
        return mapfile::LayerType::Polygon;
    default:
        throw Failure{MS_SHPERR, "msDrawShape()", "The shape is of no type."};
    }
}

/// A layer that contains only the shape, in one class.
mapfile::Layer layer_with(shapeObj& shape, layerObj& layer, int classindex, Text const& text)
{
    layerObj alone{mapfile::Layer{}};
    alone.addFeature(shape);
    sync(layer);
    auto block = compose(layer);
    block.features = std::move(alone.node.block.features);
    block.connection_type = mapfile::ConnectionType::Local;
    block.data.clear();
    block.filter = {};
    block.class_item.clear();
    block.status = mapfile::Status::On;
    if (block.type != mapfile::LayerType::Line || shape.type != MS_SHAPE_POLYGON) {
        block.type = layer_type_of(shape.type);
    }
    if (!has_index(layer.classes, classindex)) {
        throw Failure{MS_SHPERR, "msDrawShape()",
                      "Invalid class index: " + std::to_string(classindex)};
    }
    auto klass = std::move(block.classes[static_cast<std::size_t>(classindex)]);
    klass.expression = {};
    for (auto& label : klass.labels) {
        if (!text.is_null()) {
            label.text = {.kind = mapfile::ExpressionKind::String, .text = text.str()};
        }
    }
    block.classes = {std::move(klass)};
    return block;
}

} // namespace

namespace {

bool has_labels(mapfile::Layer const& layer)
{
    return layer.label_cache && std::ranges::any_of(layer.classes, [](mapfile::Class const& klass) {
               return !klass.labels.empty();
           });
}

/// Draws layers over an image. \return the number of labels placed without collisions
std::size_t draw_over(std::vector<mapfile::Layer> layers, mapObj& map, imageObj& image,
                      render::CachedLabels labels,
                      std::shared_ptr<render::Selection const> const& results)
{
    auto const drawn = draw_map(map, [&](mapfile::Map& copy, render::Overrides& overrides) {
        copy.layers = std::move(layers);
        overrides.is_transparent = true;
        overrides.background = image::Color{0, 0, 0, 0};
        overrides.embeds_furniture = false;
        overrides.cached_labels = labels;
        overrides.results = results;
    });
    stamp(image, *drawn);
    return drawn->image.label_count;
}

/// Its labels wait for those that follow, with which they are placed together.
void draw_without_labels(mapfile::Layer layer, mapObj& map, imageObj& image)
{
    static_cast<void>(draw_over({layer}, map, image, render::CachedLabels::LeftOut, nullptr));
    if (has_labels(layer)) {
        map.labelcache.waiting.push_back(std::move(layer));
    }
}

} // namespace

int mapObj::drawLabelCache(imageObj& image)
{
    auto waiting = std::exchange(labelcache.waiting, {});
    if (!waiting.empty()) {
        auto const count =
            draw_over(std::move(waiting), *this, image, render::CachedLabels::Alone, nullptr);
        labelcache.num_rendered_members = static_cast<int>(count);
    }
    return MS_SUCCESS;
}

void draw_shape(shapeObj& shape, mapObj& map, layerObj& layer, imageObj& image, int classindex,
                Text const& text)
{
    draw_without_labels(layer_with(shape, layer, classindex, text), map, image);
}

void draw_layer(layerObj& layer, mapObj& map, imageObj& image,
                std::shared_ptr<render::Selection const> const& results)
{
    sync(layer);
    if (results) {
        static_cast<void>(
            draw_over({compose(layer)}, map, image, render::CachedLabels::Drawn, results));
    } else {
        draw_without_labels(compose(layer), map, image);
    }
}

int layerObj::draw(mapObj& map, imageObj& image)
{
    draw_layer(*this, map, image);
    return MS_SUCCESS;
}

int pointObj::draw(mapObj& map, layerObj& layer, imageObj& image, int classindex, Text const& text)
{
    draw_shape(*toShape(), map, layer, image, classindex, text);
    return MS_SUCCESS;
}

int rectObj::draw(mapObj& map, layerObj& layer, imageObj& image, int classindex, Text const& text)
{
    draw_shape(*toPolygon(), map, layer, image, classindex, text);
    return MS_SUCCESS;
}

int shapeObj::draw(mapObj& map, layerObj& layer, imageObj& image)
{
    draw_shape(*this, map, layer, image, classindex, text);
    return MS_SUCCESS;
}

} // namespace ms::script
