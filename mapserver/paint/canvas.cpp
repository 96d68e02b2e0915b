// SPDX-License-Identifier: MIT
// Functions of every canvas, implemented with its other calls.
#include "paint/canvas.hpp"

#include "base/error.hpp"
#include "paint/svg.hpp"
#include "paint/svg_rasters.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

namespace ms::paint {

namespace {

void draw_placed(Canvas& canvas, image::Placed const& placed)
{
    if (placed.bitmap.width() > 0) {
        canvas.draw_image(placed.bitmap.view(),
                          {static_cast<double>(placed.x), static_cast<double>(placed.y)}, 1);
    }
}

/// The position of MapServer 8.0.0 for a drawing on AGG: it renders an image of whole pixels,
/// rotates it around its middle corner inside a square that encloses it at any angle, and puts the
/// image or the square on the nearest pixel; halves go to the even one.
image::Turn on_whole_pixels(Svg const& drawing, image::Turn turn)
{
    double const width = std::round(drawing.width() * turn.scale);
    double const height = std::round(drawing.height() * turn.scale);
    double const share_x = turn.pivot_x / drawing.width();
    double const share_y = turn.pivot_y / drawing.height();
    if (turn.angle_rad == 0) {
        turn.pivot_x = turn.pivot_y = 0;
        turn.to_x = std::nearbyint(turn.to_x - width * share_x);
        turn.to_y = std::nearbyint(turn.to_y - height * share_y);
        return turn;
    }
    double const right = (0.5 - share_x) * width; // from the pivot to the middle
    double const down = (0.5 - share_y) * height;
    double const cosine = std::cos(turn.angle_rad);
    double const sine = std::sin(turn.angle_rad);
    double const side = std::round(std::max(width, height) * std::numbers::sqrt2);
    turn.pivot_x = std::floor(width / 2) / turn.scale;
    turn.pivot_y = std::floor(height / 2) / turn.scale;
    turn.to_x =
        std::nearbyint(turn.to_x + right * cosine + down * sine - side / 2) + std::floor(side / 2);
    turn.to_y =
        std::nearbyint(turn.to_y + down * cosine - right * sine - side / 2) + std::floor(side / 2);
    return turn;
}

} // namespace

Canvas::Canvas() = default;
Canvas::~Canvas() = default;

void Canvas::draw_turned(image::BitmapView const& image, image::Turn const& turn)
{
    draw_placed(*this, image::resampled(image, turn));
}

void Canvas::mark_image(image::BitmapView const& image, image::Turn const& turn)
{
    if (turn.scale == 1 && turn.angle_rad == 0) {
        // MapServer rounds halves to even numbers.
        draw_image(
            image,
            {std::nearbyint(turn.to_x - turn.pivot_x), std::nearbyint(turn.to_y - turn.pivot_y)},
            1);
    } else {
        draw_turned(image, turn);
    }
}

void Canvas::draw_svg(Svg const& drawing, image::Turn const& turn)
{
    constexpr double farthest_px = 1e6;
    auto const whole = on_whole_pixels(drawing, turn);
    if (!(std::abs(whole.to_x) < farthest_px && std::abs(whole.to_y) < farthest_px)) {
        return;
    }
    if (!m_svg_rasters) {
        m_svg_rasters = std::make_unique<SvgRasters>();
    }
    auto const raster = m_svg_rasters->draw(drawing, whole);
    if (raster->bitmap.width() > 0) {
        draw_image(raster->bitmap.view(), {whole.to_x + raster->x, whole.to_y + raster->y}, 1);
    }
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

void Canvas::end_group(double opacity)
{
    std::array const blends{Blend{.opacity = opacity}};
    end_group(blends);
}

std::vector<std::uint8_t> Canvas::finish_document()
{
    throw Error{ErrorKind::Internal, "canvas: there are pixels and no document"};
}

void check_size(CanvasOptions const& options)
{
    constexpr int most = 32767;
    if (options.width < 1 || options.height < 1 || options.width > most || options.height > most) {
        throw Error{ErrorKind::Limit, "canvas: " + std::to_string(options.width) + " x " +
                                          std::to_string(options.height) +
                                          " pixels cannot be drawn"};
    }
}

} // namespace ms::paint
