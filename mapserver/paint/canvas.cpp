// SPDX-License-Identifier: MIT
// What every canvas can do in terms of its other calls.
#include "paint/canvas.hpp"

#include "base/error.hpp"
#include "paint/svg.hpp"

#include <array>
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

} // namespace

void Canvas::draw_turned(image::BitmapView const& image, image::Turn const& turn)
{
    draw_placed(*this, image::resampled(image, turn));
}

void Canvas::draw_svg(Svg const& drawing, image::Turn const& turn)
{
    draw_placed(*this, drawing.draw(turn));
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
