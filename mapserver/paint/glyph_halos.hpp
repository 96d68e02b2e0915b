// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The halos of letters, stroked once for many.

#include "geometry/column.hpp"
#include "paint/glyphs.hpp"
#include "paint/stroker.hpp"
#include "text/halo_cache.hpp"

#include <compare>
#include <map>

namespace ms::paint {

class Canvas;

/// The halos of one image's letters: those that the font has kept from images before, others
/// stroked once. Its own map saves the lock of the font's cache for each letter.
class GlyphHalos {
public:
    /// The contours of a letter's halo as rings, not closed, to be filled with the non-zero rule:
    /// pixels, y down, unturned, from the letter's origin. Valid until it is called again.
    /// \param width  pixels that it reaches beyond the letter
    [[nodiscard]] geometry::GeometryColumn const& of(PlacedGlyph const& glyph, double size_px,
                                                     double width);

private:
    struct Key {
        text::Font const* font;
        text::HaloCache::Key letter;
        friend auto operator<=>(Key const&, Key const&) = default;
    };

    [[nodiscard]] text::HaloCache::Shape stroked(PlacedGlyph const& glyph, double size_px,
                                                 double width);

    std::map<Key, text::HaloCache::Shape> m_known;
    Stroker m_stroker;
};

/// Draws text as shapes that are marked at the origin: all halos as one, then all letters.
void draw_glyphs(Canvas& canvas, GlyphRun const& run, GlyphInk const& ink, GlyphHalos& halos);

} // namespace ms::paint
