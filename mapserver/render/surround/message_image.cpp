// SPDX-License-Identifier: MIT
#include "render/surround/message_image.hpp"

#include "paint/agg_canvas.hpp"
#include "render/surround/furniture_text.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace ms::render {

namespace {

constexpr int margin = 5;
constexpr int character_width = 5; // MapServer's estimate; most letters are narrower
constexpr int first_baseline = 8;
constexpr int line_height = 16;

/// LABEL TYPE BITMAP SIZE SMALL with an outline.
mapfile::Label lettering()
{
    mapfile::Label label;
    label.size.value = 7;
    label.color.value = image::Color{0, 0, 0, 255};
    label.outline_color.value = image::Color{255, 255, 255, 255};
    return label;
}

bool continues_character(char c) noexcept
{
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; // UTF-8
}

std::vector<std::string_view> lines_of(std::string_view text, std::size_t characters)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        std::size_t end = 0;
        for (std::size_t count = 0; end < text.size(); ++end) {
            count += continues_character(text[end]) ? 0U : 1U;
            if (count > characters) {
                break;
            }
        }
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return lines;
}

} // namespace

image::Bitmap message_image(mapfile::Map const& map, mapfile::Size size, image::Color background,
                            std::string_view text, text::FontCache& fonts)
{
    auto const canvas = paint::make_agg_canvas(
        {.width = size.width, .height = size.height, .background = background});
    int const characters = (size.width - 2 * margin) / character_width;
    if (characters > 0) {
        auto const label = lettering();
        FurnitureText const writer{map, label, {}, fonts};
        double baseline = first_baseline;
        for (auto const line : lines_of(text, static_cast<std::size_t>(characters))) {
            if (baseline >= size.height + line_height) {
                break;
            }
            auto const set = writer.set(line);
            auto const& box = set.block.box;
            if (!box.is_empty()) {
                writer.draw(*canvas, set, {margin + box.min_x, baseline + box.min_y});
            }
            baseline += line_height;
        }
    }
    return canvas->finish();
}

} // namespace ms::render
