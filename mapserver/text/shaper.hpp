// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Shapes a line of text to positioned glyphs.

#include "text/font.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace ms::text {

struct Glyph {
    Font const* font = nullptr; ///< one of the fonts shape() was given
    std::uint32_t id = 0;
    geometry::Point at;        ///< pixels from the start of the line on the baseline, y down
    double advance = 0;        ///< pixels
    std::uint32_t cluster = 0; ///< byte offset of its first character
};

/// One line, glyphs from left to right as seen.
struct Line {
    std::vector<Glyph> glyphs;
    double width = 0; ///< pixels: sum of the advances
    bool is_right_to_left = false;
};

/// The first code point of a text that is not empty; consumes at least a byte. Overlong forms,
/// surrogates and truncated sequences are U+FFFD (Unicode 15, 3.9, "Best Practices for Using
/// U+FFFD":
/// one per bad byte is allowed).
char32_t next_character(std::string_view& rest);

/// Shapes one line of any script: bidirectional order (UAX 9), ligatures and marks (OpenType).
/// \param utf8  without line breaks; malformed bytes show as U+FFFD
/// \param fonts first choice first; a character in none of them is drawn as the last font's '?'
/// \param size_px pixels per em, > 0
[[nodiscard]] Line shape(std::string_view utf8, std::span<std::shared_ptr<Font const> const> fonts,
                         double size_px);

} // namespace ms::text
