// SPDX-License-Identifier: MIT
#include "paint/glyph_halos.hpp"

#include "paint/canvas.hpp"

#include <array>
#include <utility>

namespace ms::paint {

namespace {

/// Enough for an image in Chinese; beyond it the cache is cleared.
constexpr std::size_t max_letters = 4096;

void mark_at_origin(Canvas& canvas, geometry::GeometryColumn shape, image::Color color)
{
    shape.end_part();
    shape.end_feature(geometry::Kind::Polygon);
    if (shape.points.empty()) {
        return;
    }
    constexpr std::array at_origin{geometry::Point{0, 0}};
    Marker marker;
    marker.shape = std::move(shape);
    marker.fill = Brush{.color = color, .rule = FillRule::NonZero};
    canvas.mark(at_origin, marker);
}

} // namespace

text::HaloCache::Shape GlyphHalos::stroked(PlacedGlyph const& glyph, double size_px, double width)
{
    geometry::GeometryColumn letter;
    append_outline({glyph.font, glyph.id, {0, 0}, 0}, size_px, letter);
    geometry::GeometryColumn halo;
    m_stroker.set_pen(halo_pen({}, width), ThinLines::AsRequested);
    for (std::size_t ring = 0; ring < letter.ring_ends.size(); ++ring) {
        m_stroker.append_outline(letter.ring(ring), halo);
    }
    halo.points.shrink_to_fit();
    return std::make_shared<geometry::GeometryColumn const>(std::move(halo));
}

geometry::GeometryColumn const& GlyphHalos::of(PlacedGlyph const& glyph, double size_px,
                                               double width)
{
    if (m_known.size() >= max_letters) {
        m_known.clear();
    }
    text::HaloCache::Key const letter{glyph.id, size_px, width};
    auto& halo = m_known[{glyph.font, letter}];
    if (!halo) {
        auto& kept = glyph.font->halos();
        halo = kept.find(letter);
        if (!halo) {
            halo = stroked(glyph, size_px, width);
            kept.keep(letter, halo);
        }
    }
    return *halo;
}

void draw_glyphs(Canvas& canvas, GlyphRun const& run, GlyphInk const& ink, GlyphHalos& halos)
{
    if (ink.halo && ink.halo_width > 0) {
        geometry::GeometryColumn shape;
        for (auto const& glyph : run.glyphs) {
            append_placed(halos.of(glyph, run.size_px, ink.halo_width), glyph, 1, shape);
        }
        mark_at_origin(canvas, std::move(shape), *ink.halo);
    }
    if (ink.fill) {
        geometry::GeometryColumn shape;
        for (auto const& glyph : run.glyphs) {
            append_outline(glyph, run.size_px, shape);
        }
        mark_at_origin(canvas, std::move(shape), *ink.fill);
    }
}

} // namespace ms::paint
