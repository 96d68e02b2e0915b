// SPDX-License-Identifier: MIT
#include "render/core/tile_grid.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

namespace ms::render {

namespace {

/// Beyond it the fractions of pixels begin to be lost in a double.
constexpr double farthest_px = 1e12;

/// Whether an image whose pixels are `step` wide drifts away from the level's by less than can be
/// seen.
bool is_same_size(double step, int pixels)
{
    constexpr double unseen_px = 0.02;
    return std::abs(step - 1) * pixels < unseen_px;
}

/// Rounds half a pixel up, despite rounding errors of the coordinates: adjacent images move to the
/// same side.
double on_whole_pixel(double px)
{
    constexpr double rounding_px = 1e-3;
    return std::floor(px + 0.5 + rounding_px);
}

std::int64_t tile_at(double px, int tile_px)
{
    return static_cast<std::int64_t>(std::floor(px / tile_px));
}

} // namespace

ResolutionLevels::ResolutionLevels(double base, double max_scaling)
    : m_base(base), m_steps(static_cast<int>(std::max(
                        std::ceil(std::numbers::ln2 / (2 * std::log(max_scaling)) - 1e-9), 1.0)))
{}

int ResolutionLevels::nearest(double cell) const
{
    return static_cast<int>(std::lround(std::log2(m_base / cell) * m_steps));
}

double ResolutionLevels::cell_of(int level) const
{
    int const step = ((level % m_steps) + m_steps) % m_steps;
    return std::ldexp(m_base * std::exp2(-static_cast<double>(step) / m_steps),
                      -(level - step) / m_steps);
}

std::optional<LevelWindow> window_of(Viewport const& view, double cell, double max_scaling)
{
    // Extents end in the centres of pixels, and so do those of tiles: half a pixel of the level.
    LevelWindow window{view.extent.min_x / cell - 0.5, -view.extent.max_y / cell - 0.5,
                       view.cell_size_x / cell, view.cell_size_y / cell};
    double const most = max_scaling * (1 + 1e-9);
    for (auto const step : {window.step_x, window.step_y}) {
        if (!(step <= most && step >= 1 / most)) {
            return std::nullopt;
        }
    }
    bool const is_near = std::abs(window.left) + view.width * most < farthest_px &&
                         std::abs(window.top) + view.height * most < farthest_px;
    if (!is_near) {
        return std::nullopt;
    }
    if (is_same_size(window.step_x, view.width) && is_same_size(window.step_y, view.height)) {
        return LevelWindow{on_whole_pixel(window.left), on_whole_pixel(window.top), 1, 1};
    }
    return window;
}

TileRange tiles_under(LevelWindow const& window, int width, int height, int margin_px, int tile_px)
{
    constexpr double inside =
        1e-6; // an image that ends where a tile ends does not need the next one
    return {{tile_at(window.top - margin_px, tile_px), tile_at(window.left - margin_px, tile_px)},
            {tile_at(window.top + height * window.step_y + margin_px - inside, tile_px),
             tile_at(window.left + width * window.step_x + margin_px - inside, tile_px)}};
}

std::vector<TileIndex> tiles_of(TileRange const& range)
{
    std::vector<TileIndex> tiles;
    for (auto row = range.first.row; row <= range.last.row; ++row) {
        for (auto column = range.first.column; column <= range.last.column; ++column) {
            tiles.push_back({row, column});
        }
    }
    return tiles;
}

std::vector<TileRange> rectangles_of(std::span<TileIndex const> tiles, std::int64_t longest)
{
    std::set<TileIndex> left(tiles.begin(), tiles.end());
    std::vector<TileRange> found;
    while (!left.empty()) {
        auto const first = *left.begin();
        TileRange range{first, first};
        auto const has_row = [&](std::int64_t row) {
            for (auto column = range.first.column; column <= range.last.column; ++column) {
                if (!left.contains({row, column})) {
                    return false;
                }
            }
            return true;
        };
        while (range.columns() < longest && left.contains({first.row, range.last.column + 1})) {
            ++range.last.column;
        }
        while (range.rows() < longest && has_row(range.last.row + 1)) {
            ++range.last.row;
        }
        for (auto const& tile : tiles_of(range)) {
            left.erase(tile);
        }
        found.push_back(range);
    }
    return found;
}

ViewportRequest view_of_tiles(TileRange const& range, double cell, int tile_px, int gutter_px)
{
    auto const edge = [&](std::int64_t tile, double shift_px) {
        return (static_cast<double>(tile * tile_px) + shift_px) * cell;
    };
    double const inset = 0.5 - gutter_px; // to the centre of the outermost pixel
    ViewportRequest view;
    view.extent = geometry::Box{edge(range.first.column, inset), -edge(range.last.row + 1, -inset),
                                edge(range.last.column + 1, -inset), -edge(range.first.row, inset)};
    view.size = mapfile::Size{static_cast<int>(range.columns() * tile_px) + 2 * gutter_px,
                              static_cast<int>(range.rows() * tile_px) + 2 * gutter_px};
    view.max_size = std::max(view.size->width, view.size->height);
    return view;
}

} // namespace ms::render
