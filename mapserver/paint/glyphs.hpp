// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Positioned glyphs of text for the canvas.

#include "paint/pen.hpp"
#include "text/font.hpp"

#include <optional>
#include <vector>

namespace ms::paint {

/// One glyph of a text.
struct PlacedGlyph {
    text::Font const* font = nullptr;
    std::uint32_t id = 0;
    geometry::Point at;   ///< pixels: its origin on the baseline
    double angle_rad = 0; ///< counter-clockwise as seen
};

/// A text that is drawn as one.
struct GlyphRun {
    std::vector<PlacedGlyph> glyphs;
    double size_px = 10; ///< pixels per em
};

/// Halo below, letters above. Halos of neighbours join.
struct GlyphInk {
    std::optional<image::Color> fill;
    std::optional<image::Color> halo;
    double halo_width = 1; ///< pixels that it reaches beyond the letters
};

/// Appends the rings of a shape, moved, turned and scaled to a letter's place; pixels, y down.
void append_placed(geometry::GeometryColumn const& shape, PlacedGlyph const& glyph, double scale,
                   geometry::GeometryColumn& out);

/// The pen that strokes the halo of a letter. \param width  pixels beyond the letter
[[nodiscard]] Pen halo_pen(image::Color color, double width);

/// Appends the rings of a letter in its place.
void append_outline(PlacedGlyph const& glyph, double size_px, geometry::GeometryColumn& out);

} // namespace ms::paint
