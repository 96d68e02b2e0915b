// SPDX-License-Identifier: MIT
#include "ows/images/cached_tile.hpp"

#include "base/string.hpp"
#include "base/trace.hpp"
#include "http/content_coding.hpp"
#include "image/gzip.hpp"
#include "ows/images/stored_tile.hpp"
#include "ows/images/tile_cache.hpp"
#include "ows/images/tile_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <utility>

namespace ms::ows {

namespace {

/// Maximum of the text that names a tileset, which may contain values for %name%.
constexpr std::size_t longest_identity = 16 * 1024;
/// A tile is compressed once and sent often.
constexpr int compression_level = 6;
constexpr std::size_t smallest_compressed = 1024;

/// What the tile is drawn from, as a text; nullopt: it may change unnoticed.
std::optional<std::string> version_of(ImageState const& state, TileSettings const& settings)
{
    if (!state.is_known && !settings.max_age_s) {
        return std::nullopt;
    }
    auto const age = state.is_known ? 0 : std::time(nullptr) / *settings.max_age_s;
    return fmt::format("{} {}", state.digest.to_tag(), age);
}

/// All that tiles of a set depend on, as a text: parameters occur in it verbatim, so that no client
/// can get another's tiles by a text with the same digest. nullopt: it is too long.
std::optional<std::string> identity_of(Call const& call, TileRequest const& tile,
                                       std::string const& version)
{
    std::vector<std::pair<std::string, std::string_view>> parameters;
    for (auto const& [name, value] : call.parameters().entries()) {
        auto lower = to_lower(name);
        if (std::ranges::find(tile.place, lower) == tile.place.end()) {
            parameters.emplace_back(std::move(lower), value);
        }
    }
    std::ranges::stable_sort(
        parameters, {}, [](auto const& entry) -> auto& { return entry.first; });
    auto text = fmt::format("tile {} {}:{}{}:{}{}:{}", version, tile.grid.size(), tile.grid,
                            tile.format.name.size(), tile.format.name,
                            call.request.path_info.size(), call.request.path_info);
    for (auto const& [name, value] : parameters) {
        text += fmt::format("{}:{}{}:{}", name.size(), name, value.size(), value);
    }
    return text.size() <= longest_identity ? std::optional{std::move(text)} : std::nullopt;
}

/// Where a tile is kept; neither: it is drawn each time.
struct Places {
    std::optional<TileCache::Level> memory;
    std::optional<StorePlace> store;
};

Places places_of(Call const& call, TileRequest const& tile, std::optional<ImageState> const& state)
{
    if (!state || tile.layers.empty() || substitutes_any(*call.map, tile.place)) {
        return {};
    }
    auto const settings = tile_settings(*call.map, tile.layers);
    auto const version = settings ? version_of(*state, *settings) : std::nullopt;
    if (!version) {
        return {};
    }
    Places places{.memory = std::nullopt, .store = place_in_store(call, tile, *settings, *version)};
    auto* const cache = call.settings.tiles.get();
    auto const identity = cache ? identity_of(call, tile, *version) : std::nullopt;
    if (identity) {
        places.memory = {cache->tileset_id(*identity), tile.zoom, 0};
    }
    return places;
}

/// Headers are not kept: an answer with Cache-Control or a name for its file is made each time.
bool may_be_stored(http::Response const& response)
{
    return response.status == 200 && response.headers.empty() && !response.was_streamed;
}

store::EncodedTile packed(http::Response& response)
{
    store::EncodedTile tile{
        .type = response.content_type, .bytes = {}, .plain_size = response.body.size()};
    tile.is_compressed = response.body.size() >= smallest_compressed &&
                         http::is_worth_compressing(response.content_type);
    tile.bytes = tile.is_compressed ? image::gzip(response.body, compression_level)
                                    : std::move(response.body);
    return tile;
}

http::Response unpacked(Call const& call, store::EncodedTile const& tile)
{
    http::Response response;
    response.content_type = tile.type;
    if (!tile.is_compressed) {
        response.body = tile.bytes;
    } else if (call.request.accepts_gzip && call.settings.compresses) {
        response.body = tile.bytes;
        response.headers.emplace_back("Content-Encoding", "gzip");
        response.headers.emplace_back("Vary", "Accept-Encoding");
    } else {
        response.body = image::gunzip(tile.bytes, tile.plain_size);
    }
    return response;
}

/// Not for the cache.
struct Unstorable {
    http::Response response;
};

/// Draws for size rather than for speed if the tile goes to disk, where it is read often.
http::Response draw_for(Call const& call, Places const& places, DrawTile const& draw)
{
    if (!places.store) {
        return draw(call);
    }
    auto services = call.services;
    services.effort = [] { return image::Effort::Stored; };
    return draw({call.request, call.map, services, call.settings, call.map_version,
                 call.open_stream, call.per_map});
}

/// From disk, or else drawn. \throws Unstorable
store::EncodedTile read_or_draw(Call const& call, TileRequest const& requested,
                                Places const& places, DrawTile const& draw)
{
    auto* const trace = call.services.trace;
    if (auto stored = places.store ? find_stored(*places.store) : std::nullopt) {
        if (trace != nullptr) {
            trace->add(Counter::TilesRead, 1);
        }
        return std::move(*stored);
    }
    auto response = draw_for(call, places, draw);
    if (!may_be_stored(response)) {
        throw Unstorable{std::move(response)};
    }
    if (trace != nullptr) {
        trace->add(Counter::TilesDrawn, 1);
    }
    auto tile = packed(response);
    if (places.store) {
        places.store->store->put(for_store(call, *places.store, requested.grid, tile));
    }
    return tile;
}

/// In memory, or else read or drawn by one of the requests for it.
TileCache::Tile find_or_make(Call const& call, TileRequest const& tile, Places const& places,
                             DrawTile const& draw)
{
    bool is_new = false; // not in memory, nor made by another thread meanwhile
    auto const make = [&](TileCache::Indexes const&) {
        is_new = true;
        return std::vector{
            std::make_shared<TileCache::Content const>(read_or_draw(call, tile, places, draw))};
    };
    if (!places.memory) {
        return make({}).front();
    }
    std::array const requested{tile.index};
    auto found = call.settings.tiles->get(*places.memory, requested, call.services.deadline, make);
    if (!is_new && call.services.trace != nullptr) {
        call.services.trace->add(Counter::TilesKept, 1);
    }
    return found.tiles.front();
}

} // namespace

http::Response cached_tile(Call const& call, TileRequest const& tile,
                           std::optional<ImageState> const& state, DrawTile const& draw)
{
    auto const places = places_of(call, tile, state);
    if (!places.memory && !places.store) {
        return draw(call);
    }
    Timed const timed{call.services.trace, Stage::Tiles};
    try {
        auto const found = find_or_make(call, tile, places, draw);
        return unpacked(call, std::get<store::EncodedTile>(*found));
    } catch (Unstorable& unstorable) {
        return std::move(unstorable.response);
    }
}

} // namespace ms::ows
