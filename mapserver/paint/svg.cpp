// SPDX-License-Identifier: MIT
// librsvg is met here only.
#include "paint/svg.hpp"

#include "base/error.hpp"
#include "base/handle.hpp"

#include <cairo.h>
#include <librsvg/rsvg.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

namespace ms::paint {

namespace {

void free_handle(RsvgHandle* handle)
{
    g_object_unref(handle);
}

using Drawing = Handle<RsvgHandle, free_handle>;
using Surface = Handle<cairo_surface_t, cairo_surface_destroy>;
using Context = Handle<cairo_t, cairo_destroy>;
using GlibError = Handle<GError, g_error_free>;

[[noreturn]] void fail(GlibError const& error)
{
    throw Error{ErrorKind::Source, std::string("SVG: ") + (error ? error->message : "unreadable")};
}

struct Size {
    double width = 0;
    double height = 0;
};

/// width and height of the root element; those of viewBox when they are missing or relative.
Size size_of(RsvgHandle* drawing)
{
    Size size;
    if (rsvg_handle_get_intrinsic_size_in_pixels(drawing, &size.width, &size.height) != 0 &&
        size.width > 0 && size.height > 0) {
        return size;
    }
    gboolean has_width = 0, has_height = 0, has_box = 0;
    RsvgLength width{}, height{};
    RsvgRectangle box{};
    rsvg_handle_get_intrinsic_dimensions(drawing, &has_width, &width, &has_height, &height,
                                         &has_box, &box);
    return has_box != 0 && box.width > 0 && box.height > 0 ? Size{box.width, box.height}
                                                           : Size{100, 100};
}

/// cairo keeps pixels as native words 0xAARRGGBB.
void copy_pixels(cairo_surface_t* surface, image::Bitmap& bitmap)
{
    cairo_surface_flush(surface);
    auto const* const data = cairo_image_surface_get_data(surface);
    auto const stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface));
    auto const width = static_cast<std::size_t>(bitmap.width());
    auto* to = bitmap.pixels().data();
    for (std::size_t y = 0; y < static_cast<std::size_t>(bitmap.height()); ++y) {
        for (std::size_t x = 0; x < width; ++x, to += 4) {
            std::uint32_t word = 0;
            std::memcpy(&word, data + y * stride + x * 4, 4);
            to[0] = static_cast<std::uint8_t>(word >> 16U);
            to[1] = static_cast<std::uint8_t>(word >> 8U);
            to[2] = static_cast<std::uint8_t>(word);
            to[3] = static_cast<std::uint8_t>(word >> 24U);
        }
    }
}

} // namespace

struct Svg::State {
    Drawing drawing;
};

Svg::Svg(std::span<std::uint8_t const> file) : m_state(std::make_unique<State>())
{
    GError* raw = nullptr;
    m_state->drawing.reset(rsvg_handle_new_from_data(file.data(), file.size(), &raw));
    GlibError const error{raw};
    if (!m_state->drawing) {
        fail(error);
    }
    auto const size = size_of(m_state->drawing.get());
    m_width = size.width;
    m_height = size.height;
}

Svg::~Svg() = default;
Svg::Svg(Svg&&) noexcept = default;
Svg& Svg::operator=(Svg&&) noexcept = default;

image::Placed Svg::draw(image::Turn const& turn) const
{
    // Around the pivot: the farthest corner may come to lie in any direction.
    double const reach =
        std::ceil(turn.scale * std::hypot(std::max(turn.pivot_x, m_width - turn.pivot_x),
                                          std::max(turn.pivot_y, m_height - turn.pivot_y))) +
        1;
    constexpr double farthest_px = 1e6;
    if (!(turn.scale > 0 && 2 * reach + 1 <= image::longest_resampled_px &&
          std::abs(turn.to_x) < farthest_px && std::abs(turn.to_y) < farthest_px)) {
        return {};
    }
    auto const side = static_cast<int>(2 * reach) + 1;
    image::Placed out{image::Bitmap(side, side), static_cast<int>(std::floor(turn.to_x - reach)),
                      static_cast<int>(std::floor(turn.to_y - reach))};
    Surface const surface{cairo_image_surface_create(CAIRO_FORMAT_ARGB32, side, side)};
    Context const context{cairo_create(surface.get())};
    cairo_translate(context.get(), turn.to_x - out.x, turn.to_y - out.y);
    cairo_rotate(context.get(), -turn.angle_rad); // cairo turns clockwise as seen
    cairo_scale(context.get(), turn.scale, turn.scale);
    cairo_translate(context.get(), -turn.pivot_x, -turn.pivot_y);
    RsvgRectangle const viewport{0, 0, m_width, m_height};
    GError* raw = nullptr;
    bool const is_good =
        rsvg_handle_render_document(m_state->drawing.get(), context.get(), &viewport, &raw) != 0;
    GlibError const error{raw};
    if (!is_good || cairo_status(context.get()) != CAIRO_STATUS_SUCCESS) {
        fail(error);
    }
    copy_pixels(surface.get(), out.bitmap);
    return out;
}

} // namespace ms::paint
