// SPDX-License-Identifier: MIT
#include "script/selection.hpp"

#include "script/drawing.hpp"
#include "script/image.hpp"
#include "script/services.hpp"

#include <algorithm>

namespace ms::script {

namespace {

/// Width of the extent of a map without extent: its pixels, the unit of tolerances, are negligible.
constexpr double no_width = 1e-9;

/// The features that results from a file refer to.
std::shared_ptr<render::PickedLayer const> pick_again(mapObj& map, std::size_t layer,
                                                      resultCacheObj const& results)
{
    auto const frozen = map.freeze();
    auto const view = query_view(*frozen, map.scaledenom);
    std::vector<render::LayerChoice> const choice{{.layer = layer}};
    std::shared_ptr<render::PickedLayer> all;
    for (auto const& result : results.results) {
        render::PickRequest const requested{.where =
                                                render::ById{std::to_string(result->shapeindex)}};
        auto const found = with_services([&](render::Services const& services) {
            return render::pick(*frozen, view, choice, requested, {}, services);
        });
        for (auto const& picked : found.layers) {
            if (all) {
                all->first.append(picked.first);
            } else {
                all = std::make_shared<render::PickedLayer>(picked);
            }
        }
    }
    return all;
}

} // namespace

render::Viewport query_view(mapfile::Map const& map)
{
    auto request = view_of_script(map);
    if (!(map.extent.min_x < map.extent.max_x && map.extent.min_y < map.extent.max_y)) {
        request.extent = geometry::Box{0, 0, no_width, no_width};
    }
    if (map.size.width <= 0 || map.size.height <= 0) {
        request.size = mapfile::Size{500, 500};
    }
    return render::make_viewport(map, request);
}

render::Viewport query_view(mapfile::Map const& map, double scaledenom)
{
    auto view = query_view(map);
    view.scale_denominator = std::max(scaledenom, 0.0);
    return view;
}

void resultCacheObj::add(std::shared_ptr<resultObj> result, rectObj const& box)
{
    auto all = box.box();
    if (!results.empty()) {
        all.extend({bounds.minx, bounds.miny});
        all.extend({bounds.maxx, bounds.maxy});
    }
    bounds = rectObj{all};
    results.push_back(std::move(result));
}

std::shared_ptr<render::PickedLayer const> picked_of(mapObj& map, std::size_t layer)
{
    auto const results = map.layers[layer]->results;
    if (results && !results->picked) {
        results->picked = pick_again(map, layer, *results);
    }
    return results ? results->picked : nullptr;
}

render::Selection selection_of(mapObj& map)
{
    render::Selection selection;
    for (std::size_t i = 0; i < map.layers.size(); ++i) {
        if (auto const picked = picked_of(map, i)) {
            selection.layers.push_back(*picked);
            selection.layers.back().layer = i;
        }
    }
    return selection;
}

std::shared_ptr<imageObj> mapObj::drawQuery()
{
    auto const size = querymap.block.size;
    if (size.width > 0 && size.height > 0) {
        block.size = size;
        touch();
    }
    return draw_layers(*this,
                       {.layers = choices_of(*this),
                        .results = std::make_shared<render::Selection const>(selection_of(*this))});
}

int layerObj::drawQuery(mapObj& map, imageObj& image)
{
    if (results == nullptr) {
        return draw(map, image);
    }
    auto found = std::make_shared<render::Selection>();
    auto const all = selection_of(map);
    for (auto const& picked : all.layers) {
        if (static_cast<int>(picked.layer) == get_index()) {
            found->layers.push_back(picked);
        }
    }
    draw_layer(*this, map, image, found);
    return MS_SUCCESS;
}

} // namespace ms::script
