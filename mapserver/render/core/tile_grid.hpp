// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes the tiles that cover images of any size and place.

#include "render/core/viewport.hpp"

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ms::render {

/// The sizes of pixels that tiles have: a fixed levels, so that images of nearly the same scale
/// share them. An octave of it has equal steps, and each octave's first is `base` halved or
/// doubled.
class ResolutionLevels {
public:
    /// \param base         map units of a pixel of one level
    /// \param max_scaling how much smaller or larger a tile may become, as a factor above 1. From
    /// the
    ///                     square root of 2 on levels are an octave apart
    ResolutionLevels(double base, double max_scaling);

    /// The level next to a pixel of this size, as a ratio.
    [[nodiscard]] int nearest(double cell) const;
    [[nodiscard]] double cell_of(int level) const;

private:
    double m_base;
    int m_steps; ///< levels of an octave
};

/// An image in pixels of a level, counted from the origin of the map's coordinates: to the right
/// and down.
struct LevelWindow {
    double left = 0; ///< of the image's upper left corner
    double top = 0;
    double step_x = 1; ///< pixels of the level for one of the image
    double step_y = 1;
};

/// nullopt if the view's pixels are scaled by more than `max_scaling` on one of its axes, or if it
/// lies so far out that pixels cannot be counted. An image whose pixels are as large as the level's
/// is moved onto them, by at most half a pixel. \param cell map units of a pixel of the level
[[nodiscard]] std::optional<LevelWindow> window_of(Viewport const& view, double cell,
                                                   double max_scaling);

struct TileIndex {
    std::int64_t row = 0; ///< downwards
    std::int64_t column = 0;
    friend auto operator<=>(TileIndex const&, TileIndex const&) = default;
};

/// Tiles side by side, both ends counted.
struct TileRange {
    TileIndex first;
    TileIndex last;

    [[nodiscard]] std::int64_t columns() const noexcept { return last.column - first.column + 1; }
    [[nodiscard]] std::int64_t rows() const noexcept { return last.row - first.row + 1; }
    friend bool operator==(TileRange const&, TileRange const&) = default;
};

/// The tiles under an image and `margin_px` of the level around it.
[[nodiscard]] TileRange tiles_under(LevelWindow const& window, int width, int height, int margin_px,
                                    int tile_px);

/// Row by row.
[[nodiscard]] std::vector<TileIndex> tiles_of(TileRange const& range);

/// A small number of rectangles that consist of exactly these tiles, at most `longest` tiles on a
/// side.
/// \param tiles in their order
[[nodiscard]] std::vector<TileRange> rectangles_of(std::span<TileIndex const> tiles,
                                                   std::int64_t longest);

/// A view of tiles and `gutter_px` around them.
[[nodiscard]] ViewportRequest view_of_tiles(TileRange const& range, double cell, int tile_px,
                                            int gutter_px);

} // namespace ms::render
