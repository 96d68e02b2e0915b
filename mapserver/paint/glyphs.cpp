// SPDX-License-Identifier: MIT
#include "paint/glyphs.hpp"

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

} // namespace ms::paint
