// SPDX-License-Identifier: MIT
#include "paint/record_canvas.hpp"

#include "base/error.hpp"
#include "paint/svg.hpp"

#include <fmt/format.h>

#include <array>
#include <iterator>

namespace ms::paint {

namespace {

constexpr std::array caps{"butt", "round", "square", "triangle"};
constexpr std::array joins{"none", "round", "miter", "bevel"};

std::string text_of(image::Color color)
{
    return fmt::format("#{:02x}{:02x}{:02x}{:02x}", color.red, color.green, color.blue,
                       color.alpha);
}

std::string text_of(std::span<geometry::Point const> points)
{
    std::string text;
    for (auto const p : points) {
        fmt::format_to(std::back_inserter(text), "{}{:g},{:g}", text.empty() ? "" : " ", p.x, p.y);
    }
    return text;
}

std::string text_of(Path const& path)
{
    std::string text;
    for (auto ring = path.rings.first; ring < path.rings.last; ++ring) {
        text += (text.empty() ? "" : " | ") + text_of(path.column.ring(ring));
    }
    return text;
}

std::string text_of(Brush const& brush)
{
    return fmt::format("{} {}", text_of(brush.color),
                       brush.rule == FillRule::EvenOdd ? "even-odd" : "non-zero");
}

std::string text_of(Pen const& pen)
{
    auto text = fmt::format("{} width {:g} cap {} join {}", text_of(pen.color), pen.width,
                            caps.at(static_cast<std::size_t>(pen.cap)),
                            joins.at(static_cast<std::size_t>(pen.join)));
    if (pen.join == Join::Miter) {
        text += fmt::format(" limit {:g}", pen.miter_limit);
    }
    if (!pen.dashes.empty()) {
        text += fmt::format(" dashes {:g} from {:g}", fmt::join(pen.dashes, " "), pen.dash_offset);
    }
    return text + (pen.is_antialiased ? "" : " jagged");
}

std::string text_of(image::Turn const& turn)
{
    return fmt::format("scale {:g} angle {:g} from {:g},{:g}: {:g},{:g}", turn.scale,
                       turn.angle_rad, turn.pivot_x, turn.pivot_y, turn.to_x, turn.to_y);
}

} // namespace

void RecordCanvas::write(std::string const& line)
{
    m_text.append(2 * m_depth, ' ').append(line).push_back('\n');
}

void RecordCanvas::fill(Path const& path, Brush const& brush)
{
    write(fmt::format("fill {}: {}", text_of(brush), text_of(path)));
}

void RecordCanvas::fill_tiled(Path const& path, Tile const& tile, int origin_x, int origin_y)
{
    write(fmt::format("fill tile {}x{} from {},{}: {}", tile.pixels.width, tile.pixels.height,
                      origin_x, origin_y, text_of(path)));
}

void RecordCanvas::stroke(Path const& path, Pen const& pen)
{
    write(fmt::format("stroke {}: {}", text_of(pen), text_of(path)));
}

void RecordCanvas::mark(std::span<geometry::Point const> places, Marker const& marker)
{
    std::string line = "mark";
    if (marker.fill) {
        line += " fill " + text_of(*marker.fill);
    }
    if (marker.outline) {
        line += " outline " + text_of(*marker.outline);
    }
    if (marker.shape.size() > 0) {
        line += fmt::format(" ({})", text_of(path_of(marker.shape, 0)));
    }
    write(line + ": " + text_of(places));
}

void RecordCanvas::draw_image(image::BitmapView const& image, geometry::Point corner,
                              double opacity)
{
    write(fmt::format("image {}x{} opacity {:g}: {:g},{:g}", image.width, image.height, opacity,
                      corner.x, corner.y));
}

void RecordCanvas::glyphs(GlyphRun const& run, GlyphInk const& ink)
{
    auto line = fmt::format("glyphs size {:g}", run.size_px);
    if (ink.fill) {
        line += " fill " + text_of(*ink.fill);
    }
    if (ink.halo) {
        line += fmt::format(" halo {} width {:g}", text_of(*ink.halo), ink.halo_width);
    }
    line += ":";
    for (auto const& glyph : run.glyphs) {
        fmt::format_to(std::back_inserter(line), " {}@{:.4g},{:.4g}", glyph.id, glyph.at.x,
                       glyph.at.y);
        if (glyph.angle_rad != 0) {
            fmt::format_to(std::back_inserter(line), "/{:.3g}", glyph.angle_rad);
        }
    }
    write(line);
}

void RecordCanvas::draw_turned(image::BitmapView const& image, image::Turn const& turn)
{
    write(fmt::format("image {}x{} {}", image.width, image.height, text_of(turn)));
}

void RecordCanvas::draw_svg(Svg const& drawing, image::Turn const& turn)
{
    write(fmt::format("svg {:g}x{:g} {}", drawing.width(), drawing.height(), text_of(turn)));
}

void RecordCanvas::begin_group()
{
    write("group");
    ++m_depth;
}

void RecordCanvas::mask_group(image::BitmapView const& mask)
{
    write(fmt::format("mask {}x{}", mask.width, mask.height));
}

void RecordCanvas::leave()
{
    if (m_depth == 0) {
        throw Error{ErrorKind::Internal, "canvas: a group or clip ends that has not begun"};
    }
    --m_depth;
}

void RecordCanvas::end_group(std::span<Blend const> blends)
{
    leave();
    for (auto const& blend : blends) {
        auto line = std::string{"end group"};
        if (blend.op != image::Operator::SrcOver) {
            fmt::format_to(std::back_inserter(line), " {}", image::name_of(blend.op));
        }
        fmt::format_to(std::back_inserter(line), " opacity {:g}", blend.opacity);
        for (auto const& filter : blend.filters) {
            fmt::format_to(std::back_inserter(line), " after {}", image::text_of(filter));
        }
        write(line);
    }
}

void RecordCanvas::begin_clip(Path const& path)
{
    write("clip " + text_of(path));
    ++m_depth;
}

void RecordCanvas::end_clip()
{
    leave();
    write("end clip");
}

image::Bitmap RecordCanvas::finish()
{
    image::Bitmap bitmap(m_options.width, m_options.height);
    bitmap.fill(m_options.background);
    return bitmap;
}

} // namespace ms::paint
