// SPDX-License-Identifier: MIT
#include "paint/glyphs.hpp"

#include "paint/canvas.hpp"

#include <array>
#include <cmath>

namespace ms::paint {

void append_placed(geometry::GeometryColumn const& shape, PlacedGlyph const& glyph, double scale,
                   geometry::GeometryColumn& out)
{
    double const cosine = std::cos(glyph.angle_rad) * scale;
    double const sine = std::sin(glyph.angle_rad) * scale;
    for (std::size_t ring = 0; ring < shape.ring_ends.size(); ++ring) {
        for (auto const& p : shape.ring(ring)) {
            out.points.push_back(
                {glyph.at.x + p.x * cosine + p.y * sine, glyph.at.y - p.x * sine + p.y * cosine});
        }
        out.end_ring();
    }
}

void append_outline(PlacedGlyph const& glyph, double size_px, geometry::GeometryColumn& out)
{
    constexpr double largest_text_px = 32; // see text::Detail
    auto const detail = size_px > largest_text_px ? text::Detail::Large : text::Detail::Text;
    append_placed(glyph.font->outline(glyph.id, detail), glyph, size_px, out);
}

Pen halo_pen(image::Color color, double width)
{
    return {.color = color, .width = 2 * width, .join = Join::Round, .closing = Closing::Joined};
}

void Canvas::glyphs(GlyphRun const& run, GlyphInk const& ink)
{
    Marker marker;
    for (auto const& glyph : run.glyphs) {
        append_outline(glyph, run.size_px, marker.shape);
    }
    marker.shape.end_part();
    marker.shape.end_feature(geometry::Kind::Polygon);
    if (marker.shape.points.empty()) {
        return;
    }
    constexpr std::array in_place{geometry::Point{0, 0}};
    if (ink.halo && ink.halo_width > 0) {
        marker.outline = halo_pen(*ink.halo, ink.halo_width);
        mark(in_place, marker);
        marker.outline.reset();
    }
    if (ink.fill) {
        marker.fill = Brush{.color = *ink.fill, .rule = FillRule::NonZero};
        mark(in_place, marker);
    }
}

} // namespace ms::paint
