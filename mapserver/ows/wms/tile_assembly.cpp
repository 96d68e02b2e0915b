// SPDX-License-Identifier: MIT
#include "ows/wms/tile_assembly.hpp"

#include "image/stretch.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <system_error>
#include <thread>

namespace ms::ows::wms {

namespace {

image::Stretch stretch_of(render::LevelWindow const& window)
{
    return {window.left, window.top, window.step_x, window.step_y};
}

/// Calls `work(i)` for all i below `count`. Where the system has no more threads, fewer do it.
template <typename Work>
void share_out(std::size_t count, std::size_t threads, Work const& work)
{
    std::atomic<std::size_t> next{0};
    auto const take = [&] {
        for (auto i = next++; i < count; i = next++) {
            work(i);
        }
    };
    std::vector<std::jthread> others;
    others.reserve(std::min(threads, count));
    try {
        while (others.size() + 1 < std::min(threads, count)) {
            others.emplace_back(take);
        }
    } catch (std::system_error const&) {
    }
    take();
}

/// The part of the tiles that the image consists of, and its position in it.
image::Bitmap put_together(TileLayout const& layout, std::span<TileCache::Tile const> tiles,
                           std::size_t threads, image::Stretch& stretch)
{
    int const margin = margin_of(layout.window);
    double const left = std::floor(layout.window.left) - margin;
    double const top = std::floor(layout.window.top) - margin;
    auto const length = [&](double fraction, int pixels, double step) {
        return static_cast<int>(std::ceil(fraction + pixels * step)) + 2 * margin;
    };
    stretch.left = layout.window.left - left;
    stretch.top = layout.window.top - top;
    image::Bitmap together(length(stretch.left - margin, layout.size.width, stretch.step_x),
                           length(stretch.top - margin, layout.size.height, stretch.step_y));
    share_out(tiles.size(), threads, [&](std::size_t i) { // each has pixels of its own
        auto const& tile = layout.tiles[i];
        std::get<image::PackedBitmap>(*tiles[i]).copy_to(
            together, static_cast<int>(static_cast<double>(tile.column * layout.tile_px) - left),
            static_cast<int>(static_cast<double>(tile.row * layout.tile_px) - top));
    });
    return together;
}

} // namespace

int margin_of(render::LevelWindow const& window)
{
    bool const is_copy = window.step_x == 1 && window.step_y == 1;
    return is_copy ? 0 : image::reach_of(stretch_of(window));
}

image::Bitmap assemble(TileLayout const& layout, std::span<TileCache::Tile const> tiles,
                       std::size_t threads)
{
    auto stretch = stretch_of(layout.window);
    auto const together = put_together(layout, tiles, threads, stretch);
    return image::stretched(together.view(), stretch, layout.size.width, layout.size.height);
}

} // namespace ms::ows::wms
