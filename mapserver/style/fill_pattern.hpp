// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Fills of areas besides plain colours: repeated symbols and hatches.

#include "style/marker_symbol.hpp"

namespace ms::style {

/// An image that is repeated in both directions from the image's upper left corner, so that
/// neighbouring polygons have no seams.
struct FillPattern {
    std::shared_ptr<image::Bitmap const> tile;
    int origin_x = 0;
    int origin_y = 0;
    paint::DrawTile shapes{}; ///< draws the tile; empty: it is an image
};

struct ImageSize {
    int width = 0; ///< pixels
    int height = 0;
    /// The origin of hatches, in pixels: the map's (0, 0), so that they continue in the adjacent
    /// image.
    geometry::Point origin{};
};

/// \param size of the image: hatches are drawn once over all of it
/// \returns nullopt for symbol 0, for an empty pattern, and for an image without size
/// \throws Error{BadMapfile} for a missing or broken file of the symbol
[[nodiscard]] std::optional<FillPattern> make_pattern(SymbolArt& art, mapfile::Style const& style,
                                                      StyleValues const& values,
                                                      Scaling const& scaling,
                                                      ImageSize const& size);

/// The tile that is repeated along a line whose style has a symbol and no GAP.
/// \returns nullopt for symbols that draw nothing
/// \throws Error{BadMapfile} for a missing or broken file of the symbol
[[nodiscard]] std::optional<FillPattern> make_line_brush(SymbolArt& art,
                                                         mapfile::Style const& style,
                                                         StyleValues const& values,
                                                         Scaling const& scaling);

} // namespace ms::style
