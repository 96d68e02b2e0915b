// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Texts of legends and scale bars: formatted by a LABEL, but placed by the furniture.

#include "paint/canvas.hpp"
#include "style/label_style.hpp"
#include "text/block.hpp"
#include "text/font_cache.hpp"

#include <string_view>

namespace ms::render {

/// A text with its lines broken and its glyphs in place.
struct SetText {
    text::Block block;

    [[nodiscard]] double width_px() const noexcept;
    [[nodiscard]] double height_px() const noexcept;
};

struct TextSize {
    double width_px = 0;
    double height_px = 0;
};

/// One LABEL of the furniture, ready to set and draw texts. Ignores ANGLE, POSITION, BUFFER, scale
/// limits and STYLEs other than LABELPOLY.
class FurnitureText {
public:
    /// \throws Error{BadMapfile} with the label's place for a font that is not there
    /// \param image that it is drawn in, for draw_area(); without it, texts are only measured or
    ///        have no area
    FurnitureText(mapfile::Map const& map, mapfile::Label const& label,
                  style::Scaling const& scaling, text::FontCache& fonts,
                  style::ImageSize const& image = {});

    [[nodiscard]] SetText set(std::string_view text) const;
    /// The size of a text; cached.
    [[nodiscard]] TextSize measure(std::string_view text) const;
    /// \param corner upper left corner of the text's box, in pixels; OFFSET is added
    void draw(paint::Canvas& canvas, SetText const& text, geometry::Point corner) const;
    /// Draws STYLEs with GEOMTRANSFORM LABELPOLY behind the text.
    void draw_area(paint::Canvas& canvas, SetText const& text, geometry::Point corner) const;
    [[nodiscard]] geometry::Point offset() const noexcept { return m_offset; } ///< pixels

private:
    [[nodiscard]] geometry::Point origin_of(SetText const& text, geometry::Point corner) const;
    [[nodiscard]] std::string lines_of(std::string_view text) const;
    [[nodiscard]] text::Setting setting() const
    {
        return {m_fonts, m_size_px, m_line_height_px, m_align};
    }

    mapfile::Label const& m_label;
    text::SizeCache& m_sizes;
    text::FontList m_fonts;
    style::ImageSize m_image;
    style::LabelLook m_look;
    double m_size_px = 0;
    double m_line_height_px = 0;
    text::Align m_align = text::Align::Default;
    geometry::Point m_offset;
};

} // namespace ms::render
