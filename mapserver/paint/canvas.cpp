// SPDX-License-Identifier: MIT
// What every canvas can do in terms of its other calls.
#include "paint/canvas.hpp"

#include "base/error.hpp"
#include "paint/svg.hpp"

#include <array>
#include <string>

namespace ms::paint {

void Canvas::draw_svg(Svg const& drawing, image::Turn const& turn)
{
    auto const placed = drawing.draw(turn);
    if (placed.bitmap.width() > 0) {
        draw_image(placed.bitmap.view(),
                   {static_cast<double>(placed.x), static_cast<double>(placed.y)}, 1);
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
