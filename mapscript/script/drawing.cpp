// SPDX-License-Identifier: MIT
// Drawing into a picture piece by piece: layers, and shapes that are in no layer.
#include "script/drawing.hpp"

#include "image/blend.hpp"
#include "script/image.hpp"

namespace ms::script {

void stamp(imageObj& image, imageObj const& drawn, int x, int y, double opacity)
{
    if (!image.picture.document.empty() || !drawn.picture.document.empty()) {
        throw Failure{MS_IMGERR, "msDrawLayer()",
                      "Only pictures of pixels can be drawn into piece by piece."};
    }
    image::blend_over(image.picture.bitmap, drawn.picture.bitmap.view(), x, y, opacity);
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

/// A layer that has nothing but the shape, in one class.
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

void draw_shape(shapeObj& shape, mapObj& map, layerObj& layer, imageObj& image, int classindex,
                Text const& text)
{
    auto const drawn = draw_map(map, [&](mapfile::Map& copy, render::Overrides& overrides) {
        copy.layers = {layer_with(shape, layer, classindex, text)};
        overrides.is_transparent = true;
        overrides.background = image::Color{0, 0, 0, 0};
    });
    stamp(image, *drawn);
}

void draw_layer(layerObj& layer, mapObj& map, imageObj& image,
                std::function<void(render::Overrides&)> const& change)
{
    if (is_left_out(layer)) {
        return;
    }
    auto const drawn = draw_map(map, [&](mapfile::Map& copy, render::Overrides& overrides) {
        sync(layer);
        copy.layers = {compose(layer)};
        overrides.is_transparent = true;
        overrides.background = image::Color{0, 0, 0, 0};
        change(overrides);
    });
    stamp(image, *drawn);
}

int layerObj::draw(mapObj& map, imageObj& image)
{
    draw_layer(*this, map, image, [](render::Overrides&) {});
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
