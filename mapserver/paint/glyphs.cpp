// SPDX-License-Identifier: MIT
#include "paint/glyphs.hpp"

#include "paint/canvas.hpp"

#include <array>
#include <cmath>

namespace ms::paint {

namespace {

/// Appends an outline moved, turned and scaled to its place.
void append(PlacedGlyph const& glyph, double size_px, geometry::GeometryColumn& out)
{
    constexpr double largest_text_px = 32; // see text::Detail
    auto const detail = size_px > largest_text_px ? text::Detail::Large : text::Detail::Text;
    auto const& outline = glyph.font->outline(glyph.id, detail);
    double const cosine = std::cos(glyph.angle_rad) * size_px;
    double const sine = std::sin(glyph.angle_rad) * size_px;
    for (std::size_t ring = 0; ring < outline.ring_ends.size(); ++ring) {
        for (auto const& p : outline.ring(ring)) {
            out.points.push_back(
                {glyph.at.x + p.x * cosine + p.y * sine, glyph.at.y - p.x * sine + p.y * cosine});
        }
        out.end_ring();
    }
}

} // namespace

void Canvas::glyphs(GlyphRun const& run, GlyphInk const& ink)
{
    Marker marker;
    for (auto const& glyph : run.glyphs) {
        append(glyph, run.size_px, marker.shape);
    }
    marker.shape.end_part();
    marker.shape.end_feature(geometry::Kind::Polygon);
    if (marker.shape.points.empty()) {
        return;
    }
    constexpr std::array in_place{geometry::Point{0, 0}};
    if (ink.halo && ink.halo_width > 0) {
        marker.outline = Pen{.color = *ink.halo,
                             .width = 2 * ink.halo_width,
                             .join = Join::Round,
                             .closing = Closing::Joined};
        mark(in_place, marker);
        marker.outline.reset();
    }
    if (ink.fill) {
        marker.fill = Brush{.color = *ink.fill, .rule = FillRule::NonZero};
        mark(in_place, marker);
    }
}

} // namespace ms::paint
