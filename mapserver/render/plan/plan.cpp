// SPDX-License-Identifier: MIT
#include "render/plan/plan.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "mapfile/missing_data.hpp"
#include "mapfile/scale_token.hpp"
#include "mapfile/substitute.hpp"
#include "render/core/output.hpp"
#include "render/plan/layer_plan.hpp"
#include "render/plan/layer_visibility.hpp"
#include "render/plan/mvt_plan.hpp"
#include "render/plan/query_map.hpp"
#include "render/plan/union_members.hpp"
#include "render/plan/utf_grid_plan.hpp"
#include "source/layer_error.hpp"
#include "source/registry.hpp"
#include "source/union/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

namespace ms::render {

namespace {

paint::CanvasOptions canvas_options(mapfile::Map const& map, Viewport const& view,
                                    Overrides const& overrides, mapfile::OutputFormat const& format)
{
    paint::CanvasOptions options{.width = view.width,
                                 .height = view.height,
                                 .background = background_of(map, overrides, format),
                                 .document = document_of(format)};
    if (auto const* const gamma = format.options.find("GAMMA")) {
        auto const value = parse_double(*gamma);
        if (value && *value > 0 && *value < 1) {
            options.gamma = *value;
        }
    }
    return options;
}

/// Index of the step of a MASK layer among the plan's masks; it is planned on first use. Its
/// STATUS, its own mask and its labels are ignored.
/// \param owner the layer that is masked
std::size_t plan_mask(mapfile::Map const& map, mapfile::Layer const& owner,
                      Overrides const& overrides, std::vector<std::size_t> const& drawn_layers,
                      PlanState& state)
{
    auto const known = std::ranges::find(state.masks, owner.mask, &MaskPlan::name);
    if (known != state.masks.end()) {
        return static_cast<std::size_t>(known - state.masks.begin());
    }
    auto const* const layer = map.find_layer(owner.mask);
    if (layer == nullptr) {
        throw Error{ErrorKind::BadMapfile,
                    fmt::format("{}: layer \"{}\": MASK \"{}\" is no layer", map.where(owner.at),
                                owner.name, owner.mask)};
    }
    MaskPlan mask{.name = owner.mask, .step = {}};
    // A layer that is its own mask hides itself, as in MapServer.
    auto const& is_seen = overrides.is_anywhere ? is_visible_anywhere : is_visible;
    if (layer->name != owner.name && is_seen(map, *layer, state.viewport, drawn_layers)) {
        auto drawn = prepared(map, *layer, state.viewport, overrides.substitutions, state.notes);
        LayerChoice const choice{.layer = static_cast<std::size_t>(layer - map.layers.data()),
                                 .class_group = {},
                                 .filter = {}};
        auto step = plan_layer(map, std::move(drawn), state.viewport, choice, state.notes,
                               {.has_no_labels = true});
        if (step) {
            mask.step.emplace(std::move(*step)).is_mask = true;
        }
    }
    state.masks.push_back(std::move(mask));
    return state.masks.size() - 1;
}

/// The layers to plan for one: a union with STYLEITEM "AUTO" is drawn as its members are, each with
/// its own classes.
std::vector<mapfile::Layer const*>
styled_layers(mapfile::Map const& map, mapfile::Layer const& layer, Viewport const& viewport)
{
    if (layer.connection_type != mapfile::ConnectionType::Union ||
        !equals_ignoring_case(layer.style_item, "AUTO")) {
        return {&layer};
    }
    auto members = source::union_layer::layers_of(map, layer);
    std::erase_if(members, [&](auto const* member) {
        return !source::union_layer::takes_part(layer, *member, viewport.scale_denominator);
    });
    return members;
}

/// Whether a layer itself is drawn if a query has results: QUERYMAP STYLE SELECTED shows them
/// instead of the layer.
bool is_drawn_whole(mapfile::Map const& map, PickedLayer const* picked)
{
    return picked == nullptr || map.query_map.style != mapfile::QueryMapStyle::Selected;
}

/// Whether the results are drawn by themselves: with STYLE NORMAL nothing sets them apart.
bool is_picked_drawn(mapfile::Map const& map, PickedLayer const* picked)
{
    return picked != nullptr && map.query_map.style != mapfile::QueryMapStyle::Normal;
}

PickedLayer const* results_of(PlanState const& state, std::size_t layer)
{
    if (!state.results) {
        return nullptr;
    }
    auto const& layers = state.results->layers;
    auto const found = std::ranges::find(layers, layer, &PickedLayer::layer);
    return found == layers.end() ? nullptr : &*found;
}

/// "maxfeaturestodraw": METADATA of the layer, else of WEB, else an option of the format; not more
/// than `most`.
std::int64_t max_drawn(mapfile::Map const& map, mapfile::Layer const& layer,
                       mapfile::OutputFormat const& format, std::int64_t most)
{
    constexpr char const* name = "maxfeaturestodraw";
    for (auto const* const text :
         {layer.metadata.find(name), map.web.metadata.find(name), format.options.find(name)}) {
        auto const limit = text == nullptr ? std::nullopt : parse_int(*text);
        if (limit && *limit >= 0) {
            return most < 0 ? *limit : std::min<std::int64_t>(most, *limit);
        }
    }
    return most;
}

/// The common state of planning all layers of a map.
struct MapPlanning {
    mapfile::Map const& map;
    Overrides const& overrides;
    mapfile::OutputFormat const& format;
    std::vector<std::size_t> const& drawn_layers;
    PlanState& state;
};

/// Layers of a tile have features, and each its own name.
bool is_taken_into_tile(MapPlanning const& all, mapfile::Layer const& layer)
{
    if (!has_tile_features(layer)) {
        all.state.notes.push_back(
            fmt::format("layer \"{}\" is left out: vector tiles have no images, charts and circles",
                        layer.name));
        return false;
    }
    return std::ranges::none_of(
        all.state.steps, [&](VectorStep const& step) { return step.layer.name == layer.name; });
}

/// \param picked drawn instead of the features of the layer's source; may be nullptr
void plan_styled(MapPlanning const& all, mapfile::Layer const& styled, LayerChoice const& choice,
                 PickedLayer const* picked)
{
    auto prepared_layer =
        prepared(all.map, styled, all.state.viewport, all.overrides.substitutions, all.state.notes);
    if (prepared_layer.layer.get() == choice.changed.get()) {
        prepared_layer.layer = choice.changed; // the map does not own it
    }
    if (picked != nullptr && all.map.query_map.style == mapfile::QueryMapStyle::Hilite) {
        auto copy = std::make_shared<mapfile::Layer>(*prepared_layer.layer);
        highlight(*copy, all.map.query_map.color.value_or(image::Color{255, 255, 0, 255}));
        prepared_layer.layer = std::move(copy);
    }
    auto const& layer = *prepared_layer.layer;
    if (all.state.mvt && !is_taken_into_tile(all, layer)) {
        return;
    }
    source::require_support(all.map, layer);
    LayerChanges changes{
        .has_no_labels = all.state.utf_grid || all.state.mvt ||
                         !has_visible_labels(all.map, layer, all.state.viewport, all.drawn_layers),
        .has_world_labels = all.overrides.has_world_labels,
        .shows_results = picked != nullptr};
    if (all.state.mvt) {
        changes.tile_buffer = all.state.mvt->buffer();
    }
    auto step = plan_layer(all.map, std::move(prepared_layer), all.state.viewport, choice,
                           all.state.notes, changes);
    if (!step) {
        return;
    }
    if (!step->layer.mask.empty() && !all.state.mvt) {
        step->mask = plan_mask(all.map, step->layer, all.overrides, all.drawn_layers, all.state);
    }
    if (all.state.utf_grid) {
        plan_utf_grid(all.map, *step);
    }
    step->picked = picked;
    step->max_drawn = max_drawn(all.map, step->layer, all.format, step->max_drawn);
    all.state.steps.push_back(std::move(*step));
}

void plan_choice(MapPlanning const& all, LayerChoice const& choice)
{
    auto const& layer = choice.changed ? *choice.changed : all.map.layers.at(choice.layer);
    auto const& is_seen = all.overrides.is_anywhere ? is_visible_anywhere : is_visible;
    if (!is_seen(all.map, layer, all.state.viewport, all.drawn_layers)) {
        return;
    }
    auto const* const picked = results_of(all.state, choice.layer);
    for (auto const* styled : styled_layers(all.map, layer, all.state.viewport)) {
        if (is_drawn_whole(all.map, picked)) {
            plan_styled(all, *styled, choice, nullptr);
        }
        if (is_picked_drawn(all.map, picked)) {
            plan_styled(all, *styled, choice, picked);
        }
    }
}

/// The keys of a UTFGrid are those of one layer.
[[noreturn]] void refuse_second_layer(VectorStep const& first, VectorStep const& second)
{
    auto const text = fmt::format("a UTFGrid is of one layer, not of \"{}\" and \"{}\"",
                                  first.layer.name, second.layer.name);
    throw PublicError{ErrorKind::BadRequest, text, text};
}

/// A layer that is drawn in parts has one legend.
std::vector<LayerChoice> without_further_parts(std::vector<LayerChoice> const& choices)
{
    std::vector<LayerChoice> kept;
    std::set<std::pair<std::size_t, std::string_view>> with_parts;
    for (auto const& choice : choices) {
        if (choice.part.empty() || with_parts.emplace(choice.layer, choice.class_group).second) {
            kept.push_back(choice);
        }
    }
    return kept;
}

/// The legend shows the layers of the map.
EmbeddedFurniture embedded_furniture(mapfile::Map const& map, Viewport const& view,
                                     std::vector<LayerChoice> const& choices,
                                     Overrides const& overrides)
{
    EmbeddedFurniture furniture;
    furniture.has_scale_bar = map.scale_bar.status == mapfile::Status::Embed;
    if (map.legend.status == mapfile::Status::Embed) {
        furniture.legend = LegendRequest{.layers = without_further_parts(choices),
                                         .scale_denominator = view.scale_denominator,
                                         .resolution = view.resolution,
                                         .key_size = {},
                                         .substitutions = overrides.substitutions,
                                         .embedded_in = image_scale(view)};
    }
    return furniture;
}

} // namespace

PreparedLayer prepared(mapfile::Map const& map, mapfile::Layer const& layer, Viewport const& view,
                       mapfile::StringMap const& substitutions, std::vector<std::string>& notes)
{
    PreparedLayer made{{std::shared_ptr<void>{}, &layer}, map.expressions};
    auto const replace_by = [&](mapfile::Layer changed) {
        made.layer = std::make_shared<mapfile::Layer const>(std::move(changed));
        std::array<mapfile::Layer const*, 1> const layers{made.layer.get()};
        made.expressions = map.expressions.with(layers);
    };
    if (mapfile::has_substitutions(map, layer)) {
        replace_by(mapfile::substitute(map, layer,
                                       {.parameters = substitutions,
                                        .environment = &mapfile::process_environment,
                                        .rejected = &notes}));
    }
    if (!made.layer->scale_tokens.empty()) {
        replace_by(mapfile::at_scale(*made.layer, view.scale_denominator));
    }
    return made;
}

std::vector<LayerChoice> chosen_layers(mapfile::Map const& map,
                                       std::optional<std::vector<LayerChoice>> const& requested)
{
    if (requested) {
        return *requested;
    }
    std::vector<LayerChoice> chosen;
    for (std::size_t i = 0; i < map.layers.size(); ++i) {
        auto const status = map.layers[i].status;
        if (status == mapfile::Status::On || status == mapfile::Status::Default) {
            chosen.push_back({.layer = i, .class_group = {}, .filter = {}});
        }
    }
    return chosen;
}

image::Color background_of(mapfile::Map const& map, Overrides const& overrides,
                           mapfile::OutputFormat const& format)
{
    auto const transparent = image::Color{0, 0, 0, 0};
    if (overrides.is_transparent.value_or(is_transparent(format))) {
        return transparent;
    }
    auto color =
        overrides.background.value_or(map.image_color.value_or(image::Color{255, 255, 255, 255}));
    color.alpha = 255; // "#rrggbbaa": only images without transparency have a background at all
    return color;
}

Plan::Plan(std::shared_ptr<PlanState const> state) : m_state(std::move(state)) {}

Plan make_plan(std::shared_ptr<mapfile::Map const> map, Viewport const& viewport,
               Overrides const& overrides, mapfile::OutputFormat const& format)
{
    auto state = std::make_shared<PlanState>();
    state->viewport = viewport;
    state->canvas = &canvas_of(format);
    state->canvas_options = canvas_options(*map, viewport, overrides, format);
    note_unused_options(*map, format, state->notes);
    if (is_gdal_format(format)) {
        state->gdal = parse_gdal_format(format);
        state->gdal->has_alpha = state->gdal->has_alpha || overrides.is_transparent.value_or(false);
    }

    if (is_kml_format(format)) {
        state->kml = parse_kml_format(format);
    }
    if (is_utf_grid_format(format)) {
        state->utf_grid = parse_utf_grid_format(format);
    }
    if (is_mvt_format(format)) {
        state->mvt = parse_mvt_format(format);
        state->viewport = tile_view(viewport, *state->mvt);
    }

    auto const choices = chosen_layers(*map, overrides.layers);
    state->substitutions = overrides.substitutions;
    map = with_prepared_members(std::move(map), choices, viewport, overrides.substitutions,
                                state->notes);
    std::vector<std::size_t> drawn_layers;
    for (auto const& choice : choices) {
        drawn_layers.push_back(choice.layer);
    }
    state->results = overrides.results;
    state->cached_labels = overrides.cached_labels;
    state->nearest_rule = overrides.nearest_rule;
    for (auto const& choice : choices) {
        auto const steps_before = state->steps.size();
        try {
            plan_choice({*map, overrides, format, drawn_layers, *state}, choice);
        } catch (Error const& error) {
            if (error.kind() != ErrorKind::BadMapfile) {
                throw;
            }
            if (!mapfile::may_miss_data(*map)) {
                source::throw_layer_error(error, map->layers[choice.layer].name);
            }
            state->notes.push_back(fmt::format("{} (left out: ON_MISSING_DATA)", error.what()));
        }
        if (state->utf_grid && steps_before > 0 && state->steps.size() > steps_before) {
            refuse_second_layer(state->steps[steps_before - 1], state->steps.back());
        }
    }
    if (overrides.embeds_furniture && !state->utf_grid && !state->mvt) {
        state->furniture = embedded_furniture(*map, viewport, choices, overrides);
    }
    state->map = std::move(map);
    return Plan{std::move(state)};
}

} // namespace ms::render
