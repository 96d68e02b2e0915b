// SPDX-License-Identifier: MIT
#include "paint/id_canvas.hpp"

#include "paint/agg_canvas.hpp"
#include "paint/marker_shape.hpp"
#include "paint/svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace ms::paint {

namespace {

using geometry::Point;

CanvasOptions cells_of(CanvasOptions const& options, int columns, int rows)
{
    return {.width = columns, .height = rows, .budget = options.budget, .is_antialiased = false};
}

/// The middle of an image's or a drawing's box, turned about its pivot.
Point middle_of(double width, double height, image::Turn const& turn)
{
    double const x = (width / 2 - turn.pivot_x) * turn.scale;
    double const y = (height / 2 - turn.pivot_y) * turn.scale;
    double const cosine = std::cos(turn.angle_rad);
    double const sine = std::sin(turn.angle_rad);
    return {turn.to_x + x * cosine + y * sine, turn.to_y + y * cosine - x * sine};
}

void append_box(geometry::Box const& box, geometry::GeometryColumn& out)
{
    out.points.insert(out.points.end(), {{box.min_x, box.min_y},
                                         {box.max_x, box.min_y},
                                         {box.max_x, box.max_y},
                                         {box.min_x, box.max_y},
                                         {box.min_x, box.min_y}});
    out.end_ring();
}

Path all_of(geometry::GeometryColumn const& column)
{
    return {column, {0, static_cast<std::uint32_t>(column.ring_ends.size())}};
}

} // namespace

IdCanvas::IdCanvas(CanvasOptions const& options, int resolution)
    : m_size{static_cast<double>(options.width), static_cast<double>(options.height)},
      m_resolution(resolution), m_columns(std::max(options.width / resolution, 1)),
      m_rows(std::max(options.height / resolution, 1)),
      m_cells(make_agg_canvas(cells_of(options, m_columns, m_rows)))
{}

void IdCanvas::set_id(std::uint32_t id) noexcept
{
    m_color = {static_cast<std::uint8_t>(id & 255U), static_cast<std::uint8_t>((id >> 8U) & 255U),
               static_cast<std::uint8_t>((id >> 16U) & 255U)};
}

std::uint32_t IdCanvas::id_at(image::BitmapView const& cells, int column, int row) noexcept
{
    auto const at = (static_cast<std::size_t>(row) * static_cast<std::size_t>(cells.width) +
                     static_cast<std::size_t>(column)) *
                    4;
    auto const byte = [&](std::size_t i) { return std::uint32_t{cells.pixels[at + i]}; };
    return byte(3) == 0 ? 0 : byte(0) | byte(1) << 8U | byte(2) << 16U;
}

/// In cells. Valid until it is called again.
Path IdCanvas::scaled(Path const& path, Point offset)
{
    m_scaled.clear();
    for (auto ring = path.rings.first; ring < path.rings.last; ++ring) {
        for (auto const& p : path.column.ring(ring)) {
            m_scaled.points.push_back(
                {(p.x + offset.x) / m_resolution, (p.y + offset.y) / m_resolution});
        }
        m_scaled.end_ring();
    }
    return all_of(m_scaled);
}

/// Of cells. Valid until it or scaled() is called again.
Path IdCanvas::moved(geometry::GeometryColumn const& cells, Point place)
{
    m_scaled = cells;
    for (auto& p : m_scaled.points) {
        p = {p.x + place.x / m_resolution, p.y + place.y / m_resolution};
    }
    return all_of(m_scaled);
}

void IdCanvas::fill(Path const& path, Brush const& brush)
{
    m_cells->fill(scaled(path), {.color = m_color, .rule = brush.rule});
}

void IdCanvas::fill_tiled(Path const& path, Tile const& tile, int /*origin_x*/, int /*origin_y*/)
{
    // Hatches are drawn over the whole image, and cut.
    bool const is_hatch = tile.shapes != nullptr && *tile.shapes && tile.pixels.width >= m_size.x &&
                          tile.pixels.height >= m_size.y;
    if (!is_hatch) {
        fill(path, {});
        return;
    }
    begin_clip(path);
    (*tile.shapes)(*this);
    end_clip();
}

void IdCanvas::stroke(Path const& path, Pen const& pen)
{
    constexpr std::array in_place{Point{0, 0}};
    Marker line;
    line.shape = scaled(path).column;
    line.shape.end_part();
    line.shape.end_feature(geometry::Kind::Line);
    line.outline = Pen{
        .color = m_color, .width = pen.width / m_resolution, .cap = Cap::Butt, .join = Join::Miter};
    m_cells->mark(in_place, line); // stroke() draws thin lines in another way
}

void IdCanvas::mark(std::span<Point const> places, Marker const& marker)
{
    if (!marker.fill && !marker.outline) {
        return;
    }
    bool const has_area = !marker.area.points.empty();
    bool const is_ellipse = marker.is_ellipse && marker.shape.points.size() > 3;
    auto const ellipse =
        is_ellipse ? scaled_ellipse(marker.shape, 1.0 / m_resolution) : geometry::GeometryColumn{};
    auto const& column = has_area ? marker.area : marker.shape;
    Brush const brush{.color = m_color,
                      .rule = marker.fill && !has_area ? marker.fill->rule : FillRule::EvenOdd};
    for (auto const& place : places) {
        auto const path = is_ellipse ? moved(ellipse, place) : scaled(all_of(column), place);
        m_cells->fill(path, brush);
    }
}

/// The opaque part: a line that repeats an image.
void IdCanvas::draw_image(image::BitmapView const& image, Point corner, double /*opacity*/)
{
    geometry::GeometryColumn runs;
    auto const is_opaque = [&](int x, int y) {
        return image.pixels[(static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                             static_cast<std::size_t>(x)) *
                                4 +
                            3] != 0;
    };
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            int const first = x;
            while (x < image.width && is_opaque(x, y)) {
                ++x;
            }
            if (x > first) {
                append_box({corner.x + first, corner.y + y, corner.x + x, corner.y + y + 1}, runs);
            }
        }
        m_cells->fill(scaled(all_of(runs)), {.color = m_color, .rule = FillRule::NonZero});
        runs.clear();
    }
}

void IdCanvas::fill_box(Point middle, double width, double height)
{
    geometry::GeometryColumn box;
    append_box(
        {middle.x - width / 2, middle.y - height / 2, middle.x + width / 2, middle.y + height / 2},
        box);
    fill(all_of(box), {});
}

void IdCanvas::mark_image(image::BitmapView const& image, image::Turn const& turn)
{
    fill_box(middle_of(image.width, image.height, turn), image.width * turn.scale,
             image.height * turn.scale);
}

void IdCanvas::draw_svg(Svg const& drawing, image::Turn const& turn)
{
    double const width = drawing.width();
    double const height = drawing.height();
    auto const middle = middle_of(width, height, turn);
    if (turn.angle_rad == 0) {
        fill_box(middle, std::round(width * turn.scale), std::round(height * turn.scale));
        return;
    }
    // MapServer turns a drawing within a square that has room for each angle.
    double const side = std::round(std::max(width, height) * turn.scale * std::numbers::sqrt2);
    fill_box(middle, side, side);
}

void IdCanvas::glyphs(GlyphRun const& /*run*/, GlyphInk const& /*ink*/) {}

void IdCanvas::begin_group()
{
    m_cells->begin_group();
}

/// A cell shows through if one of its pixels does.
void IdCanvas::mask_group(image::BitmapView const& mask)
{
    image::Bitmap cells(m_columns, m_rows);
    for (int y = 0; y < std::min(mask.height, m_rows * m_resolution); ++y) {
        for (int x = 0; x < std::min(mask.width, m_columns * m_resolution); ++x) {
            auto const at = [](int width, int column, int row) {
                return (static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                        static_cast<std::size_t>(column)) *
                           4 +
                       3;
            };
            if (mask.pixels[at(mask.width, x, y)] != 0) {
                cells.pixels()[at(m_columns, x / m_resolution, y / m_resolution)] = 255;
            }
        }
    }
    m_cells->mask_group(cells.view());
}

void IdCanvas::end_group(std::span<Blend const> /*blends*/)
{
    m_cells->end_group(1.0); // numbers do not blend
}

void IdCanvas::begin_clip(Path const& path)
{
    m_cells->begin_clip(scaled(path));
}

void IdCanvas::end_clip()
{
    m_cells->end_clip();
}

image::Bitmap IdCanvas::finish()
{
    return m_cells->finish();
}

} // namespace ms::paint
