// SPDX-License-Identifier: MIT
#include "render/surround/furniture_text.hpp"

#include "base/character_reference.hpp"
#include "base/error.hpp"
#include "base/string.hpp"
#include "geometry/feature_of.hpp"
#include "render/core/symbol_painter.hpp"
#include "render/plan/label_plan.hpp"
#include "text/wrap.hpp"

#include <fmt/format.h>

namespace ms::render {

namespace {

text::FontList open_fonts(mapfile::Map const& map, mapfile::Label const& label,
                          text::FontCache& cache)
{
    text::FontList fonts;
    for (auto const& file : font_files(map, label, label.font.value)) {
        try {
            fonts.push_back(cache.open(file));
        } catch (Error const& error) {
            throw Error{ErrorKind::BadMapfile,
                        fmt::format("{}: LABEL: FONT \"{}\": {}", map.where(label.at),
                                    label.font.value, error.what())};
        }
    }
    if (fonts.empty()) {
        fonts.push_back(cache.default_font());
    }
    return fonts;
}

/// The label without attributes of a feature; its other STYLEs are only for the map's labels. A
/// SYMBOL counts if it is a number: MapServer 8.0.0 looks up names in layers only.
mapfile::Label with_areas_only(mapfile::Label label)
{
    std::erase_if(label.styles, [](mapfile::Style const& style) {
        return !equals_ignoring_case(style.geom_transform, "labelpoly");
    });
    for (auto& style : label.styles) {
        style.symbol.value.name.clear();
    }
    return label;
}

} // namespace

double SetText::width_px() const noexcept
{
    return block.box.is_empty() ? 0 : block.box.width();
}

double SetText::height_px() const noexcept
{
    return block.box.is_empty() ? 0 : block.box.height();
}

FurnitureText::FurnitureText(mapfile::Map const& map, mapfile::Label const& label,
                             style::Scaling const& scaling, text::FontCache& fonts,
                             style::ImageSize const& image)
    : m_label(label), m_sizes(fonts.sizes()), m_fonts(open_fonts(map, label, fonts)), m_image(image)
{
    style::SymbolArt art{map, &fonts};
    auto const drawn = with_areas_only(label);
    auto const values = style::constant_values(drawn);
    m_look = style::make_label_look(art, drawn, values, scaling, image);
    auto const setting = style::make_label_text(label, values, m_look, scaling);
    m_size_px = setting.size_px;
    m_line_height_px = setting.line_height;
    m_align = setting.align;
    m_offset = setting.offset;
}

std::string FurnitureText::lines_of(std::string_view text) const
{
    return text::wrap(decode_character_references(text), m_label.wrap, m_label.max_length);
}

SetText FurnitureText::set(std::string_view text) const
{
    return {text::lay_out(lines_of(text), setting())};
}

TextSize FurnitureText::measure(std::string_view text) const
{
    auto const box = m_sizes.box_of(lines_of(text), setting());
    return box.is_empty() ? TextSize{} : TextSize{box.width(), box.height()};
}

geometry::Point FurnitureText::origin_of(SetText const& text, geometry::Point corner) const
{
    return {corner.x - text.block.box.min_x + m_offset.x,
            corner.y - text.block.box.min_y + m_offset.y};
}

void FurnitureText::draw_area(paint::Canvas& canvas, SetText const& text,
                              geometry::Point corner) const
{
    if (m_look.symbols.empty() || text.block.box.is_empty()) {
        return;
    }
    auto const origin = origin_of(text, corner);
    auto const& box = text.block.box;
    geometry::Box const room{origin.x + box.min_x, origin.y + box.min_y, origin.x + box.max_x,
                             origin.y + box.max_y};
    auto const area = geometry::feature_of(room.grown(1)); // as for the map's labels
    SymbolPainter painter{canvas, m_image};
    for (auto const& symbols : m_look.symbols) {
        painter.paint(area, 0, symbols.symbolizers, Pass::All);
    }
}

void FurnitureText::draw(paint::Canvas& canvas, SetText const& text, geometry::Point corner) const
{
    paint::GlyphRun run{.glyphs = {}, .size_px = m_size_px};
    auto const origin = origin_of(text, corner);
    for (auto const& glyph : text.block.glyphs) {
        run.glyphs.push_back(
            {glyph.font, glyph.id, {origin.x + glyph.at.x, origin.y + glyph.at.y}, 0});
    }
    style::draw_letters(canvas, run, m_look);
}

} // namespace ms::render
