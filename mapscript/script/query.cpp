// SPDX-License-Identifier: MIT
// Queries of maps and layers: the results stay with the layers until they are freed.
#include "base/string.hpp"
#include "crs/transformation.hpp"
#include "geometry/shape.hpp"
#include "render/plan/layer_plan.hpp"
#include "render/query/pick.hpp"
#include "script/open_layer.hpp"
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

/// Layers of a map, and the map whose view counts.
struct Searched {
    mapObj& map;
    mapObj& seen;
    std::vector<render::LayerChoice> choices;
};

/// One layer as a map sees it, which need not be the layer's own.
Searched one_layer(layerObj const& layer, mapObj& seen)
{
    auto const index = layer.get_index();
    fail_if(index < 0, MS_NULLPARENTERR, "msCheckParentPointer()", "The map parent object is null");
    return {*map_of(layer), seen, {{.layer = static_cast<std::size_t>(index)}}};
}

/// Layers that are on.
Searched all_layers(mapObj& map)
{
    std::vector<render::LayerChoice> choices;
    for (std::size_t i = 0; i < map.layers.size(); ++i) {
        if (map.layers[i]->block.status != mapfile::Status::Off) {
            choices.push_back({.layer = i});
        }
    }
    return {map, map, std::move(choices)};
}

void free_results(Searched const& in)
{
    for (auto const& choice : in.choices) {
        in.map.layers[choice.layer]->results.reset();
    }
}

/// Replaces the results of the layers.
int query(Searched const& in, render::PickRequest const& request)
{
    free_results(in);
    auto const layers = in.map.layers; // other threads may remove some meanwhile
    auto const frozen = in.map.freeze();
    // A query by number ignores the scale.
    bool const is_by_number = std::holds_alternative<render::ById>(request.where);
    auto const view = query_view(*in.seen.freeze(), is_by_number ? -1 : in.seen.scaledenom);
    auto selection = with_services([&](render::Services const& services) {
        auto found = render::pick(*frozen, view, in.choices, request, {}, services);
        render::read_whole(found, services);
        return found;
    });
    for (auto const& choice : in.choices) {
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

render::PickRequest at_point(pointObj const& point, int mode, double buffer)
{
    render::AtPoint where{.point = {point.x, point.y}};
    if (buffer > 0) {
        where.buffer = buffer;
    }
    where.only_nearest = mode == MS_SINGLE;
    return {.where = where};
}

/// Those for which a condition holds, as FILTERITEM and FILTER would give it.
int query_by_filter(Searched in, Text const& item, Text const& text, int mode)
{
    free_results(in);
    mapfile::Layer layer;
    layer.filter_item = item.str();
    layer.filter = read_expression(text, "msQueryByFilter()");
    for (auto& choice : in.choices) {
        choice.filter = render::layer_filter(*in.seen.freeze(), layer);
    }
    render::PickRequest request{.where = render::ByFilter{in.seen.extent.box()}};
    request.max_features = mode == MS_SINGLE ? 1 : -1;
    return query(in, request);
}

/// Those that touch the results of another layer.
int query_by_results(Searched const& in, int slayer)
{
    auto& selecting = *in.seen.layers.child(slayer, "queryByFeatures()");
    fail_if(selecting.results == nullptr, MS_QUERYERR, "msQueryByFeatures()",
            "The selection layer has no results.");
    render::AtShapes where;
    if (auto const picked = picked_of(in.seen, static_cast<std::size_t>(slayer))) {
        auto const crs = query_view(*in.seen.freeze()).crs;
        where.shapes = with_services([&](render::Services const& services) {
            return render::shapes_of(*picked, crs, services);
        });
    }
    selecting.close();
    return query(in, {.where = std::move(where)});
}

} // namespace

int layerObj::queryByPoint(mapObj& map, pointObj const& point, int mode, double buffer)
{
    return query(one_layer(*this, map), at_point(point, mode, buffer));
}

int layerObj::queryByRect(mapObj& map, rectObj const& rect)
{
    return query(one_layer(*this, map), {.where = render::InBox{rect.box()}});
}

int layerObj::queryByShape(mapObj& map, shapeObj const& shape)
{
    return query(one_layer(*this, map), {.where = render::AtShapes{shape.column()}});
}

int layerObj::queryByFeatures(mapObj& map, int slayer)
{
    return query_by_results(one_layer(*this, map), slayer);
}

int layerObj::queryByFilter(mapObj& map, Text const& string)
{
    return query_by_filter(one_layer(*this, map), {}, string, MS_MULTIPLE);
}

int layerObj::queryByAttributes(mapObj& map, Text const& qitem, Text const& qstring, int mode)
{
    return query_by_filter(one_layer(*this, map), qitem, qstring, mode);
}

int layerObj::queryByIndex(mapObj& map, int, int shapeindex, int bAddToQuery)
{
    auto const before = results;
    query(one_layer(*this, map), {.where = render::ById{std::to_string(shapeindex)}});
    bool const is_there = getNumResults() > 0;
    if (bAddToQuery != MS_FALSE && before != nullptr) {
        if (is_there) {
            before->add(results->results.front(), results->bounds);
        }
        if (is_there && before->picked) {
            auto all = std::make_shared<render::PickedLayer>(*before->picked);
            all->first.append(results->picked->first);
            before->picked = std::move(all);
        }
        results = before;
    }
    return is_there ? MS_SUCCESS : MS_FAILURE;
}

int mapObj::queryByPoint(pointObj const& point, int mode, double buffer)
{
    return query(all_layers(*this), at_point(point, mode, buffer));
}

int mapObj::queryByRect(rectObj const& rect)
{
    return query(all_layers(*this), {.where = render::InBox{rect.box()}});
}

int mapObj::queryByShape(shapeObj const& shape)
{
    return query(all_layers(*this), {.where = render::AtShapes{shape.column()}});
}

int mapObj::queryByFeatures(int slayer)
{
    auto in = all_layers(*this);
    std::erase_if(in.choices, [slayer](render::LayerChoice const& choice) {
        return choice.layer == static_cast<std::size_t>(slayer);
    });
    return query_by_results(in, slayer);
}

int mapObj::queryByFilter(Text const& string)
{
    return query_by_filter(all_layers(*this), {}, string, MS_MULTIPLE);
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
    fail_if(!file.flush(), MS_IOERR, "msSaveQuery()", '(' + filename.str() + ')');
    return MS_SUCCESS;
}

int mapObj::loadQuery(Text const& filename)
{
    std::ifstream file{filename.str()};
    fail_if(!file, MS_IOERR, "msLoadQuery()", '(' + filename.str() + ')');
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
