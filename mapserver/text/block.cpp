// SPDX-License-Identifier: MIT
#include "text/block.hpp"

#include <algorithm>
#include <cmath>

namespace ms::text {

namespace {

std::vector<Line> shape_lines(std::string_view utf8, Setting const& setting)
{
    std::vector<Line> lines;
    for (std::size_t start = 0; start <= utf8.size();) {
        auto const end = std::min(utf8.find('\n', start), utf8.size());
        lines.push_back(shape(utf8.substr(start, end - start), setting.fonts, setting.size_px));
        start = end + 1;
    }
    return lines;
}

/// The indent of a line in a block as wide as its widest line. MapServer uses whole pixels of both,
/// including a started one.
double indent(Line const& line, double width, Align align)
{
    if (align == Align::Default) {
        align = line.is_right_to_left ? Align::Right : Align::Left;
    }
    double const room = std::floor(width) - std::floor(line.width);
    return align == Align::Right ? room : align == Align::Center ? room / 2 : 0;
}

} // namespace

std::string_view legible(std::string_view utf8) noexcept
{
    constexpr std::size_t max_bytes = 16 * 1024;
    if (utf8.size() <= max_bytes) {
        return utf8;
    }
    auto end = max_bytes;
    for (int i = 0; i < 3 && (static_cast<unsigned char>(utf8[end]) & 0xC0U) == 0x80; ++i) {
        --end; // 3: characters have four bytes at most
    }
    return utf8.substr(0, end);
}

double min_width(std::string_view utf8, Setting const& setting)
{
    utf8 = legible(utf8);
    double widest = 0;
    double width = 0;
    while (!utf8.empty()) {
        bool const is_line_end = utf8.front() == '\n';
        auto const character = next_character(utf8);
        for (auto const& font : setting.fonts) {
            if (double const advance = font->latin_advance(character); advance > 0) {
                width += advance;
                break;
            }
        }
        widest = std::max(widest, width);
        width = is_line_end ? 0 : width;
    }
    return widest * setting.size_px / 2;
}

Block lay_out(std::string_view utf8, Setting const& setting)
{
    auto lines = shape_lines(legible(utf8), setting);
    Block block;
    block.line_count = lines.size();
    double width = 0;
    for (auto const& line : lines) {
        width = std::max(width, line.width);
    }
    double baseline = 0;
    for (auto& line : lines) {
        double const left = indent(line, width, setting.align);
        for (auto& glyph : line.glyphs) {
            auto const ink = glyph.font->ink(glyph.id);
            glyph.at.x += left;
            glyph.at.y += baseline;
            if (!ink.is_empty()) {
                block.box.extend({0, glyph.at.y + ink.min_y * setting.size_px});
                block.box.extend({width, glyph.at.y + ink.max_y * setting.size_px});
            }
            block.glyphs.push_back(glyph);
        }
        baseline += setting.line_height;
    }
    return block;
}

} // namespace ms::text
