// SPDX-License-Identifier: MIT
#include "ows/wms/tiled_map.hpp"

#include "base/string.hpp"
#include "base/trace.hpp"
#include "image/blend.hpp"
#include "ows/common/per_map_cache.hpp"
#include "ows/images/image_tag.hpp"
#include "ows/images/tile_settings.hpp"
#include "ows/wms/catalogue.hpp"
#include "render/core/gdal_output.hpp"
#include "render/core/output.hpp"
#include "render/core/scale_limits.hpp"
#include "render/core/world_grid.hpp"
#include "render/plan/plan_state.hpp"
#include "render/run.hpp"
#include "source/postgis/sql/tokens.hpp"
#include "style/scaling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>

namespace ms::ows::wms {

namespace {

/// Larger images are drawn: their tiles would evict all others.
constexpr int largest_px = 2048;
/// Maximum side of a metatile, without its gutter.
constexpr int longest_metatile_px = 4096;
/// Maximum of the text that names a tileset, which may contain a client's SLD.
constexpr std::size_t longest_identity = 16 * 1024;

/// Parameters that select a part of a tileset or its encoding, not its content.
constexpr std::array<std::string_view, 9> not_of_tileset{"bbox",       "width",   "height",
                                                         "format",     "bgcolor", "transparent",
                                                         "exceptions", "service", "request"};

bool is_of_tileset(std::string_view parameter)
{
    return std::ranges::none_of(not_of_tileset, [&](std::string_view name) {
        return equals_ignoring_case(name, parameter);
    });
}

/// Whether a layer is the same in each image of a place: its rows do not depend on the image, and
/// it has world coordinates.
bool is_part_of_any(mapfile::Layer const& layer)
{
    bool const looks_at_width = layer.min_geo_width > 0 || layer.max_geo_width > 0;
    bool const is_world = layer.transform == mapfile::Transform::True;
    return is_world && layer.max_features <= 0 && !looks_at_width && !layer.cluster && !layer.grid;
}

bool is_part_of_any(render::VectorStep const& step)
{
    return step.max_drawn < 0 && step.query.max_features < 0 && is_part_of_any(step.layer);
}

/// Whether a part of a larger image equals the image itself, apart from the layers.
bool is_part_of_any(mapfile::Map const& map, Drawing const& drawing, render::Viewport const& view)
{
    bool const has_furniture = map.legend.status == mapfile::Status::Embed ||
                               map.scale_bar.status == mapfile::Status::Embed;
    return view.width <= largest_px && view.height <= largest_px && view.angle_rad == 0 &&
           !has_furniture && render::document_of(drawing.format).empty() &&
           !render::is_gdal_format(drawing.format) && !render::writes_features(drawing.format) &&
           std::ranges::all_of(*drawing.overrides.layers, [&](render::LayerChoice const& choice) {
               auto const& layer = map.layers[choice.layer];
               return !style::is_in_layer_scale(layer, view.scale_denominator) ||
                      is_part_of_any(layer);
           });
}

bool blends_with_background(render::VectorStep const& step)
{
    return std::ranges::any_of(step.blends, [](paint::Blend const& blend) {
        return blend.op != image::Operator::SrcOver;
    });
}

/// Lines and areas continue beyond the edge of an image, and so do labels that are the same in
/// every image.
bool needs_gutter(render::VectorStep const& step)
{
    bool const has_labels =
        std::ranges::any_of(step.class_plans,
                            [](render::ClassPlan const& plan) { return !plan.labels.empty(); }) &&
        !step.has_world_labels;
    bool const has_filters = std::ranges::any_of(
        step.blends, [](paint::Blend const& blend) { return !blend.filters.empty(); });
    return has_labels || has_filters || step.kind == geometry::Kind::Point;
}

/// Names and values of the parameters that the images of a tileset depend on, in a fixed order.
std::string parameters_of(Call const& call)
{
    std::vector<std::pair<std::string, std::string_view>> sorted;
    for (auto const& [name, value] : call.parameters().entries()) {
        if (is_of_tileset(name)) {
            sorted.emplace_back(to_lower(name), value);
        }
    }
    std::ranges::stable_sort(sorted, {},
                             [](auto const& entry) { return std::string_view{entry.first}; });
    std::string text;
    for (auto const& [name, value] : sorted) {
        text += fmt::format("{}:{}{}:{}", name.size(), name, value.size(), value);
    }
    return text;
}

/// Everything that a tileset shows, as a text; nullopt if it may change unnoticed. Parameters occur
/// in it verbatim: no client can get another's tiles by constructing a text with the same digest.
std::optional<std::string> identity_of(Call const& call, TileSettings const& settings,
                                       TiledMap const& map, render::PlanState const& plan,
                                       ImageState const& state)
{
    std::string age;
    if (!state.is_known) {
        if (!settings.max_age_s) {
            return std::nullopt;
        }
        age = std::to_string(std::time(nullptr) / *settings.max_age_s);
    }
    auto const parameters = parameters_of(call);
    if (parameters.size() + call.request.path_info.size() > longest_identity) {
        return std::nullopt;
    }
    auto const background =
        render::background_of(*call.map, map.drawing.overrides, map.drawing.format);
    return fmt::format("{} {} {} {} {} {} {},{},{},{} {}:{}{}", state.digest.to_tag(), age,
                       settings.tile_px, settings.gutter_px, plan.canvas->name,
                       plan.canvas_options.gamma, background.red, background.green, background.blue,
                       background.alpha, call.request.path_info.size(), call.request.path_info,
                       parameters);
}

render::Viewport view_of_tiles(Call const& call, TiledMap const& map,
                               render::TileRange const& range)
{
    auto view_request = render::view_of_tiles(range, map.cell, map.layout.tile_px, map.gutter_px);
    view_request.crs = map.drawing.view.crs;
    view_request.resolution = map.drawing.view.resolution;
    view_request.edge_buffer = map.drawing.view.edge_buffer;
    view_request.aspect = render::PixelAspect::AsGiven; // tiles are square
    auto view = render::make_viewport(*call.map, view_request);
    view.scale_denominator = map.level.scale_denominator;
    return view;
}

render::Plan plan_of(Call const& call, TiledMap const& map, render::TileRange const& range)
{
    return render::make_plan(call.map, view_of_tiles(call, map, range), map.drawing.overrides,
                             map.drawing.format);
}

render::TileRange all_of(TiledMap const& map)
{
    return {map.layout.tiles.front(), map.layout.tiles.back()};
}

/// Tiles are drawn without a background, unless a layer depends on it.
void choose_background(Call const& call, Drawing const& drawing, render::PlanState const& plan,
                       TiledMap& map)
{
    if (std::ranges::any_of(plan.steps, blends_with_background)) {
        map.drawing.overrides.is_transparent = drawing.overrides.is_transparent;
    } else {
        map.background = render::background_of(*call.map, drawing.overrides, drawing.format);
    }
}

/// Everything that the plan of a level depends on; nullopt if it must not be cached: an SLD is
/// applied to a copy of the whole map.
std::optional<std::string> key_of_level(Call const& call, TiledMap const& map)
{
    auto parameters = parameters_of(call);
    bool const has_sld =
        call.parameters().first("SLD") != nullptr || call.parameters().first("SLD_BODY") != nullptr;
    if (!call.per_map || call.map_version.empty() || has_sld || !call.request.body.empty() ||
        parameters.size() + call.request.path_info.size() > longest_identity) {
        return std::nullopt;
    }
    auto key = fmt::format("{} {} {} {}:{} {}", map.level.level, map.level.scale_denominator,
                           map.drawing.format.name, call.request.path_info.size(),
                           call.request.path_info, parameters);
    for (auto const& choice : *map.drawing.overrides.layers) {
        key += choice.part.empty() ? "" : fmt::format(" {}:{}", choice.layer, choice.part);
    }
    return key;
}

/// The plan of a level, for all its tiles: it is reused for each of them, and for later requests.
render::Plan level_plan(Call const& call, TiledMap const& map)
{
    auto const key = key_of_level(call, map);
    if (auto kept = key ? call.per_map->find_plan(*key) : std::nullopt) {
        return *kept;
    }
    auto anywhere = map;
    anywhere.drawing.overrides.is_anywhere = true;
    auto plan = plan_of(call, anywhere, all_of(map));
    if (key) {
        call.per_map->keep_plan(*key, plan);
    }
    return plan;
}

/// nullopt if a layer of the level is not the same in each image.
std::optional<render::Plan> common_plan(Call const& call, Drawing const& drawing, TiledMap& map)
{
    auto plan = level_plan(call, map);
    auto const& steps = plan.state().steps;
    if (!std::ranges::all_of(steps, [](auto const& step) { return is_part_of_any(step); })) {
        return std::nullopt;
    }
    choose_background(call, drawing, plan.state(), map);
    if (std::ranges::none_of(steps, needs_gutter)) {
        map.gutter_px = 0;
    }
    return plan;
}

void cut(render::MapImage const& image, TiledMap const& map, render::TileRange const& range,
         std::map<render::TileIndex, TileCache::Tile>& tiles)
{
    for (auto const& tile : render::tiles_of(range)) {
        auto const x =
            static_cast<int>(tile.column - range.first.column) * map.layout.tile_px + map.gutter_px;
        auto const y =
            static_cast<int>(tile.row - range.first.row) * map.layout.tile_px + map.gutter_px;
        tiles[tile] = std::make_shared<TileCache::Content const>(
            std::in_place_type<image::PackedBitmap>, image.bitmap.view(), x, y, map.layout.tile_px,
            map.layout.tile_px);
    }
}

/// Another server did not deliver its part: such tiles must not be cached.
struct IncompleteTiles {};

/// Draws tiles that lie side by side as one image.
std::vector<TileCache::Tile> draw(Call const& call, TiledMap const& map,
                                  TileCache::Indexes const& missing)
{
    std::vector<render::TileIndex> indexes;
    for (auto const index : missing) {
        indexes.push_back(map.layout.tiles[index]);
    }
    std::map<render::TileIndex, TileCache::Tile> drawn;
    for (auto const& range :
         render::rectangles_of(indexes, longest_metatile_px / map.layout.tile_px)) {
        auto const image = render::run(plan_of(call, map, range), call.services);
        if (image.is_incomplete) {
            throw IncompleteTiles{};
        }
        cut(image, map, range, drawn);
        if (call.services.trace != nullptr) {
            call.services.trace->add(Counter::TileImages, 1);
        }
    }
    std::vector<TileCache::Tile> tiles;
    for (auto const& tile : indexes) {
        tiles.push_back(drawn.at(tile));
    }
    return tiles;
}

void lay_on(image::Color background, image::Bitmap& image)
{
    image::Bitmap under(image.width(), image.height(), background);
    image::blend_over(under, image.view(), 0, 0, 1);
    image = std::move(under);
}

/// Threads that put the tiles of an image together.
std::size_t threads_for(TileSettings const& settings, render::Viewport const& view)
{
    auto const zoom = source::postgis::zoom_level(view.scale_denominator);
    return zoom > settings.assembly_max_zoom ? 1 : settings.assembly_threads;
}

} // namespace

TilePlan plan_tiles(Call const& call, Drawing& drawing, render::Viewport const& view)
{
    if (call.settings.tiles == nullptr || !may_have_state(call)) {
        return {};
    }
    auto const settings = tile_settings(*call.map, *drawing.overrides.layers);
    if (!settings || !is_part_of_any(*call.map, drawing, view) ||
        substitutes_any(*call.map, not_of_tileset)) {
        return {};
    }
    auto const levels = resolution_levels_of(*settings, view.crs);
    TiledMap map;
    map.level.level = levels.nearest(std::sqrt(view.cell_size_x * view.cell_size_y));
    map.cell = levels.cell_of(map.level.level);
    auto const window = render::window_of(view, map.cell, settings->max_scaling);
    if (!window) {
        return {};
    }
    map.layout.window = *window;
    map.layout.size = {view.width, view.height};
    map.layout.tile_px = settings->tile_px;
    map.gutter_px = settings->gutter_px;
    map.layout.tiles =
        render::tiles_of(render::tiles_under(map.layout.window, view.width, view.height,
                                             margin_of(map.layout.window), map.layout.tile_px));
    map.level.scale_denominator = render::scale_with_same_limits(
        *call.map, view.scale_denominator, map.cell * view.resolution * view.inches_per_unit);
    map.threads = threads_for(*settings, view);
    map.drawing = drawing;
    if (!drawing.by_catalogue.empty()) {
        choose_entries(call, view_of_tiles(call, map, all_of(map)), EntryUse::OneByOne,
                       *drawing.overrides.layers, drawing.by_catalogue);
        map.drawing = drawing;
    }
    map.drawing.overrides.is_transparent = true;
    map.drawing.overrides.embeds_furniture = false;
    map.drawing.overrides.has_world_labels = true; // or tiles would disagree at their borders
    auto const plan = common_plan(call, drawing, map);
    auto const state = plan ? image_state(call, *plan) : std::nullopt;
    auto const identity =
        state ? identity_of(call, *settings, map, plan->state(), *state) : std::nullopt;
    if (!identity) {
        return {.map = std::nullopt, .state = state};
    }
    map.level.tileset = call.settings.tiles->tileset_id(*identity);
    map.tag = tag_of(call, *state);
    return {.map = std::move(map), .state = state};
}

render::MapImage draw_tiles(Call const& call, TiledMap const& map)
{
    TileCache::Found found;
    try {
        found = call.settings.tiles->get(
            map.level, map.layout.tiles, call.services.deadline,
            [&](TileCache::Indexes const& missing) { return draw(call, map, missing); });
    } catch (IncompleteTiles const&) {
        render::MapImage none;
        none.is_incomplete = true;
        return none;
    }
    if (call.services.trace != nullptr) {
        call.services.trace->add(Counter::TilesKept, found.kept);
        call.services.trace->add(Counter::TilesDrawn, found.tiles.size() - found.kept);
        call.services.trace->add(Counter::TileThreads, std::min(map.threads, found.tiles.size()));
    }
    render::MapImage image;
    image.bitmap = assemble(map.layout, found.tiles, map.threads);
    if (map.background.alpha != 0) {
        lay_on(map.background, image.bitmap);
    }
    return image;
}

} // namespace ms::ows::wms
