// SPDX-License-Identifier: MIT
#include "ows/message_picture.hpp"

#include "base/string.hpp"
#include "ows/pixel_font.hpp"

#include <algorithm>

namespace ms::ows {

namespace {

constexpr int margin = 5;
constexpr int advance = 6;
constexpr int line_height = 11;

PixelGlyph const& glyph_of(char c) noexcept
{
    auto const index = static_cast<unsigned char>(c) - unsigned{' '};
    return pixel_font[index < pixel_font.size() ? index : '?' - ' '];
}

void set_pixel(image::Bitmap& bitmap, int x, int y, std::uint8_t gray) noexcept
{
    if (x < 0 || y < 0 || x >= bitmap.width() || y >= bitmap.height()) {
        return;
    }
    auto const at = (static_cast<std::size_t>(y) * static_cast<std::size_t>(bitmap.width()) +
                     static_cast<std::size_t>(x)) *
                    4;
    auto const pixel = bitmap.pixels().subspan(at, 4);
    std::ranges::fill(pixel.first(3), gray);
    pixel[3] = 255;
}

/// \param reach 0 for the strokes themselves, 1 for an outline around them
void draw_line(image::Bitmap& bitmap, std::string_view line, int top, int reach, std::uint8_t gray)
{
    int left = margin;
    for (char const c : line) {
        for (int column = 0; column < 5; ++column) {
            auto const bits = glyph_of(c)[static_cast<std::size_t>(column)];
            for (int row = 0; row < 7; ++row) {
                if (((bits >> row) & 1) == 0) {
                    continue;
                }
                for (int i = 0; i < (2 * reach + 1) * (2 * reach + 1); ++i) {
                    set_pixel(bitmap, left + column + i % (2 * reach + 1) - reach,
                              top + row + i / (2 * reach + 1) - reach, gray);
                }
            }
        }
        left += advance;
    }
}

/// Greedy line breaks; a word wider than the line runs over its end.
std::vector<std::string> break_lines(std::string_view text, std::size_t characters)
{
    std::vector<std::string> lines;
    for (auto const word : split_words(text)) {
        if (lines.empty() || lines.back().size() + 1 + word.size() > characters) {
            lines.emplace_back(word);
        } else {
            lines.back().append(" ").append(word);
        }
    }
    return lines;
}

} // namespace

void draw_message(image::Bitmap& bitmap, std::string_view text)
{
    auto const characters =
        static_cast<std::size_t>(std::max(1, (bitmap.width() - 2 * margin) / advance));
    int top = margin;
    for (auto const& line : break_lines(text, characters)) {
        if (top >= bitmap.height()) {
            break;
        }
        draw_line(bitmap, line, top, 1, 255);
        draw_line(bitmap, line, top, 0, 0);
        top += line_height;
    }
}

} // namespace ms::ows
