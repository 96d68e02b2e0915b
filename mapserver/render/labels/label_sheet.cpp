// SPDX-License-Identifier: MIT
#include "render/labels/label_sheet.hpp"

#include "base/string.hpp"
#include "render/core/symbol_painter.hpp"

namespace ms::render {

namespace {

using geometry::Kind;
using geometry::Point;

paint::GlyphRun glyphs_of(label::Placed const& placed)
{
    paint::GlyphRun run{.glyphs = {}, .size_px = placed.size_px};
    if (placed.along) {
        for (auto const& glyph : placed.along->glyphs) {
            run.glyphs.push_back({glyph.font, glyph.id, glyph.at, glyph.angle_rad});
        }
        return run;
    }
    for (auto const& glyph : placed.block.glyphs) {
        Point const at{placed.origin.x + glyph.at.x, placed.origin.y + glyph.at.y};
        run.glyphs.push_back(
            {glyph.font, glyph.id,
             placed.angle_rad == 0 ? at : label::turned(at, placed.anchor, placed.angle_rad),
             placed.angle_rad});
    }
    return run;
}

/// The room of the letters in the image, before it is turned.
geometry::Box box_of(label::Placed const& placed)
{
    auto const& box = placed.block.box;
    return {placed.origin.x + box.min_x, placed.origin.y + box.min_y, placed.origin.x + box.max_x,
            placed.origin.y + box.max_y};
}

/// The area behind a text: a pixel larger on every side, as MapServer's LABELPOLY.
geometry::GeometryColumn area_behind(label::Placed const& placed)
{
    auto const quad = label::turned(box_of(placed).grown(1), placed.anchor, placed.angle_rad);
    geometry::GeometryColumn area;
    area.points.assign(quad.corners.begin(), quad.corners.end());
    area.points.push_back(quad.corners.front());
    area.end_ring();
    area.end_part();
    area.end_feature(Kind::Polygon);
    return area;
}

/// A feature of one point.
geometry::GeometryColumn point_at(Point at)
{
    geometry::GeometryColumn point;
    point.points.push_back(at);
    point.end_ring();
    point.end_part();
    point.end_feature(Kind::Point);
    return point;
}

Point center_of(label::Placed const& placed)
{
    auto const box = box_of(placed);
    return label::turned(Point{(box.min_x + box.max_x) / 2, (box.min_y + box.max_y) / 2},
                         placed.anchor, placed.angle_rad);
}

/// The geometry that a STYLE of the LABEL draws; nullopt if there is no text to draw it at.
std::optional<geometry::GeometryColumn> shape_of(style::LabelPart part, label::Placed const& placed)
{
    if (part == style::LabelPart::Anchor) {
        return point_at(placed.anchor);
    }
    if (placed.block.box.is_empty()) {
        return std::nullopt;
    }
    return part == style::LabelPart::Area ? area_behind(placed) : point_at(center_of(placed));
}

void paint_label(label::Placed const& placed, style::LabelLook const& look,
                 SymbolPainter& symbol_painter, paint::Canvas& canvas)
{
    if (!placed.along) {
        for (auto const& [part, symbolizers] : look.symbols) {
            if (auto const shape = shape_of(part, placed)) {
                symbol_painter.paint(*shape, 0, symbolizers, Pass::All);
            }
        }
    }
    style::draw_letters(canvas, glyphs_of(placed), look, placed.angle_rad);
}

void paint_leader(label::LeaderLine const& leader, LeaderLook const& look, SymbolPainter& painter)
{
    geometry::GeometryColumn line;
    line.points = {leader.from, leader.to};
    line.end_ring();
    line.end_part();
    line.end_feature(Kind::Line);
    for (auto const& symbols : look) {
        painter.paint(line, 0, symbols, Pass::All);
    }
}

/// The image without the border that WEB METADATA "labelcache_map_edge_buffer" leaves free.
geometry::Box label_frame(PlanState const& plan)
{
    geometry::Box const image{0, 0, static_cast<double>(plan.viewport.width),
                              static_cast<double>(plan.viewport.height)};
    auto const* const border = plan.map->web.metadata.find("labelcache_map_edge_buffer");
    auto const width = border == nullptr ? std::nullopt : parse_double(*border);
    return width ? image.grown(-std::abs(*width)) : image;
}

} // namespace

void LabelSheet::keep(std::size_t bytes)
{
    m_budget.keep(bytes);
    m_kept_bytes += bytes;
}

void LabelSheet::add(label::Candidate candidate)
{
    m_budget.work();
    keep(label::bytes_of(candidate));
    m_candidates.push_back(std::move(candidate));
}

std::uint32_t LabelSheet::add(style::LabelLook look)
{
    keep(bytes_of(look));
    m_looks.push_back(std::move(look));
    return static_cast<std::uint32_t>(m_looks.size() - 1);
}

std::uint32_t LabelSheet::add_leader(LeaderLook look)
{
    m_leader_looks.push_back(std::move(look));
    return static_cast<std::uint32_t>(m_leader_looks.size() - 1);
}

void LabelSheet::draw(PlanState const& plan, paint::Canvas& canvas)
{
    SymbolPainter symbol_painter{canvas, {plan.viewport.width, plan.viewport.height}, &m_budget};
    auto const kept_before = m_budget.kept_bytes();
    auto const all =
        label::place(m_candidates, {.frame = label_frame(plan), .collides = m_collides}, m_budget);
    for (auto const& placed : all) {
        m_budget.work();
        if (placed.leader) {
            paint_leader(*placed.leader, m_leader_looks[placed.leader->look], symbol_painter);
        }
        paint_label(placed, m_looks[placed.look], symbol_painter, canvas);
        ++m_drawn_count;
    }
    m_budget.release(m_budget.kept_bytes() - kept_before);
    m_is_drawn = true;
}

} // namespace ms::render
