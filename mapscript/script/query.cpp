// SPDX-License-Identifier: MIT
// Queries of maps and layers: the results stay with the layers until they are freed.
#include "base/string.hpp"
#include "crs/transformation.hpp"
#include "geometry/shape.hpp"
#include "render/plan/layer_plan.hpp"
#include "render/query/pick.hpp"
#include "script/drawing.hpp"
#include "script/open_layer.hpp"
#include "script/results.hpp"
#include "script/selection.hpp"
#include "script/services.hpp"
#include "script/snippet.hpp"

#include <fstream>

namespace ms::script {

namespace {

long key_of(render::PickedLayer const& picked, std::size_t row)
{
    auto const& ids = picked.first.features.ids;
    auto const number = row < ids.size() ? parse_int(ids[row]) : std::nullopt;
    return number ? *number : static_cast<long>(row);
}

std::shared_ptr<resultCacheObj> cache_of(render::PickedLayer picked)
{
    auto cache = std::make_shared<resultCacheObj>();
    for (std::size_t row = 0; row < picked.first.features.size(); ++row) {
        auto result = std::make_shared<resultObj>(key_of(picked, row));
        result->classindex = row < picked.first.classes.size() ? picked.first.classes[row] : -1;
        cache->add(std::move(result), rectObj{picked.first.features.geometry.box_of(row)});
    }
    cache->picked = std::make_shared<render::PickedLayer const>(std::move(picked));
    return cache;
}

/// The area of a query, in units of the map; nullopt: everywhere.
std::optional<geometry::Box> box_of(render::PickRequest const& request)
{
    if (auto const* const at = std::get_if<render::AtPoint>(&request.where)) {
        return geometry::Box{at->point.x, at->point.y, at->point.x, at->point.y}.grown(
            at->buffer.value_or(0));
    }
    if (auto const* const in = std::get_if<render::InBox>(&request.where)) {
        return in->box;
    }
    if (auto const* const by = std::get_if<render::ByFilter>(&request.where)) {
        return by->box;
    }
    return std::nullopt;
}

/// As in MapServer: an empty list of results means that a query has read features. There is no list
/// if nothing can be found at all: without TEMPLATE, and beyond the extent of a file.
bool is_looked_into(std::shared_ptr<mapfile::Map const> const& map, std::size_t index,
                    render::Viewport const& view, render::PickRequest const& request)
{
    auto const& layer = map->layers[index];
    auto const box = box_of(request);
    bool const is_file =
        layer.connection_type == mapfile::ConnectionType::Local && !layer.data.empty();
    if (!render::is_queryable(layer)) {
        return false;
    }
    if (!is_file || !box) {
        return true;
    }
    OpenLayer opened{map, index};
    crs::Transformation const way{view.crs, render::layer_crs(*map, layer, view)};
    auto const extent = opened.extent();
    return extent && extent->intersects(way.forward(*box));
}

/// Queries some layers of a map and replaces their results. `seen` is the map whose view counts.
int query(mapObj& map, mapObj& seen, std::vector<render::LayerChoice> const& choices,
          render::PickRequest const& request)
{
    for (auto const& choice : choices) {
        map.layers[choice.layer]->results.reset();
    }
    auto const layers = map.layers; // other threads may remove some meanwhile
    auto const frozen = map.freeze();
    // A query by number ignores the scale.
    bool const is_by_number = std::holds_alternative<render::ById>(request.where);
    auto const view = query_view(*seen.freeze(), is_by_number ? -1 : seen.scaledenom);
    auto selection = with_services([&](render::Services const& services) {
        auto found = render::pick(*frozen, view, choices, request, {}, services);
        render::read_whole(found, services);
        return found;
    });
    for (auto const& choice : choices) {
        auto& layer = *layers[choice.layer];
        if (layer.get_index() >= 0 && is_looked_into(frozen, choice.layer, view, request)) {
            layer.results = std::make_shared<resultCacheObj>();
            layer.reading = open_layer(layer); // scripts get shapes of results at once
        }
    }
    for (auto& picked : selection.layers) {
        if (picked.first.features.size() > 0) {
            auto& results = layers[picked.layer]->results;
            results = cache_of(std::move(picked));
        }
    }
    return MS_SUCCESS;
}

int query(mapObj& map, std::vector<render::LayerChoice> const& choices,
          render::PickRequest const& request)
{
    return query(map, map, choices, request);
}

std::vector<render::LayerChoice> choice_of(layerObj const& layer)
{
    auto const index = layer.get_index();
    if (index < 0) {
        throw Failure{MS_NULLPARENTERR, "msCheckParentPointer()", "The map parent object is null"};
    }
    return {{.layer = static_cast<std::size_t>(index), .class_group = {}, .filter = {}}};
}

/// Looks in one layer as a map sees it, which need not be the layer's own.
int query(layerObj const& layer, mapObj& seen, std::vector<render::LayerChoice> const& choices,
          render::PickRequest const& request)
{
    return query(*layer.parent.lock(), seen, choices, request);
}

/// Layers that are on, or all layers if one is requested by number.
std::vector<render::LayerChoice> queried_of(mapObj const& map)
{
    std::vector<render::LayerChoice> choices;
    for (std::size_t i = 0; i < map.layers.size(); ++i) {
        if (map.layers[i]->block.status != mapfile::Status::Off) {
            choices.push_back({.layer = i, .class_group = {}, .filter = {}});
        }
    }
    return choices;
}

/// A condition as FILTERITEM and FILTER would give it.
expr::Expression condition(mapObj& map, Text const& item, Text const& text)
{
    mapfile::Layer layer;
    layer.filter_item = item.str();
    layer.filter = read_expression(text, "msQueryByFilter()");
    return render::layer_filter(*map.freeze(), layer);
}

render::PickRequest at_point(pointObj const& point, int mode, double buffer)
{
    render::AtPoint where{.point = {point.x, point.y}};
    if (buffer > 0) {
        where.buffer = buffer;
    }
    where.only_nearest = mode == MS_SINGLE;
    return {.where = where};
}

render::PickRequest by_filter(mapObj const& map, int mode)
{
    render::PickRequest request{.where = render::ByFilter{map.extent.box()}};
    request.max_features = mode == MS_SINGLE ? 1 : -1;
    return request;
}

/// The shapes that another layer's results are.
render::PickRequest at_results(layerObj& selecting)
{
    render::AtShapes where;
    if (selecting.results == nullptr) {
        throw Failure{MS_QUERYERR, "msQueryByFeatures()", "The selection layer has no results."};
    }
    selecting.open();
    for (auto const& result : selecting.results->results) {
        auto const shape = selecting.getShape(*result)->column();
        geometry::append_shape({&shape, 0}, where.shapes);
    }
    selecting.close();
    return {.where = std::move(where)};
}

} // namespace

int layerObj::queryByPoint(mapObj& map, pointObj const& point, int mode, double buffer)
{
    return query(*this, map, choice_of(*this), at_point(point, mode, buffer));
}

int layerObj::queryByRect(mapObj& map, rectObj const& rect)
{
    return query(*this, map, choice_of(*this), {.where = render::InBox{rect.box()}});
}

int layerObj::queryByShape(mapObj& map, shapeObj const& shape)
{
    return query(*this, map, choice_of(*this), {.where = render::AtShapes{shape.column()}});
}

int layerObj::queryByFeatures(mapObj& map, int slayer)
{
    return query(*this, map, choice_of(*this),
                 at_results(*map.layers.child(slayer, "queryByFeatures()")));
}

int layerObj::queryByFilter(mapObj& map, Text const& string)
{
    auto choices = choice_of(*this);
    results.reset();
    choices.front().filter = condition(map, {}, string);
    return query(*this, map, choices, by_filter(map, MS_MULTIPLE));
}

int layerObj::queryByAttributes(mapObj& map, Text const& qitem, Text const& qstring, int mode)
{
    auto choices = choice_of(*this);
    results.reset();
    choices.front().filter = condition(map, qitem, qstring);
    return query(*this, map, choices, by_filter(map, mode));
}

int layerObj::queryByIndex(mapObj& map, int, int shapeindex, int bAddToQuery)
{
    auto const before = results;
    query(*this, map, choice_of(*this), {.where = render::ById{std::to_string(shapeindex)}});
    bool const is_there = getNumResults() > 0;
    if (bAddToQuery != MS_FALSE && before != nullptr) {
        if (is_there) {
            before->add(results->results.front(), results->bounds);
        }
        if (is_there && before->picked) {
            auto all = std::make_shared<render::PickedLayer>(*before->picked);
            append(*results->picked, *all);
            before->picked = std::move(all);
        }
        results = before;
    }
    return is_there ? MS_SUCCESS : MS_FAILURE;
}

std::shared_ptr<resultCacheObj> layerObj::getResults() const
{
    return results;
}

int layerObj::getNumResults() const
{
    return results ? static_cast<int>(results->results.size()) : 0;
}

std::shared_ptr<resultObj> layerObj::getResult(int i) const
{
    return results ? results->getResult(i) : nullptr;
}

std::shared_ptr<rectObj> layerObj::getResultsBounds() const
{
    return results ? std::make_shared<rectObj>(results->bounds) : nullptr;
}

int mapObj::queryByPoint(pointObj const& point, int mode, double buffer)
{
    return query(*this, queried_of(*this), at_point(point, mode, buffer));
}

int mapObj::queryByRect(rectObj const& rect)
{
    return query(*this, queried_of(*this), {.where = render::InBox{rect.box()}});
}

int mapObj::queryByShape(shapeObj const& shape)
{
    return query(*this, queried_of(*this), {.where = render::AtShapes{shape.column()}});
}

int mapObj::queryByFeatures(int slayer)
{
    auto choices = queried_of(*this);
    std::erase_if(choices, [slayer](render::LayerChoice const& choice) {
        return choice.layer == static_cast<std::size_t>(slayer);
    });
    return query(*this, choices, at_results(*layers.child(slayer, "queryByFeatures()")));
}

int mapObj::queryByFilter(Text const& string)
{
    auto choices = queried_of(*this);
    for (auto& choice : choices) {
        layers[choice.layer]->results.reset();
        Text const no_item;
        choice.filter = condition(*this, no_item, string);
    }
    return query(*this, choices, by_filter(*this, MS_MULTIPLE));
}

void mapObj::freeQuery(int qlayer)
{
    for (std::size_t i = 0; i < layers.size(); ++i) {
        if (qlayer < 0 || static_cast<std::size_t>(qlayer) == i) {
            layers[i]->results.reset();
        }
    }
}

/// A line for every result: the layer, the feature, its class and its box.
/// In the folder of the process, as in MapServer; other files of a map are in the map's folder.
int mapObj::saveQuery(Text const& filename, int)
{
    std::ofstream file{filename.str()};
    for (std::size_t i = 0; i < layers.size(); ++i) {
        for (auto const& result : layers[i]->results ? layers[i]->results->results
                                                     : std::vector<std::shared_ptr<resultObj>>{}) {
            auto const& box = layers[i]->results->bounds;
            file << i << ' ' << result->shapeindex << ' ' << result->classindex << ' ' << box.minx
                 << ' ' << box.miny << ' ' << box.maxx << ' ' << box.maxy << '\n';
        }
    }
    if (!file.flush()) {
        throw Failure{MS_IOERR, "msSaveQuery()", '(' + filename.str() + ')'};
    }
    return MS_SUCCESS;
}

int mapObj::loadQuery(Text const& filename)
{
    std::ifstream file{filename.str()};
    if (!file) {
        throw Failure{MS_IOERR, "msLoadQuery()", '(' + filename.str() + ')'};
    }
    freeQuery(-1);
    std::size_t layer = 0;
    long feature = 0;
    int klass = 0;
    rectObj box;
    while (file >> layer >> feature >> klass >> box.minx >> box.miny >> box.maxx >> box.maxy) {
        auto const& owner = layers.child(static_cast<int>(layer), "msLoadQuery()");
        if (!owner->results) {
            owner->results = std::make_shared<resultCacheObj>();
        }
        auto result = std::make_shared<resultObj>(feature);
        result->classindex = klass;
        owner->results->add(std::move(result), box);
    }
    return MS_SUCCESS;
}

} // namespace ms::script
