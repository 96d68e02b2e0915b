// SPDX-License-Identifier: MIT
#include "render/core/symbol_painter.hpp"

#include "geometry/measure.hpp"
#include "geometry/mitred_parallel.hpp"
#include "label/quad.hpp"
#include "paint/brushed_line.hpp"

#include <algorithm>
#include <cmath>

namespace ms::render {

namespace {

using geometry::Point;
using style::DrawnPart;
using Ring = std::span<Point const>;

double angle_between(Point from, Point to)
{
    return std::atan2(from.y - to.y, to.x - from.x);
}

/// Halfway between the directions of the two segments that meet at `i`.
double angle_at_vertex(Ring line, std::size_t i)
{
    double const before = angle_between(line[i - 1], line[i]);
    double const after = angle_between(line[i], line[i + 1]);
    return std::atan2(std::sin(before) + std::sin(after), std::cos(before) + std::cos(after));
}

void add_places(Ring line, DrawnPart part, std::vector<paint::MarkerPlace>& out)
{
    auto const last = line.size() - 1;
    if (part == DrawnPart::Start) {
        out.push_back({line[0], angle_between(line[0], line[1])});
    } else if (part == DrawnPart::End) {
        out.push_back({line[last], angle_between(line[last - 1], line[last])});
    } else {
        for (std::size_t i = 1; i < last; ++i) {
            out.push_back({line[i], angle_at_vertex(line, i)});
        }
    }
}

} // namespace

paint::Path SymbolPainter::shifted(paint::Path const& path, Point by)
{
    m_shifted.clear();
    for (auto ring = path.rings.first; ring < path.rings.last; ++ring) {
        for (auto const& point : path.column.ring(ring)) {
            m_shifted.points.push_back({point.x + by.x, point.y + by.y});
        }
        m_shifted.end_ring();
    }
    return {m_shifted, {0, static_cast<std::uint32_t>(m_shifted.ring_ends.size())}};
}

void SymbolPainter::add_beside(Ring line, double distance, bool is_plain)
{
    auto const add = [&](std::vector<Point> const& piece) {
        m_other.points.insert(m_other.points.end(), piece.begin(), piece.end());
        m_other.end_ring();
    };
    if (is_plain) {
        add(geometry::mitred_parallel(line, distance));
        return;
    }
    if (!m_parallels) {
        m_parallels.emplace();
    }
    std::ranges::for_each(m_parallels->beside(line, distance), add);
}

paint::Path SymbolPainter::beside(paint::Path const& path, style::Symbolizers const& symbols)
{
    m_other.clear();
    // MapServer gives GEOS the whole feature; if one of its lines is a single point, GEOS rejects
    // all.
    bool is_plain = false;
    for (auto ring = path.rings.first; ring < path.rings.last; ++ring) {
        is_plain = is_plain || path.column.ring(ring).size() == 1;
    }
    for (auto ring = path.rings.first; ring < path.rings.last; ++ring) {
        auto const line = path.column.ring(ring);
        if (symbols.parallel == style::Parallel::OneSide) {
            add_beside(line, symbols.parallel_px, is_plain);
        } else { // two lines at the distance OFFSET
            add_beside(line, symbols.parallel_px / 2, is_plain);
            add_beside(line, -symbols.parallel_px / 2, is_plain);
        }
    }
    return {m_other, {0, static_cast<std::uint32_t>(m_other.ring_ends.size())}};
}

paint::Path SymbolPainter::box_around(geometry::GeometryColumn const& pixels, std::size_t row,
                                      double beyond_px)
{
    // As MapServer: cut near the image, and beginning with the left side, so that dashes and
    // symbols are counted from there.
    auto box = pixels.box_of(row);
    auto const visible = m_image.grown(beyond_px);
    box.min_x = std::max(box.min_x, visible.min_x);
    box.min_y = std::max(box.min_y, visible.min_y);
    box.max_x = std::min(box.max_x, visible.max_x);
    box.max_y = std::min(box.max_y, visible.max_y);
    m_other.clear();
    m_other.points = {{box.min_x, box.min_y},
                      {box.min_x, box.max_y},
                      {box.max_x, box.max_y},
                      {box.max_x, box.min_y},
                      {box.min_x, box.min_y}};
    m_other.end_ring();
    return {m_other, {0, 1}};
}

void SymbolPainter::find_places(geometry::GeometryColumn const& pixels, std::size_t row,
                                DrawnPart part)
{
    m_places.clear();
    if (part == DrawnPart::All) {
        for (auto const& point : pixels.points_of(row)) {
            m_places.push_back({point});
        }
        return;
    }
    if (part == DrawnPart::Centroid) {
        // MapServer 8.0.0 takes that of the outline, also of polygons.
        if (auto const centre = geometry::centroid_of_outline(pixels, row)) {
            m_places.push_back({*centre});
        }
    } else {
        auto const rings = pixels.rings_of(row);
        for (auto ring = rings.first; ring < rings.last; ++ring) {
            if (pixels.ring(ring).size() > 1) {
                add_places(pixels.ring(ring), part, m_places);
            }
        }
    }
    // MapServer omits places outside the image, even if the symbol would reach into it.
    std::erase_if(m_places, [&](auto const& place) { return !m_image.contains(place.at); });
}

/// A symbol at each of m_places.
void SymbolPainter::stamp(style::MarkerSymbol const& symbol, bool is_turned)
{
    constexpr std::size_t at_once = 16;
    std::span<paint::MarkerPlace const> left{m_places};
    while (!left.empty()) {
        if (m_budget != nullptr) {
            m_budget->work();
        }
        auto const some = left.first(std::min(at_once, left.size()));
        style::stamp(m_canvas, symbol, some, is_turned);
        left = left.subspan(some.size());
    }
}

void SymbolPainter::paint_markers(geometry::GeometryColumn const& pixels, std::size_t row,
                                  style::Symbolizers const& symbols)
{
    find_places(pixels, row, symbols.part);
    bool const is_turned = symbols.is_marker_turned;
    for (auto& place : m_places) {
        auto const shift =
            label::turned(symbols.marker->point_shift, {}, is_turned ? place.angle_rad : 0);
        place.at.x += symbols.offset.x + shift.x;
        place.at.y += symbols.offset.y + shift.y;
    }
    stamp(*symbols.marker, is_turned);
}

void SymbolPainter::paint_line_markers(paint::Path const& path, style::LineMarkers const& markers)
{
    auto const visible = m_image.grown(markers.symbol.reach_px + 1);
    for (auto ring = path.rings.first; ring < path.rings.last; ++ring) {
        work(m_budget); // a line may pass a million places outside the image
        m_places.clear();
        if (paint::place_along(path.column.ring(ring), markers.spacing, visible, m_places)) {
            for (auto& place : m_places) { // MapServer ignores ANCHORPOINT there
                auto const shift = label::turned(markers.symbol.middle, {},
                                                 markers.is_turned ? place.angle_rad : 0);
                place.at = {place.at.x - shift.x, place.at.y - shift.y};
            }
        }
        stamp(markers.symbol, markers.is_turned);
    }
}

void SymbolPainter::paint_line_symbols(paint::Path const& path, style::LineSymbols const& symbols)
{
    if (symbols.brush) {
        auto const placed =
            paint::brushed_line(path, symbols.brush->tile->view(), m_image, m_budget);
        if (placed.bitmap.width() > 0) {
            m_canvas.draw_image(placed.bitmap.view(),
                                {static_cast<double>(placed.x), static_cast<double>(placed.y)}, 1);
        }
    }
    if (symbols.markers) {
        paint_line_markers(path, *symbols.markers);
    }
}

void SymbolPainter::paint_path(paint::Path const& path, style::Symbolizers const& symbols,
                               Pass pass)
{
    if (symbols.fill) {
        m_canvas.fill(path, *symbols.fill);
    }
    if (symbols.pattern) {
        m_canvas.fill_tiled(path, {symbols.pattern->tile->view(), symbols.pattern->shapes},
                            symbols.pattern->origin_x, symbols.pattern->origin_y);
    }
    // Style by style: the first pass draws casings (or lines without casing), the second the lines
    // on top of them.
    if (symbols.casing && pass != Pass::Top) {
        m_canvas.stroke(path, symbols.casing->pen_with_dashes());
    }
    if (pass != Pass::Top) {
        paint_line_symbols(path, symbols.line_casing);
    }
    bool const is_due = pass == Pass::All || (pass == Pass::Bottom) == !symbols.has_casing();
    if (symbols.stroke && is_due) {
        m_canvas.stroke(path, symbols.stroke->pen_with_dashes());
    }
    if (is_due) {
        paint_line_symbols(path, symbols.line_symbols);
    }
}

void SymbolPainter::paint(geometry::GeometryColumn const& pixels, std::size_t row,
                          style::Symbolizers const& symbols, Pass pass)
{
    if (symbols.is_empty() || pixels.kinds[row] == geometry::Kind::None) {
        return;
    }
    if (symbols.marker) {
        if (pass != Pass::Top) {
            paint_markers(pixels, row, symbols);
        }
        return;
    }
    auto const whole = symbols.part == DrawnPart::Bbox
                           ? box_around(pixels, row, symbols.clip_px + 2)
                           : paint::path_of(pixels, row);
    if (symbols.parallel != style::Parallel::None) {
        paint_path(beside(whole, symbols), symbols, pass);
    } else if (symbols.offset == Point{}) {
        paint_path(whole, symbols, pass);
    } else {
        paint_path(shifted(whole, symbols.offset), symbols, pass);
    }
}

} // namespace ms::render
