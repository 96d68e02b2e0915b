// SPDX-License-Identifier: MIT
#include "ows/images/cached_tile.hpp"

#include "base/string.hpp"
#include "base/trace.hpp"
#include "http/content_coding.hpp"
#include "image/gzip.hpp"
#include "mapfile/map_index.hpp"
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

constexpr std::array<std::string_view, 2> of_the_tile{"tile", "tilemode"};

bool has_any(mapfile::StringMap const& validation)
{
    return std::ranges::any_of(of_the_tile,
                               [&](auto name) { return validation.find(name) != nullptr; });
}

/// Whether the tile's number may occur in the map as a text, which has several forms.
bool substitutes_tile(mapfile::Map const& map)
{
    return has_any(map.web.validation) ||
           std::ranges::any_of(mapfile::index_of(map)->validated, [&](std::size_t index) {
               auto const& layer = map.layers[index];
               return has_any(layer.validation) ||
                      std::ranges::any_of(layer.classes, [](mapfile::Class const& drawn) {
                          return has_any(drawn.validation);
                      });
           });
}

/// All that tiles of a set depend on, as a text: parameters occur in it verbatim, so that no client
/// can get another's tiles by a text with the same digest. nullopt: they may change unnoticed.
std::optional<std::string> identity_of(Call const& call, TileRequest const& tile,
                                       ImageState const& state, std::optional<int> max_age_s)
{
    if (!state.is_known && !max_age_s) {
        return std::nullopt;
    }
    auto const age = state.is_known ? 0 : std::time(nullptr) / *max_age_s;
    std::vector<std::pair<std::string, std::string_view>> parameters;
    for (auto const& [name, value] : call.parameters().entries()) {
        auto lower = to_lower(name);
        if (std::ranges::find(of_the_tile, lower) == of_the_tile.end()) {
            parameters.emplace_back(std::move(lower), value);
        }
    }
    std::ranges::stable_sort(
        parameters, {}, [](auto const& entry) -> auto& { return entry.first; });
    auto text =
        fmt::format("tile {} {} {}:{}{}:{}", state.digest.to_tag(), age, tile.format.name.size(),
                    tile.format.name, call.request.path_info.size(), call.request.path_info);
    for (auto const& [name, value] : parameters) {
        text += fmt::format("{}:{}{}:{}", name.size(), name, value.size(), value);
    }
    return text.size() <= longest_identity ? std::optional{std::move(text)} : std::nullopt;
}

/// nullopt: the tile is drawn each time.
std::optional<TileCache::Level> level_of(Call const& call, TileRequest const& tile,
                                         std::optional<ImageState> const& state)
{
    auto* const cache = call.settings.tiles.get();
    if (cache == nullptr || !state || tile.layers.empty() || substitutes_tile(*call.map)) {
        return std::nullopt;
    }
    auto const settings = tile_settings(*call.map, tile.layers);
    auto const identity =
        settings ? identity_of(call, tile, *state, settings->max_age_s) : std::nullopt;
    return identity ? std::optional{TileCache::Level{cache->tileset_id(*identity), tile.zoom, 0}}
                    : std::nullopt;
}

bool may_be_stored(http::Response const& response)
{
    return response.status == 200 && std::ranges::none_of(response.headers, [](auto const& header) {
               return header.first == "Cache-Control";
           });
}

EncodedTile packed(http::Response& response)
{
    EncodedTile tile{.bytes = {}, .plain_size = response.body.size()};
    tile.is_compressed = response.body.size() >= smallest_compressed &&
                         http::is_worth_compressing(response.content_type);
    tile.bytes = tile.is_compressed ? image::gzip(response.body, compression_level)
                                    : std::move(response.body);
    return tile;
}

http::Response unpacked(Call const& call, EncodedTile const& tile, std::string const& type)
{
    http::Response response;
    response.content_type = type;
    if (!tile.is_compressed) {
        response.body = tile.bytes;
    } else if (call.request.accepts_gzip &&
               call.settings.tiles->sending() == TileCache::Sending::Compressed) {
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

} // namespace

http::Response cached_tile(Call const& call, TileRequest const& tile,
                           std::optional<ImageState> const& state,
                           std::function<http::Response()> const& draw)
{
    auto const level = level_of(call, tile, state);
    if (!level) {
        return draw();
    }
    Timed const timed{call.services.trace, Stage::Tiles};
    std::array const requested{tile.index};
    bool is_drawn = false; // not by another thread meanwhile
    try {
        auto const found = call.settings.tiles->get(
            *level, requested, call.services.deadline, [&](TileCache::Indexes const&) {
                is_drawn = true;
                auto response = draw();
                if (!may_be_stored(response)) {
                    throw Unstorable{std::move(response)};
                }
                return std::vector{std::make_shared<TileCache::Content const>(packed(response))};
            });
        if (call.services.trace != nullptr) {
            call.services.trace->add(is_drawn ? Counter::TilesDrawn : Counter::TilesKept, 1);
        }
        return unpacked(call, std::get<EncodedTile>(*found.tiles.front()), tile.format.mime_type);
    } catch (Unstorable& unstorable) {
        return std::move(unstorable.response);
    }
}

} // namespace ms::ows
