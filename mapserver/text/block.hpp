// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Lays out lines of text below each other.

#include "text/shaper.hpp"

namespace ms::text {

/// First choice first; the others for characters it lacks.
using FontList = std::vector<std::shared_ptr<Font const>>;

/// Default: left, or right where the text runs from right to left.
enum class Align : std::uint8_t { Default, Left, Center, Right };

/// Glyphs in their places. The baseline of the first line begins at (0, 0).
struct Block {
    std::vector<Glyph> glyphs;
    /// Pixels, y down. Its width comes from advances, its height from the ink, as in MapServer.
    geometry::Box box;
    std::size_t line_count = 0;
};

/// The settings of a text's layout.
struct Setting {
    FontList const& fonts;
    double size_px = 10;     ///< pixels per em
    double line_height = 13; ///< pixels from baseline to baseline
    Align align = Align::Default;
};

/// The part of a text that is drawn: some pages of it. More would be illegible in an image, and
/// shaping takes a microsecond or more per letter.
/// \return its first 16 KiB at most, without a cut character
[[nodiscard]] std::string_view legible(std::string_view utf8) noexcept;

/// Lower bound of the width that lay_out() gives this text, computed without shaping it (many times
/// as fast): half of its Latin letters' advances, since kerning and ligatures never remove more.
/// Other scripts, whose letters may join, count as 0.
[[nodiscard]] double min_width(std::string_view utf8, Setting const& setting);

/// \param utf8 lines end with a line feed; only the part of
/// legible() is set
/// \return an empty box for text without any ink or advance
[[nodiscard]] Block lay_out(std::string_view utf8, Setting const& setting);

} // namespace ms::text
