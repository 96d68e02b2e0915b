// SPDX-License-Identifier: MIT
#include "ows/images/tile_matrix_set.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "crs/definition.hpp"
#include "ows/common/bounding_boxes.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/per_map_cache.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ms::ows {

namespace {

constexpr double standard_pixel_m = 0.00028;
constexpr double earth_radius_m = 6378137;
constexpr double meters_per_degree = earth_radius_m * std::numbers::pi / 180;
constexpr int last_level = 22;           ///< of the built-in sets: 4 cm a pixel
constexpr double most_tiles = 1U << 30U; ///< in a row or a column: they stay within int
constexpr std::size_t most_levels = 40;  ///< of a set in METADATA
constexpr double tolerance_tiles = 1e-6; ///< of boxes that end at a border, after rounding

/// Halvings of a double are exact, so that tiles of deep levels lie where those of others do.
TileMatrix halved(TileMatrix const& coarser)
{
    auto finer = coarser;
    finer.cell /= 2;
    finer.scale_denominator /= 2;
    finer.columns *= 2;
    finer.rows *= 2;
    return finer;
}

TileMatrixSet quad(TileMatrixSet set, TileMatrix const& coarsest)
{
    auto matrix = coarsest;
    for (int level = 0; level <= last_level; ++level) {
        matrix.identifier = std::to_string(level);
        set.matrices.push_back(matrix);
        matrix = halved(matrix);
    }
    return set;
}

TileMatrixSet google_maps_compatible()
{
    TileMatrix world;
    world.cell = 2 * std::numbers::pi * earth_radius_m / world.tile_px;
    world.scale_denominator = world.cell / standard_pixel_m;
    world.top_left = {-std::numbers::pi * earth_radius_m, std::numbers::pi * earth_radius_m};
    return quad({.identifier = "GoogleMapsCompatible",
                 .system = "EPSG:3857",
                 .scale_set = "urn:ogc:def:wkss:OGC:1.0:GoogleMapsCompatible"},
                world);
}

TileMatrixSet world_crs84_quad()
{
    TileMatrix world;
    world.columns = 2;
    world.cell = 180.0 / world.tile_px;
    world.scale_denominator = world.cell * meters_per_degree / standard_pixel_m;
    world.top_left = {-180, 90};
    return quad({.identifier = "WorldCRS84Quad", .system = "EPSG:4326", .scale_set = {}}, world);
}

[[noreturn]] void refuse(std::string const& key, std::string_view why)
{
    throw Error{ErrorKind::BadMapfile, "METADATA " + key + ": " + std::string{why}};
}

std::vector<double> parse_resolutions(std::string const& key, std::string_view text)
{
    std::vector<double> cells;
    for (auto const& word : split_list(text)) {
        auto const cell = parse_double(word);
        if (!cell || !std::isfinite(*cell) || *cell <= 0 ||
            (!cells.empty() && *cell >= cells.back())) {
            refuse(key, "resolutions must be numbers above 0, from the largest to the smallest.");
        }
        cells.push_back(*cell);
    }
    if (cells.empty() || cells.size() > most_levels) {
        refuse(key, "resolutions must be 1 to 40 numbers.");
    }
    return cells;
}

/// The words of tiles_grid_<name>.
struct Description {
    std::string system;
    std::optional<geometry::Box> extent;
    std::vector<double> cells;
    int tile_px = 256;
};

int parse_tile_size(std::string const& key, std::string_view text)
{
    constexpr int smallest = 16;
    constexpr int largest = 4096;
    auto const size = parse_int(text).value_or(0);
    if (size < smallest || size > largest) {
        refuse(key, "tile_size must be a number of pixels from 16 to 4096.");
    }
    return size;
}

Description parse_description(std::string const& key, std::string_view text)
{
    Description described;
    for (auto const word : split_words(text)) {
        auto const equals = std::min(word.find('='), word.size());
        auto const name = word.substr(0, equals);
        auto const value = word.substr(std::min(equals + 1, word.size()));
        if (name == "crs") {
            described.system = value;
        } else if (name == "extent") {
            described.extent = parse_extent(value);
        } else if (name == "resolutions") {
            described.cells = parse_resolutions(key, value);
        } else if (name == "tile_size") {
            described.tile_px = parse_tile_size(key, value);
        } else {
            refuse(key, "unknown word \"" + std::string{name} +
                            "\"; crs=, extent=, resolutions= and tile_size= are known.");
        }
    }
    if (described.system.empty() || !described.extent || described.cells.empty()) {
        refuse(key, "crs=, extent= of four numbers and resolutions= are required.");
    }
    return described;
}

int count_of(std::string const& key, double length, double tile)
{
    double const count = std::ceil(length / tile - tolerance_tiles);
    if (!(count <= most_tiles)) {
        refuse(key, "a level has more than 2^30 tiles in a row.");
    }
    return std::max(static_cast<int>(count), 1);
}

TileMatrixSet described_set(mapfile::Map const& map, std::string const& name)
{
    auto const key = "tiles_grid_" + name;
    auto const* const text = map.web.metadata.find(key);
    if (text == nullptr) {
        refuse("tiles_grids", "no grid \"" + name + "\": there is no " + key + '.');
    }
    auto const described = parse_description(key, *text);
    auto const& extent = *described.extent;
    double const unit_m = crs::parse(described.system, {map.proj_data()}).meters_per_unit();
    TileMatrixSet set{.identifier = name, .system = described.system, .scale_set = {}};
    for (auto const cell : described.cells) {
        double const tile = cell * described.tile_px;
        set.matrices.push_back({.identifier = std::to_string(set.matrices.size()),
                                .cell = cell,
                                .scale_denominator = cell * unit_m / standard_pixel_m,
                                .top_left = {extent.min_x, extent.max_y},
                                .tile_px = described.tile_px,
                                .columns = count_of(key, extent.width(), tile),
                                .rows = count_of(key, extent.height(), tile)});
    }
    return set;
}

int first_index(double offset, double tile)
{
    return static_cast<int>(
        std::clamp(std::floor(offset / tile + tolerance_tiles), -1.0, most_tiles));
}

int last_index(double offset, double tile)
{
    return static_cast<int>(
        std::clamp(std::ceil(offset / tile - tolerance_tiles) - 1, -1.0, most_tiles));
}

} // namespace

geometry::Box TileMatrix::extent_of(int column, int row) const noexcept
{
    double const side = cell * tile_px;
    return {top_left.x + column * side, top_left.y - (row + 1.0) * side,
            top_left.x + (column + 1.0) * side, top_left.y - row * side};
}

bool TileRange::contains(int column, int row) const noexcept
{
    return column >= first_column && column <= last_column && row >= first_row && row <= last_row;
}

std::vector<TileMatrixSet> tile_matrix_sets(mapfile::Map const& map)
{
    auto const* const list = map.web.metadata.find("tiles_grids");
    std::vector<TileMatrixSet> sets;
    auto const words =
        list == nullptr ? std::string{"GoogleMapsCompatible"} : replace_all(*list, ",", " ");
    for (auto const name : split_words(words)) {
        if (name == "GoogleMapsCompatible") {
            sets.push_back(google_maps_compatible());
        } else if (name == "WorldCRS84Quad") {
            sets.push_back(world_crs84_quad());
        } else {
            sets.push_back(described_set(map, std::string{name}));
        }
    }
    return sets;
}

TileMatrixSets shared_matrix_sets(Call const& call)
{
    auto const make = [&] {
        return std::make_shared<std::vector<TileMatrixSet> const>(tile_matrix_sets(*call.map));
    };
    return call.per_map ? call.per_map->matrix_sets(make) : make();
}

std::optional<TileRange> tiles_in(TileMatrix const& matrix, geometry::Box const& box)
{
    double const tile = matrix.cell * matrix.tile_px;
    TileRange const range{
        .first_column = std::max(first_index(box.min_x - matrix.top_left.x, tile), 0),
        .last_column =
            std::min(last_index(box.max_x - matrix.top_left.x, tile), matrix.columns - 1),
        .first_row = std::max(first_index(matrix.top_left.y - box.max_y, tile), 0),
        .last_row = std::min(last_index(matrix.top_left.y - box.min_y, tile), matrix.rows - 1)};
    bool const is_empty =
        range.last_column < range.first_column || range.last_row < range.first_row;
    return is_empty ? std::nullopt : std::optional{range};
}

} // namespace ms::ows
