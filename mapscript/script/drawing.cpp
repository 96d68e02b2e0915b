// SPDX-License-Identifier: MIT
// Drawing into an image piece by piece: layers, and shapes that are in no layer.
#include "script/drawing.hpp"

#include "image/blend.hpp"
#include "render/core/lone_image.hpp"
#include "render/plan/plan_state.hpp"
#include "render/run.hpp"
#include "script/enums.hpp"
#include "script/image.hpp"
#include "script/interpreter.hpp"
#include "script/open_drawing.hpp"
#include "script/services.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ms::script {

void stamp(imageObj& image, imageObj const& drawn, int x, int y, double opacity)
{
    image::blend_over(image.pixels(), drawn.pixels().view(), x, y, opacity);
}

render::Plan plan_over(mapObj& map, std::shared_ptr<mapfile::Map const> model,
                       mapfile::OutputFormat const& format, render::Overrides overrides)
{
    auto const view = viewport_of(map);
    overrides.is_transparent = true;
    overrides.embeds_furniture = false;
    overrides.nearest_rule = render::rule_of_lone_image(view);
    return render::make_plan(std::move(model), view, overrides, format);
}

std::shared_ptr<mapfile::Map const> model_with(mapObj& map, std::vector<mapfile::Layer> layers)
{
    auto model = std::make_shared<mapfile::Map>(*map.freeze());
    model->layers = std::move(layers);
    return model;
}

namespace {

mapfile::LayerType layer_type_of(int shape_type)
{
    fail_if(kind_of_shape(shape_type) == geometry::Kind::None, MS_SHPERR, "msDrawShape()",
            "The shape is of no type.");
    auto type = mapfile::LayerType::Point;
    set_by_number(type, shape_type); // layers of shapes have the numbers of their shapes
    return type;
}

} // namespace

mapfile::Layer layer_of_class(int shape_type, layerObj& layer, int classindex)
{
    auto block = layer.current();
    block.features = {mapfile::Feature{}}; // the shape's place: without features it would be hidden
    block.connection_type = mapfile::ConnectionType::Local;
    block.data.clear();
    block.filter = {};
    block.class_item.clear();
    block.status = mapfile::Status::On;
    if (block.type != mapfile::LayerType::Line || shape_type != MS_SHAPE_POLYGON) {
        block.type = layer_type_of(shape_type);
    }
    auto klass = std::move(block.classes[static_cast<std::size_t>(classindex)]);
    klass.expression = {};
    block.classes = {std::move(klass)};
    return block;
}

namespace {

bool has_labels(mapfile::Layer const& layer)
{
    return layer.label_cache && std::ranges::any_of(layer.classes, [](mapfile::Class const& klass) {
               return !klass.labels.empty();
           });
}

/// Labels show a text that is given instead of their own. As the feature's, so that shapes with
/// other texts may be in the same layer.
void set_text(mapfile::Layer& layer, std::string const& text)
{
    layer.label_item.clear();
    layer.features.front().text = text;
    auto& drawn = layer.classes.front();
    drawn.text = {};
    for (auto& label : drawn.labels) {
        label.text = {};
    }
}

/// A layer that contains only the shape, in one class.
mapfile::Layer layer_with(shapeObj const& shape, layerObj& layer, int classindex, Text const& text)
{
    auto block = layer_of_class(shape.type, layer, classindex);
    block.features = {feature_of(shape)};
    block.max_features = -1;
    if (!text.is_null()) {
        set_text(block, text.str());
    }
    return block;
}

/// Whether only the first features of a layer are drawn.
bool limits_features(mapObj const& map, mapfile::Layer const& layer,
                     mapfile::OutputFormat const& format)
{
    constexpr char const* name = "maxfeaturestodraw";
    return layer.metadata.find(name) != nullptr || map.web.metadata.map.find(name) != nullptr ||
           format.options.find(name) != nullptr;
}

/// Appends a layer, or its feature to the last layer if that is the same otherwise: a layer takes
/// thousands of bytes, a feature a few.
void append_merged(std::vector<mapfile::Layer>& layers, mapfile::Layer layer)
{
    if (!layers.empty()) {
        auto& last = layers.back();
        auto features = std::exchange(last.features, {});
        auto appended = std::exchange(layer.features, {});
        bool const is_same = last == layer;
        last.features = std::move(features);
        if (is_same) {
            std::ranges::move(appended, std::back_inserter(last.features));
            return;
        }
        layer.features = std::move(appended);
    }
    layers.push_back(std::move(layer));
}

/// Draws layers of a model over an image. \return the number of labels placed without collisions
std::size_t draw_over(std::shared_ptr<mapfile::Map const> model, mapObj& map, imageObj& image,
                      render::Overrides const& overrides)
{
    auto const plan = plan_over(map, std::move(model), format_of(image), overrides);
    auto const& view = plan.state().viewport;
    auto& ground = image.pixels();
    Busy const busy{image.is_busy};
    if (ground.width() == view.width && ground.height() == view.height) {
        return with_services([&](render::Services const& services) {
            return render::run_on(plan, services, ground);
        });
    }
    auto const drawn = with_services(
        [&](render::Services const& services) { return render::run(plan, services); });
    image::blend_over(ground, drawn.bitmap.view(), 0, 0, 1);
    return drawn.label_count;
}

/// The map with a layer, which need not be its own, and the index of the layer.
std::pair<std::shared_ptr<mapfile::Map const>, std::size_t> model_of(mapObj& map, layerObj& layer)
{
    if (layer.parent.lock().get() == &map) {
        return {map.freeze(), static_cast<std::size_t>(layer.get_index())};
    }
    return {model_with(map, {layer.current()}), 0};
}

} // namespace

int mapObj::drawLabelCache(imageObj& image)
{
    auto waiting = std::exchange(labelcache.waiting, {});
    if (!waiting.empty()) {
        auto const count = draw_over(model_with(*this, std::move(waiting)), *this, image,
                                     {.cached_labels = render::CachedLabels::Alone});
        labelcache.num_rendered_members = static_cast<int>(count);
    }
    return MS_SUCCESS;
}

namespace {

shapeObj const& as_shape(shapeObj const& shape)
{
    return shape;
}

shapeObj as_shape(pointObj const& point)
{
    return *point.toShape();
}

/// Draws a shape or a point. Labels wait for those that follow, with which they are placed
/// together.
template <typename Shape>
int draw_one(Shape const& shape, mapObj& map, layerObj& layer, imageObj& image, int classindex,
             Text const& text)
{
    if (!has_index(layer.classes, classindex)) {
        throw Failure{MS_SHPERR, "msDrawShape()",
                      "Invalid class index: " + std::to_string(classindex)};
    }
    bool const has_labels = !layer.classes[static_cast<std::size_t>(classindex)]->labels.empty();
    bool const is_drawn = image.open().draw(shape, map, layer, classindex);
    if (is_drawn && !has_labels) {
        return MS_SUCCESS;
    }
    auto alone = layer_with(as_shape(shape), layer, classindex, text);
    if (!is_drawn) {
        draw_over(model_with(map, {alone}), map, image,
                  {.cached_labels = render::CachedLabels::LeftOut});
    }
    if (has_labels && alone.label_cache) {
        auto& waiting = map.labelcache.waiting;
        limits_features(map, alone, format_of(image)) ? waiting.push_back(std::move(alone))
                                                      : append_merged(waiting, std::move(alone));
    }
    return MS_SUCCESS;
}

/// Draws a layer on the open canvas of an image. \return false if it has to be drawn as a map
bool draw_in_place(layerObj& layer, mapObj& map, imageObj& image)
{
    auto& drawing = image.open();
    Busy const busy{image.is_busy};
    return drawing.draw(map, layer);
}

void draw_as_map(std::shared_ptr<mapfile::Map const> const& model, std::size_t index, mapObj& map,
                 imageObj& image, std::shared_ptr<render::Selection const> const& results)
{
    draw_over(
        model, map, image,
        {.layers = std::vector<render::LayerChoice>{{.layer = index}},
         .cached_labels = results ? render::CachedLabels::Drawn : render::CachedLabels::LeftOut,
         .results = results});
}

bool may_have_labels(layerObj const& layer)
{
    return std::ranges::any_of(layer.classes,
                               [](auto const& drawn) { return !drawn->labels.empty(); });
}

} // namespace

void draw_layer(layerObj& layer, mapObj& map, imageObj& image,
                std::shared_ptr<render::Selection const> const& results)
{
    if (!is_on(layer)) {
        return;
    }
    bool const is_drawn = !results && draw_in_place(layer, map, image);
    if (is_drawn && !may_have_labels(layer)) {
        return;
    }
    auto const [model, index] = model_of(map, layer);
    if (!is_drawn) {
        draw_as_map(model, index, map, image, results);
    }
    if (!results && has_labels(model->layers[index])) {
        map.labelcache.waiting.push_back(model->layers[index]);
    }
}

int layerObj::draw(mapObj& map, imageObj& image)
{
    draw_layer(*this, map, image);
    return MS_SUCCESS;
}

int pointObj::draw(mapObj& map, layerObj& layer, imageObj& image, int classindex, Text const& text)
{
    return draw_one(*this, map, layer, image, classindex, text);
}

int rectObj::draw(mapObj& map, layerObj& layer, imageObj& image, int classindex, Text const& text)
{
    return draw_one(*toPolygon(), map, layer, image, classindex, text);
}

int shapeObj::draw(mapObj& map, layerObj& layer, imageObj& image)
{
    return draw_one(*this, map, layer, image, classindex, text);
}

} // namespace ms::script
