// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Caches the halos of letters, stroked once for many.

#include "geometry/column.hpp"
#include "paint/glyphs.hpp"
#include "paint/stroker.hpp"

#include <compare>
#include <cstdint>
#include <map>

namespace ms::paint {

class Canvas;

/// Caches the coverage of letters' halos. Stroking a letter costs several times what filling it
/// does, and an image repeats the same few letters.
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
        std::uint32_t glyph;
        double size_px, width;
        friend auto operator<=>(Key const&, Key const&) = default;
    };

    std::map<Key, geometry::GeometryColumn> m_known;
    Stroker m_stroker;
};

/// Draws text as shapes that are marked at the origin: all halos as one, then all letters.
void draw_glyphs(Canvas& canvas, GlyphRun const& run, GlyphInk const& ink, GlyphHalos& halos);

} // namespace ms::paint
