// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Lines of text set below each other.

#include "text/shaper.hpp"

namespace ms::text {

/// First choice first; the others for characters it lacks.
using FontList = std::vector<std::shared_ptr<Font const>>;

/// Default: left, or right where the text runs from right to left.
enum class Align : std::uint8_t { Default, Left, Center, Right };

/// Glyphs in their places. The baseline of the first line begins at (0, 0).
struct Block {
    std::vector<Glyph> glyphs;
    /// Pixels, y down. From side to side the advances count, from top to bottom the ink, as in
    /// MapServer.
    geometry::Box box;
    std::size_t line_count = 0;
};

/// How text is set.
struct Setting {
    FontList const& fonts;
    double size_px = 10;     ///< pixels per em
    double line_height = 13; ///< pixels from baseline to baseline
    Align align = Align::Default;
};

/// What of a text is set: some pages of it. Nobody reads more in an image, and shaping takes a
/// microsecond or more for each of its letters.
/// \return its first 16 KiB at most, no character cut
[[nodiscard]] std::string_view legible(std::string_view utf8) noexcept;

/// Pixels that lay_out() will make this text wide at least, found without shaping it (many times
/// as fast): half of its Latin letters' advances, since kerning and ligatures may take from them
/// but never so much. Other scripts, whose letters may join, count nothing.
[[nodiscard]] double min_width(std::string_view utf8, Setting const& setting);

/// \param utf8 lines end with '\n'; what legible() leaves of it is set
/// \return an empty box for text without any ink or advance
[[nodiscard]] Block lay_out(std::string_view utf8, Setting const& setting);

} // namespace ms::text
