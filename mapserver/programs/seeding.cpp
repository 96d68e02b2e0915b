// SPDX-License-Identifier: MIT
#include "programs/seeding.hpp"

#include "base/character_reference.hpp"
#include "base/error.hpp"
#include "crs/definition.hpp"
#include "ows/common/bounding_boxes.hpp"
#include "ows/images/tile_matrix_set.hpp"
#include "ows/wmts/tileset.hpp"
#include "programs/seed_levels.hpp"
#include "store/mbtiles.hpp"
#include "store/tile_stores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

namespace ms::programs {

namespace {

/// After so many failures in a row the rest would fail, too.
constexpr int most_failures_in_a_row = 100;
constexpr std::size_t printed_failures = 10;

[[noreturn]] void refuse(std::string const& why)
{
    throw Error{ErrorKind::BadRequest, why};
}

std::shared_ptr<mapfile::Map const> map_of(server::App& app, std::string const& name)
{
    auto log = app.log();
    return app.maps().read({}, *app.config().file().map_path(name), log).map;
}

ows::TileMatrixSet grid_of(mapfile::Map const& map, std::string const& name)
{
    auto sets = ows::tile_matrix_sets(map);
    auto const found = name.empty()
                           ? sets.begin()
                           : std::ranges::find(sets, name, &ows::TileMatrixSet::identifier);
    if (found == sets.end()) {
        refuse("the map has no grid \"" + name + '"');
    }
    return std::move(*found);
}

/// What is the same in all requests.
struct Target {
    std::string layer;
    std::string style;
    std::string format;
    std::string map;
    ows::TileMatrixSet const& grid;
};

http::Request request_of(Target const& target, ows::TileMatrix const& matrix, int column, int row)
{
    http::Request request;
    request.remote_address = "127.0.0.1";
    for (auto& [name, value] : std::to_array<std::pair<std::string, std::string>>(
             {{"map", target.map},
              {"SERVICE", "WMTS"},
              {"VERSION", "1.0.0"},
              {"REQUEST", "GetTile"},
              {"LAYER", target.layer},
              {"STYLE", target.style},
              {"FORMAT", target.format},
              {"TILEMATRIXSET", target.grid.identifier},
              {"TILEMATRIX", matrix.identifier},
              {"TILEROW", std::to_string(row)},
              {"TILECOL", std::to_string(column)}})) {
        request.parameters.append(std::move(name), std::move(value));
    }
    return request;
}

/// What an exception report says, or the beginning of another answer.
std::string reason_of(http::Response const& response)
{
    constexpr std::string_view begin = "ExceptionText>";
    constexpr std::size_t longest = 300;
    std::string const text{response.body.begin(), response.body.end()};
    auto const found = text.find(begin);
    auto const from = found == std::string::npos ? 0 : found + begin.size();
    return decode_character_references(
        text.substr(from, std::min(text.find('<', from) - from, longest)));
}

/// A tile that lacks the part of another server is not stored.
bool is_whole(http::Response const& response)
{
    return response.status == 200 && std::ranges::none_of(response.headers, [](auto const& header) {
               return header.first == "Cache-Control" && header.second == "no-store";
           });
}

/// What went wrong so far; the first failures are printed.
class Failures {
public:
    void add(std::string const& tile, http::Response const& response)
    {
        std::scoped_lock const lock{m_mutex};
        ++m_in_a_row;
        if (++m_number <= printed_failures) {
            fmt::print(stderr, "mapseed: {}: {}\n", tile,
                       response.status == 200
                           ? "another server has not answered for one of its layers"
                           : reason_of(response));
        }
    }
    void note_success() { m_in_a_row = 0; }
    /// Nothing more is drawn.
    void stop(std::string const& why)
    {
        std::scoped_lock const lock{m_mutex};
        m_why = why;
        m_in_a_row = most_failures_in_a_row;
    }
    [[nodiscard]] bool are_too_many() const { return m_in_a_row >= most_failures_in_a_row; }
    [[nodiscard]] std::size_t number() const { return m_number; }
    /// Why they are too many; when all threads are done.
    [[nodiscard]] std::string const& why() const { return m_why; }

private:
    std::mutex m_mutex;
    std::atomic<std::size_t> m_number{0};
    std::atomic<int> m_in_a_row{0};
    std::string m_why = fmt::format("{} tiles in a row failed", most_failures_in_a_row);
};

/// The type of an MBTiles file's tiles.
std::string_view mbtiles_format(std::string_view mime_type)
{
    using Row = std::pair<std::string_view, std::string_view>;
    constexpr std::array<Row, 3> types{Row{"image/png", "png"}, Row{"image/jpeg", "jpg"},
                                       Row{"image/webp", "webp"}};
    auto const* const row = std::ranges::find_if(
        types, [&](Row const& each) { return mime_type.starts_with(each.first); });
    if (row == types.end()) {
        refuse("--to: an MBTiles file has images as PNG, JPEG or WebP, not " +
               std::string{mime_type});
    }
    return row->second;
}

/// Longitudes and latitudes.
std::string bounds_of(std::optional<geometry::Box> const& box)
{
    constexpr geometry::Box world{-180, -85.05112877980659, 180, 85.05112877980659};
    ows::BoxTransformer transformer;
    auto const found =
        box ? transformer.geographic({*box, transformer.system("EPSG:3857")}).value_or(world)
            : world;
    return fmt::format("{},{},{},{}", found.min_x, found.min_y, found.max_x, found.max_y);
}

/// All that a run needs.
class Seeder {
public:
    Seeder(server::App& app, SeedTask const& task)
        : m_app(app), m_task(task), m_map(map_of(app, task.map)), m_grid(grid_of(*m_map, task.grid))
    {}

    bool run(SeedMode mode)
    {
        for (auto const& layer : m_task.layers) {
            auto const tileset = ows::wmts::find_tileset(*m_map, layer);
            auto const box =
                common_box(ows::wmts::limits_of(*m_map, tileset, m_grid.system), m_task.box);
            auto const target = target_of(tileset);
            if (mode == SeedMode::Draw && !m_task.archive.empty()) {
                open_archive(target, box);
            }
            seed_layer(target, box, mode);
        }
        return mode == SeedMode::Count || (m_archive ? is_archived() : is_stored());
    }

private:
    [[nodiscard]] Target target_of(ows::wmts::Tileset const& tileset) const
    {
        return {tileset.name, m_task.style,
                m_task.format.empty() ? ows::wmts::formats_of(*m_map).front().mime_type
                                      : m_task.format,
                m_task.map, m_grid};
    }

    void open_archive(Target const& target, std::optional<geometry::Box> const& box)
    {
        if (m_grid.identifier != "GoogleMapsCompatible" || m_task.layers.size() != 1) {
            refuse("--to: an MBTiles file has one layer, on the grid GoogleMapsCompatible");
        }
        auto const [least, most] = std::ranges::minmax(m_task.zooms);
        m_archive.emplace(
            m_task.archive,
            store::MbtilesWriter::Metadata{{"name", target.layer},
                                           {"format", std::string{mbtiles_format(target.format)}},
                                           {"bounds", bounds_of(box)},
                                           {"minzoom", std::to_string(least)},
                                           {"maxzoom", std::to_string(most)},
                                           {"type", "baselayer"},
                                           {"version", "1"},
                                           {"description", m_map->name}});
    }

    void seed_layer(Target const& target, std::optional<geometry::Box> const& box, SeedMode mode)
    {
        for (int const zoom : m_task.zooms) {
            auto const level = seed_level(m_grid, zoom, box);
            auto const tiles = level ? level->tiles() : 0;
            if (mode == SeedMode::Count || !level) {
                fmt::print("{} {}: {} tiles\n", target.layer, zoom, tiles);
                continue;
            }
            auto const before = counts();
            draw_level(target, zoom, *level);
            if (m_failures.are_too_many()) {
                throw Error{ErrorKind::Source, m_failures.why()};
            }
            fmt::print("{} {}: {} tiles, {} new\n", target.layer, zoom, tiles,
                       counts().written - before.written);
            std::fflush(stdout);
        }
    }

    void draw_level(Target const& target, int zoom, SeedLevel const& level)
    {
        std::atomic<std::int64_t> next{0};
        auto const work = [&] {
            try {
                for (auto block = next++; block < level.blocks() && !m_failures.are_too_many();
                     block = next++) {
                    draw_block(target, zoom, level.matrix(), level.block(block));
                    flush();
                }
            } catch (std::exception const& error) { // the archive's disk is full
                m_failures.stop(error.what());
            }
        };
        auto const processors = std::max(1U, std::thread::hardware_concurrency());
        std::vector<std::jthread> workers(m_task.threads > 0 ? static_cast<unsigned>(m_task.threads)
                                                             : processors);
        for (auto& worker : workers) {
            worker = std::jthread{work};
        }
    }

    void draw_block(Target const& target, int zoom, ows::TileMatrix const& matrix,
                    ows::TileRange const& block)
    {
        for (int row = block.first_row; row <= block.last_row; ++row) {
            for (int column = block.first_column; column <= block.last_column; ++column) {
                auto const response = m_app.answer(request_of(target, matrix, column, row));
                if (!is_whole(response)) {
                    m_failures.add(
                        fmt::format("{} {}/{}/{}", target.layer, matrix.identifier, row, column),
                        response);
                    continue;
                }
                m_failures.note_success();
                if (m_archive) {
                    m_archive->put(zoom, column, row, response.body);
                    ++m_archived;
                }
            }
        }
    }

    /// So that no tile is dropped because too many wait.
    void flush() const
    {
        if (m_app.tile_stores() != nullptr) {
            for (auto const& [name, store] : m_app.tile_stores()->all()) {
                store->flush();
            }
        }
    }

    /// Of the archive, or all stores.
    [[nodiscard]] store::TileCounts counts() const
    {
        store::TileCounts sum;
        if (m_archive) {
            sum.written = m_archived;
            return sum;
        }
        for (auto const& [name, store] : m_app.tile_stores()->all()) {
            auto const counts = store->counts();
            sum.found += counts.found;
            sum.written += counts.written;
            sum.dropped += counts.dropped;
        }
        return sum;
    }

    bool is_archived()
    {
        if (m_failures.number() > 0) {
            fmt::print(stderr, "mapseed: {} tiles failed; no file is left\n", m_failures.number());
            return false;
        }
        m_archive->finish();
        return true;
    }

    /// Tiles that were asked for are in the store, or the map keeps none.
    [[nodiscard]] bool is_stored() const
    {
        auto const total = counts();
        if (total.written + total.found == 0 && m_failures.number() == 0) {
            fmt::print(stderr, "mapseed: no tile was stored. The map needs wms_tile_cache and "
                               "wms_tile_cache_store, and layers whose data report their version "
                               "or wms_tile_cache_max_age; the log has errors of the store.\n");
            return false;
        }
        if (m_failures.number() > 0 || total.dropped > 0) {
            fmt::print(stderr, "mapseed: {} tiles failed, {} could not be written\n",
                       m_failures.number(), total.dropped);
            return false;
        }
        return true;
    }

    server::App& m_app;
    SeedTask const& m_task;
    std::shared_ptr<mapfile::Map const> m_map;
    ows::TileMatrixSet m_grid;
    Failures m_failures;
    std::optional<store::MbtilesWriter> m_archive;
    std::atomic<std::uint64_t> m_archived{0};
};

} // namespace

bool seed(server::App& app, SeedTask const& task, SeedMode mode)
{
    if (mode == SeedMode::Draw && app.tile_stores() == nullptr && task.archive.empty()) {
        refuse("MS_TILE_STORES does not name the folder of the tile stores");
    }
    return Seeder{app, task}.run(mode);
}

} // namespace ms::programs
