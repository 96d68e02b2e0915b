// SPDX-License-Identifier: MIT
#include "ows/images/stored_tile.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "crs/definition.hpp"
#include "crs/text_forms.hpp"
#include "ows/images/tile_matrix_set.hpp"
#include "store/tile_stores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ms::ows {

namespace {

/// Maximum of the values that name a tileset: a store is for tilesets that are asked for often.
constexpr std::size_t longest_tileset = 1024;

/// What tiles of a tileset have in common.
constexpr std::array<std::string_view, 11> naming{
    "layers",        "styles", "format",         "mode", "imagetype", "map.imagetype",
    "map_imagetype", "layer",  "map_resolution", "dpi",  "language"};
/// What changes nothing about a tile, unless the map substitutes it.
constexpr std::array<std::string_view, 6> unimportant{"map",     "service",    "request",
                                                      "version", "exceptions", "tiled"};

bool is_one_of(auto const& names, std::string_view name)
{
    return std::ranges::find(names, name) != names.end();
}

/// Under one name, whatever the version of WMS calls it.
std::string canonical(std::string_view name)
{
    auto lower = to_lower(name);
    return lower == "srs" ? "crs" : lower;
}

/// nullopt: a parameter may have any value.
std::optional<std::string> tileset_of(Call const& call, TileRequest const& tile)
{
    std::vector<std::pair<std::string, std::string>> values;
    for (auto const& [name, value] : call.parameters().entries()) {
        auto known = canonical(name);
        if (is_one_of(naming, known) || known == "crs" || is_one_of(tile.listed, known)) {
            values.emplace_back(std::move(known), value);
        } else if (known == "transparent") {
            values.emplace_back(std::move(known), to_lower(value));
        } else if (!is_one_of(unimportant, known) && !is_one_of(tile.place, known)) {
            return std::nullopt;
        }
    }
    std::ranges::stable_sort(
        values, {}, [](auto const& entry) -> auto& { return entry.first; });
    auto text = fmt::format("map={} grid={} output={}", call.map->origin.files.front().string(),
                            tile.grid, tile.format.name);
    for (auto const& [name, value] : values) {
        text += fmt::format(" {}={}:{}", name, value.size(), value);
    }
    return text.size() <= longest_tileset ? std::optional{std::move(text)} : std::nullopt;
}

/// "EPSG:3857" as the authority and the code; 0 of a system without one.
void name_system(std::string const& system, store::TileMatrixSet& matrix_set)
{
    auto const colon = system.find(':');
    auto const code = colon == std::string::npos
                          ? std::optional<int>{}
                          : parse_int(std::string_view{system}.substr(colon + 1));
    if (code) {
        matrix_set.authority = system.substr(0, colon);
        matrix_set.code = *code;
    }
    try {
        matrix_set.wkt = crs::to_wkt(crs::parse(system));
    } catch (Error const&) { // only the map's own PROJ data know it
    }
}

store::TileMatrixSet described(TileMatrixSet const& set, std::string title)
{
    store::TileMatrixSet matrix_set{.title = std::move(title)};
    name_system(set.system, matrix_set);
    if (!set.matrices.empty()) {
        matrix_set.left = set.matrices.front().top_left.x;
        matrix_set.top = set.matrices.front().top_left.y;
    }
    for (auto const& matrix : set.matrices) {
        matrix_set.matrices.push_back({matrix.cell, matrix.tile_px, matrix.columns, matrix.rows});
    }
    return matrix_set;
}

} // namespace

store::StoredTile for_store(Call const& call, StorePlace const& place, std::string const& grid,
                            store::EncodedTile tile)
{
    auto const describe = [sets = shared_matrix_sets(call), grid, title = call.map->name] {
        auto const set = std::ranges::find(*sets, grid, &TileMatrixSet::identifier);
        return set == sets->end() ? store::TileMatrixSet{.title = title} : described(*set, title);
    };
    return {place.key, std::move(tile), place.state, describe};
}

std::optional<StorePlace> place_in_store(Call const& call, TileRequest const& tile,
                                         TileSettings const& settings, std::string state)
{
    if (call.settings.stores == nullptr || settings.store.empty() ||
        call.map->origin.files.empty() || substitutes_any(*call.map, unimportant)) {
        return std::nullopt;
    }
    auto store = call.settings.stores->find(settings.store);
    auto tileset = store ? tileset_of(call, tile) : std::nullopt;
    if (!tileset) {
        return std::nullopt;
    }
    return StorePlace{std::move(store),
                      {std::move(*tileset), tile.zoom, tile.index.column, tile.index.row},
                      std::move(state)};
}

std::optional<store::EncodedTile> find_stored(StorePlace const& place)
{
    auto found = place.store->find(place.key);
    if (!found || found->state != place.state || found->tile.bytes.empty() ||
        found->tile.plain_size > store::largest_tile) {
        return std::nullopt;
    }
    return std::move(found->tile);
}

} // namespace ms::ows
