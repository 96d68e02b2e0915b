// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Converts a LABEL to pixels.

#include "label/candidate.hpp"
#include "paint/glyphs.hpp"
#include "style/label_binding.hpp"
#include "style/symbolizer.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace ms::style {

/// Where a STYLE of a LABEL draws: GEOMTRANSFORM LABELPNT or unset, LABELPOLY, LABELCENTER.
enum class LabelPart : std::uint8_t { Anchor, Area, Center };

/// One STYLE of a LABEL.
struct LabelSymbols {
    LabelPart part = LabelPart::Anchor;
    Symbolizers symbolizers;
};

/// The drawing of a text, from below: its symbols and areas, shadow, halo, letters.
struct LabelLook {
    std::vector<LabelSymbols> symbols;
    geometry::Point anchor_size; ///< of the first symbol at the anchor, pixels
    paint::GlyphInk ink;
    mapfile::OptionalColor shadow;
    geometry::Point shadow_offset; ///< pixels
};

/// \param image that the label is drawn in, for the patterns of its areas; without it they are left
///        out
[[nodiscard]] LabelLook make_label_look(SymbolArt& art, mapfile::Label const& label,
                                        LabelValues const& values, Scaling const& scaling,
                                        ImageSize const& image = {});

/// The memory that a look takes, with the tiles and shapes that no other shares.
[[nodiscard]] std::size_t bytes_of(LabelLook const& look);

/// Everything of a label::Text except its text, its fonts and its look. Reference: mapfile, Label
/// engine.
[[nodiscard]] label::Text make_label_text(mapfile::Label const& label, LabelValues const& values,
                                          LabelLook const& look, Scaling const& scaling);

/// Draws letters: their shadow, their halo, then themselves.
/// \param angle_rad of the whole text, with which its shadow turns; of one along a line 0, as in
///        MapServer
void draw_letters(paint::Canvas& canvas, paint::GlyphRun const& run, LabelLook const& look,
                  double angle_rad = 0);

/// The parts of a label that are not drawn, for people; empty if all are.
[[nodiscard]] std::string undrawn_part(mapfile::Map const& map, mapfile::Label const& label);

} // namespace ms::style
