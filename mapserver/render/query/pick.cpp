// SPDX-License-Identifier: MIT
#include "render/query/pick.hpp"

#include "crs/transformation.hpp"
#include "geometry/geos_limit.hpp"
#include "geometry/relate.hpp"
#include "render/plan/layer_plan.hpp"
#include "render/plan/layer_visibility.hpp"
#include "render/plan/union_members.hpp"
#include "render/query/layer_search.hpp"
#include "source/raster/source.hpp"
#include "source/wms/server.hpp"

#include <algorithm>
#include <utility>

namespace ms::render {

namespace {

bool can_hold_features(mapfile::LayerType type) noexcept
{
    return type != mapfile::LayerType::Raster && type != mapfile::LayerType::TileIndex;
}

/// Rasters have pixels to be found.
bool can_be_searched(mapfile::Layer const& layer)
{
    return !source::wms::is_cascaded(layer) &&
           (can_hold_features(layer.type) || source::raster::is_raster(layer));
}

/// Whether a query looks into a layer at all.
bool is_searched(mapfile::Layer const& layer, PickContext const& context)
{
    auto const& request = context.request;
    bool const is_seen = request.ignores_scale ? is_within_width(layer, context.view)
                                               : is_within_limits(layer, context.view);
    return can_be_searched(layer) && (!request.needs_template || is_queryable(layer)) && is_seen;
}

std::unique_ptr<LayerSearch> start_search(std::shared_ptr<PickContext> const& context,
                                          LayerChoice const& choice, mapfile::Layer definition,
                                          FurtherFeatures::Purpose purpose)
{
    geometry::GeosLimit const limit{context->budget};
    if (definition.type == mapfile::LayerType::Raster) {
        return start_raster_search(context, choice, std::move(definition));
    }
    return start_feature_search(context, choice, std::move(definition), purpose);
}

/// A search that has begun, and what it looks for.
struct Running {
    LayerChoice const* choice;
    std::unique_ptr<LayerSearch> search;
};

std::vector<Running> start_all(std::shared_ptr<PickContext> const& context,
                               std::vector<LayerChoice> const& choices,
                               mapfile::StringMap const& substitutions,
                               std::vector<std::string> notes)
{
    auto const& map = *context->map;
    std::vector<Running> running;
    for (auto const& choice : choices) {
        auto const& layer = map.layers.at(choice.layer);
        if (is_searched(layer, *context)) {
            mapfile::Layer definition =
                *prepared(map, layer, context->view, substitutions, notes).layer;
            running.push_back({&choice, start_search(context, choice, std::move(definition),
                                                     FurtherFeatures::Purpose::Use)});
        }
    }
    for (auto const& note : notes) {
        context->services.log.write(LogLevel::Notice, note);
    }
    return running;
}

/// Of a search that has not come to its end.
enum class Unfinished : std::uint8_t { Keep, BeginAgain };

/// The first features of a search that has begun, and what finds the others.
PickedLayer first_of(std::shared_ptr<PickContext> const& context, Running running,
                     Unfinished unfinished)
{
    PickedFeatures first;
    bool const has_any = running.search->next(first);
    auto picked = running.search->layer();
    if (!has_any) {
        return picked;
    }
    picked.first = std::move(first);
    context->budget.keep(picked.first.features.bytes());
    if (!running.search->is_done()) {
        auto again = [context, choice = *running.choice,
                      definition = picked.definition](FurtherFeatures::Purpose purpose) {
            return start_search(context, choice, definition, purpose);
        };
        if (unfinished == Unfinished::BeginAgain) {
            running.search.reset();
        }
        picked.others =
            std::make_shared<FurtherFeatures>(std::move(running.search), std::move(again));
    }
    return picked;
}

} // namespace

bool is_queryable(mapfile::Layer const& layer) noexcept
{
    return (can_be_searched(layer) || source::wms::is_cascaded(layer)) &&
           (!layer.template_path.empty() ||
            std::ranges::any_of(layer.classes, [](mapfile::Class const& drawn_class) {
                return !drawn_class.template_path.empty();
            }));
}

Selection pick(mapfile::Map const& map, Viewport const& view,
               std::vector<LayerChoice> const& choices, PickRequest const& request,
               mapfile::StringMap const& substitutions, Services const& services)
{
    std::vector<std::string> notes;
    std::shared_ptr<mapfile::Map const> const callers{std::shared_ptr<mapfile::Map const>{}, &map};
    auto const context = std::make_shared<PickContext>(
        PickContext{with_prepared_members(callers, choices, view, substitutions, notes),
                    view,
                    request,
                    services,
                    {services.deadline, services.max_kept_bytes}});
    auto running = start_all(context, choices, substitutions, std::move(notes));
    if (request.ends_with_first_hit) {
        std::ranges::reverse(running);
    }
    Selection selection;
    // Only one goes on: each holds a connection to its database until its turn to be written.
    auto unfinished = Unfinished::Keep;
    for (auto& search : running) {
        auto picked = first_of(context, std::move(search), unfinished);
        unfinished = picked.others ? Unfinished::BeginAgain : unfinished;
        selection.searched.push_back(picked.layer);
        if (picked.first.size() == 0) {
            continue;
        }
        selection.layers.push_back(std::move(picked));
        if (request.ends_with_first_hit) {
            break;
        }
    }
    return selection;
}

geometry::GeometryColumn shapes_of(PickedLayer const& picked, crs::Definition const& crs,
                                   Services const& services)
{
    Budget budget{services.deadline, services.max_kept_bytes};
    geometry::GeometryColumn shapes;
    shapes.has_z = picked.first.features.geometry.has_z;
    PickedReader reader{picked};
    while (auto const* const found = reader.next()) {
        auto const& more = found->features.geometry;
        budget.keep(more.bytes());
        for (std::size_t row = 0; row < more.size(); ++row) {
            geometry::append_feature({more, row}, shapes);
        }
    }
    crs::Transformation{picked.crs, crs}.forward(shapes.points);
    return shapes;
}

void read_whole(Selection& selection, Services const& services)
{
    Budget budget{services.deadline, services.max_kept_bytes};
    for (auto& layer : selection.layers) {
        if (!layer.others) {
            continue;
        }
        PickedFeatures all;
        all.reset(layer.fields.size());
        all.features.geometry.has_z = layer.first.features.geometry.has_z;
        PickedReader reader{layer};
        while (auto const* const found = reader.next()) {
            budget.keep(found->features.bytes());
            all.append(*found);
        }
        layer.first = std::move(all);
        layer.others.reset();
    }
}

} // namespace ms::render
