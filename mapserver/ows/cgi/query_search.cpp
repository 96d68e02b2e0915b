// SPDX-License-Identifier: MIT
#include "ows/cgi/query_search.hpp"

#include "base/string.hpp"
#include "ows/cgi/form.hpp"
#include "ows/cgi/query_condition.hpp"
#include "ows/cgi/request_view.hpp"
#include "ows/common/service_exception.hpp"
#include "ows/common/substitutions.hpp"
#include "source/registry.hpp"

#include <algorithm>

namespace ms::ows::cgi {

namespace {

using render::LayerChoice;

/// \param parameter qlayer or slayer
[[noreturn]] void refuse_layer(std::string_view parameter)
{
    refuse("mapserv", parameter == "slayer"
                          ? "Selection layer not set or references an invalid layer."
                          : "Query layer not set or references an invalid layer.");
}

std::optional<std::size_t> find_layer(Call const& call, std::string_view parameter)
{
    auto const* const name = call.parameters().last(parameter);
    if (name == nullptr) {
        return std::nullopt;
    }
    auto const& layers = call.map->layers;
    auto const found = std::ranges::find_if(layers, [&](mapfile::Layer const& layer) {
        return equals_ignoring_case(layer.name, *name);
    });
    return found == layers.end() ? std::nullopt
                                 : std::optional{static_cast<std::size_t>(found - layers.begin())};
}

} // namespace

std::optional<std::size_t> layer_named(Call const& call, std::string_view parameter)
{
    auto const found = find_layer(call, parameter);
    if (!found && call.parameters().last(parameter) != nullptr) {
        refuse_layer(parameter);
    }
    return found;
}

std::size_t required_layer(Call const& call, std::string_view parameter)
{
    if (auto const layer = layer_named(call, parameter)) {
        return *layer;
    }
    refuse_layer(parameter);
}

std::vector<LayerChoice> requested_layers(Call const& call)
{
    if (auto const layer = find_layer(call, "qlayer")) {
        return {{.layer = *layer, .class_group = {}, .filter = {}}};
    }
    return layers_of(call.parameters(), *call.map);
}

void check_queryable(mapfile::Layer const& layer, std::string_view routine, std::string_view text)
{
    if (!render::is_queryable(layer)) {
        throw ServiceException{"", std::string{routine} + "(): Query error. " + std::string{text}};
    }
}

render::PickRequest requested_at(QueryView const& view, Buffer buffer)
{
    auto const& click = view.click;
    if (click.shape) {
        return {.where = render::AtShapes{*click.shape}};
    }
    if (!click.point || click.has_own_box) {
        return {.where = render::InBox{click.box.value_or(view.shown.extent)}};
    }
    if (click.buffer && buffer == Buffer::Box) {
        return {.where = render::InBox{box_of_buffer(*click.point, *click.buffer)}};
    }
    return {.where = render::AtPoint{.point = *click.point, .buffer = click.buffer}};
}

render::Selection pick(Call const& call, QueryView const& view,
                       std::vector<LayerChoice> const& layers, render::PickRequest request)
{
    request.ignores_scale = view.ignores_scale;
    return render::pick(*call.map, view.searched, layers, request, substitutions(call.parameters()),
                        call.services);
}

render::Selection pick_by_item(Call const& call, QueryView const& view, std::size_t layer,
                               std::int64_t max_features)
{
    auto const& definition = call.map->layers[layer];
    auto const condition = condition_from(call, definition);
    auto const source = source::open_source(*call.map, definition, call.services);
    auto const& schema = source->schema();
    for (auto const& attribute : condition.attributes()) {
        if (!schema.find(attribute)) {
            refuse("mapserv",
                   "The query expression (qstring, qitem) names no attribute of the layer.");
        }
    }
    render::PickRequest request{.where = render::ByFilter{unfitted_extent(view, *call.map)}};
    request.max_features = max_features;
    return pick(call, view, {{.layer = layer, .class_group = {}, .filter = condition}}, request);
}

render::Selection pick_touching(Call const& call, QueryView const& view,
                                render::PickedLayer const& selecting)
{
    auto layers = requested_layers(call);
    std::erase_if(layers,
                  [&](LayerChoice const& choice) { return choice.layer == selecting.layer; });
    return pick(
        call, view, layers,
        {.where = render::AtShapes{render::shapes_of(selecting, view.shown.crs, call.services)}});
}

} // namespace ms::ows::cgi
