// SPDX-License-Identifier: MIT
#include "ows/wms/tile_assembly.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace {

using namespace ms;
using ows::TileCache;

constexpr int tile_px = 32;

/// Pixels that are nowhere the same.
image::Bitmap pattern(int width, int height)
{
    image::Bitmap bitmap(width, height);
    std::uint8_t value = 0;
    for (std::size_t i = 0; i < bitmap.pixels().size(); ++i) {
        bitmap.pixels()[i] = value += static_cast<std::uint8_t>(i / 97 + 1);
    }
    return bitmap;
}

/// Part of a row.
std::span<std::uint8_t const> row(image::BitmapView const& view, int y, int x, int width)
{
    auto const at = static_cast<std::size_t>((y * view.width + x) * 4);
    return view.pixels.subspan(at, static_cast<std::size_t>(width) * 4);
}

struct Assembly {
    image::Bitmap whole = pattern(4 * tile_px, 3 * tile_px);
    ows::wms::TileLayout layout{
        .window = {5, 7, 1, 1}, .size = {100, 80}, .tile_px = tile_px, .tiles = {}};
    std::vector<TileCache::Tile> tiles;

    Assembly()
    {
        layout.tiles = render::tiles_of({{0, 0}, {2, 3}});
        for (auto const& tile : layout.tiles) {
            tiles.push_back(std::make_shared<TileCache::Content const>(
                std::in_place_type<image::PackedBitmap>, whole.view(),
                static_cast<int>(tile.column) * tile_px, static_cast<int>(tile.row) * tile_px,
                tile_px, tile_px));
        }
    }

    [[nodiscard]] bool equals_part(image::Bitmap const& image) const
    {
        for (int y = 0; y < image.height(); ++y) {
            if (!std::ranges::equal(row(image.view(), y, 0, 100),
                                    row(whole.view(), y + 7, 5, 100))) {
                return false;
            }
        }
        return image.width() == 100 && image.height() == 80;
    }
};

} // namespace

TEST_CASE_FIXTURE(
    Assembly, "tile assembly: tiles become the part under the image, with any number of threads")
{
    for (std::size_t const threads : {1U, 2U, 12U, 16U}) {
        CAPTURE(threads);
        CHECK(equals_part(ows::wms::assemble(layout, tiles, threads)));
    }
}

TEST_CASE_FIXTURE(Assembly, "tile assembly: a scaled image is the same with any number of threads")
{
    layout.window = {10, 10, 0.9, 0.9};
    layout.size = {60, 60};
    auto const alone = ows::wms::assemble(layout, tiles, 1);
    auto const together = ows::wms::assemble(layout, tiles, 4);
    CHECK(std::ranges::equal(alone.view().pixels, together.view().pixels));
}
