// SPDX-License-Identifier: MIT
#include "ows/wms/tiled_map.hpp"

#include "base/trace.hpp"
#include "image/blend.hpp"
#include "ows/common/per_map_cache.hpp"
#include "ows/images/image_tag.hpp"
#include "ows/images/tile_settings.hpp"
#include "ows/wms/catalogue.hpp"
#include "ows/wms/tileable.hpp"
#include "ows/wms/tileset_identity.hpp"
#include "render/core/output.hpp"
#include "render/core/scale_limits.hpp"
#include "render/core/world_grid.hpp"
#include "render/plan/plan_state.hpp"
#include "render/run.hpp"
#include "source/postgis/sql/tokens.hpp"

#include <algorithm>
#include <cmath>

namespace ms::ows::wms {

namespace {

/// Maximum side of a metatile, without its gutter.
constexpr int longest_metatile_px = 4096;
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
    if (blends_with_background(plan)) {
        map.drawing.overrides.is_transparent = drawing.overrides.is_transparent;
    } else {
        map.background = render::background_of(*call.map, drawing.overrides, drawing.format);
    }
}

/// The plan of a level, for all its tiles: it is reused for each of them, and for later requests.
render::Plan level_plan(Call const& call, TiledMap const& map)
{
    auto const key = level_key(call, map.level, map.drawing);
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
    if (!can_be_tiled(plan.state())) {
        return std::nullopt;
    }
    choose_background(call, drawing, plan.state(), map);
    if (!needs_gutter(plan.state())) {
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
    if (!settings || !can_be_tiled(*call.map, drawing, view) || depends_on_place(*call.map)) {
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
        state ? identity_of(call, *settings, map.drawing, plan->state(), *state) : std::nullopt;
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
