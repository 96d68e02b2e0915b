// SPDX-License-Identifier: MIT
#include "programs/seeding.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "ows/common/metadata.hpp"
#include "ows/images/tile_matrix_set.hpp"
#include "ows/wmts/tileset.hpp"
#include "store/tile_stores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <thread>

namespace ms::programs {

namespace {

/// Tiles to a side that one thread draws one after another: those of one bitmap follow each other.
constexpr std::int64_t block_side = 8;
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

/// The tiles of one level.
struct Level {
    ows::TileMatrix const& matrix;
    ows::TileRange range;

    [[nodiscard]] std::int64_t columns() const
    {
        return std::int64_t{range.last_column} - range.first_column + 1;
    }
    [[nodiscard]] std::int64_t rows() const
    {
        return std::int64_t{range.last_row} - range.first_row + 1;
    }
    [[nodiscard]] std::int64_t tiles() const { return columns() * rows(); }
    [[nodiscard]] std::int64_t blocks_across() const
    {
        return (columns() + block_side - 1) / block_side;
    }
    [[nodiscard]] std::int64_t blocks() const
    {
        return blocks_across() * ((rows() + block_side - 1) / block_side);
    }
    [[nodiscard]] ows::TileRange block(std::int64_t number) const
    {
        auto const column = range.first_column + number % blocks_across() * block_side;
        auto const row = range.first_row + number / blocks_across() * block_side;
        auto const last = [](std::int64_t first, int end) {
            return static_cast<int>(std::min<std::int64_t>(first + block_side - 1, end));
        };
        return {static_cast<int>(column), last(column, range.last_column), static_cast<int>(row),
                last(row, range.last_row)};
    }
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
    return text.substr(from, std::min(text.find('<', from) - from, longest));
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
    [[nodiscard]] bool are_too_many() const { return m_in_a_row >= most_failures_in_a_row; }
    [[nodiscard]] std::size_t number() const { return m_number; }

private:
    std::mutex m_mutex;
    std::atomic<std::size_t> m_number{0};
    std::atomic<int> m_in_a_row{0};
};

void draw_block(server::App& app, Target const& target, ows::TileMatrix const& matrix,
                ows::TileRange const& block, Failures& failures)
{
    for (int row = block.first_row; row <= block.last_row; ++row) {
        for (int column = block.first_column; column <= block.last_column; ++column) {
            auto const response = app.answer(request_of(target, matrix, column, row));
            if (is_whole(response)) {
                failures.note_success();
            } else {
                failures.add(
                    fmt::format("{} {}/{}/{}", target.layer, matrix.identifier, row, column),
                    response);
            }
        }
    }
}

void flush(store::TileStores& stores)
{
    for (auto const& [name, store] : stores.all()) {
        store->flush(); // so that no tile is dropped because too many wait
    }
}

void draw_level(server::App& app, Target const& target, Level const& level, int threads,
                Failures& failures)
{
    std::atomic<std::int64_t> next{0};
    auto const work = [&] {
        for (auto block = next++; block < level.blocks() && !failures.are_too_many();
             block = next++) {
            draw_block(app, target, level.matrix, level.block(block), failures);
            flush(*app.tile_stores());
        }
    };
    std::vector<std::jthread> workers;
    for (int i = 0; i < threads; ++i) {
        workers.emplace_back(work);
    }
}

std::optional<geometry::Box> common(std::optional<geometry::Box> const& a,
                                    std::optional<geometry::Box> const& b)
{
    if (!a || !b) {
        return a ? a : b;
    }
    return geometry::Box{std::max(a->min_x, b->min_x), std::max(a->min_y, b->min_y),
                         std::min(a->max_x, b->max_x), std::min(a->max_y, b->max_y)};
}

/// Nullopt if the level has no tile in the box.
std::optional<Level> level_of(ows::TileMatrixSet const& grid, int zoom,
                              std::optional<geometry::Box> const& box)
{
    if (static_cast<std::size_t>(zoom) >= grid.matrices.size()) {
        refuse(fmt::format("the grid \"{}\" has levels 0 to {}", grid.identifier,
                           grid.matrices.size() - 1));
    }
    auto const& matrix = grid.matrices[static_cast<std::size_t>(zoom)];
    ows::TileRange const all{0, matrix.columns - 1, 0, matrix.rows - 1};
    auto const range = box ? ows::tiles_in(matrix, *box) : std::optional{all};
    return range ? std::optional{Level{matrix, *range}} : std::nullopt;
}

store::TileCounts counts_of(server::App const& app)
{
    store::TileCounts sum;
    for (auto const& [name, store] : app.tile_stores()->all()) {
        auto const counts = store->counts();
        sum.found += counts.found;
        sum.written += counts.written;
        sum.dropped += counts.dropped;
    }
    return sum;
}

void seed_layer(server::App& app, Target const& target, SeedTask const& task,
                std::optional<geometry::Box> const& box, SeedMode mode, Failures& failures)
{
    int const processors = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    for (int const zoom : task.zooms) {
        auto const level = level_of(target.grid, zoom, box);
        if (mode == SeedMode::Count || !level) {
            fmt::print("{} {}: {} tiles\n", target.layer, zoom, level ? level->tiles() : 0);
            continue;
        }
        auto const before = counts_of(app);
        draw_level(app, target, *level, task.threads > 0 ? task.threads : processors, failures);
        if (failures.are_too_many()) {
            return;
        }
        fmt::print("{} {}: {} tiles, {} new\n", target.layer, zoom, level->tiles(),
                   counts_of(app).written - before.written);
        std::fflush(stdout);
    }
}

/// After a run: tiles that were asked for are in the store, or the map keeps none.
bool is_stored(server::App const& app, Failures const& failures)
{
    auto const counts = counts_of(app);
    if (counts.written + counts.found == 0 && failures.number() == 0) {
        fmt::print(stderr, "mapseed: no tile was stored. The map needs wms_tile_cache and "
                           "wms_tile_cache_store, and layers whose data report their version or "
                           "wms_tile_cache_max_age; the log has errors of the store.\n");
        return false;
    }
    if (failures.number() > 0 || counts.dropped > 0) {
        fmt::print(stderr, "mapseed: {} tiles failed, {} could not be written\n", failures.number(),
                   counts.dropped);
        return false;
    }
    return true;
}

} // namespace

bool seed(server::App& app, SeedTask const& task, SeedMode mode)
{
    if (mode == SeedMode::Draw && app.tile_stores() == nullptr) {
        refuse("MS_TILE_STORES does not name the folder of the tile stores");
    }
    auto const map = map_of(app, task.map);
    auto const grid = grid_of(*map, task.grid);
    Failures failures;
    for (auto const& layer : task.layers) {
        auto const tileset = ows::wmts::find_tileset(*map, layer);
        auto const limits = ows::wmts::limits_of(*map, tileset, grid.system);
        Target const target{tileset.name, task.style,
                            task.format.empty() ? ows::wmts::formats_of(*map).front().mime_type
                                                : task.format,
                            task.map, grid};
        seed_layer(app, target, task, common(limits, task.box), mode, failures);
        if (failures.are_too_many()) {
            fmt::print(stderr, "mapseed: {} tiles in a row failed\n", most_failures_in_a_row);
            return false;
        }
    }
    return mode == SeedMode::Count || is_stored(app, failures);
}

std::vector<int> parse_zooms(std::string_view text)
{
    constexpr int deepest = 40;
    std::vector<int> zooms;
    for (auto const& part : ows::split_list(text)) {
        auto const dash = part.find('-');
        auto const first = parse_int(std::string_view{part}.substr(0, dash));
        auto const last =
            dash == std::string::npos ? first : parse_int(std::string_view{part}.substr(dash + 1));
        if (!first || !last || *first < 0 || *last < *first || *last > deepest) {
            refuse("--zoom: \"" + part + "\" is not a level or a range of levels");
        }
        for (int zoom = *first; zoom <= *last; ++zoom) {
            zooms.push_back(zoom);
        }
    }
    return zooms;
}

geometry::Box parse_box(std::string_view text)
{
    std::vector<double> numbers;
    for (auto const& part : ows::split_list(text)) {
        numbers.push_back(parse_double(part).value_or(NAN));
    }
    if (numbers.size() != 4 || !(numbers[0] < numbers[2] && numbers[1] < numbers[3])) {
        refuse("--bbox: minx,miny,maxx,maxy are four numbers, the smaller ones first");
    }
    return {numbers[0], numbers[1], numbers[2], numbers[3]};
}

} // namespace ms::programs
