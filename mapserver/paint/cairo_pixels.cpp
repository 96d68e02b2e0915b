// SPDX-License-Identifier: MIT
#include "paint/cairo_pixels.hpp"

#include <cairo.h>

#include <cstring>

namespace ms::paint {

namespace {

/// Calls visit(word, pixel) with the addresses of every pixel in the surface and in the bitmap.
/// cairo stores pixels as native words 0xAARRGGBB, row by row with a stride.
template <typename Visit>
void each_pixel(cairo_surface_t& surface, Visit visit)
{
    auto* const data = cairo_image_surface_get_data(&surface);
    auto const stride = static_cast<std::size_t>(cairo_image_surface_get_stride(&surface));
    auto const width = static_cast<std::size_t>(cairo_image_surface_get_width(&surface));
    auto const height = static_cast<std::size_t>(cairo_image_surface_get_height(&surface));
    for (std::size_t y = 0; y < height; ++y) {
        for (std::size_t x = 0; x < width; ++x) {
            visit(data + y * stride + x * 4, (y * width + x) * 4);
        }
    }
}

} // namespace

void release_surface(_cairo_surface* surface) noexcept
{
    cairo_surface_destroy(surface);
}

Surface new_surface(image::BitmapView const& view)
{
    Surface surface{cairo_image_surface_create(CAIRO_FORMAT_ARGB32, view.width, view.height)};
    write_pixels(view, *surface);
    return surface;
}

image::Bitmap bitmap_of(_cairo_surface& surface)
{
    cairo_surface_flush(&surface);
    image::Bitmap bitmap(cairo_image_surface_get_width(&surface),
                         cairo_image_surface_get_height(&surface));
    auto* const to = bitmap.pixels().data();
    each_pixel(surface, [&](std::uint8_t const* from, std::size_t at) {
        std::uint32_t word = 0;
        std::memcpy(&word, from, 4);
        to[at] = static_cast<std::uint8_t>(word >> 16U);
        to[at + 1] = static_cast<std::uint8_t>(word >> 8U);
        to[at + 2] = static_cast<std::uint8_t>(word);
        to[at + 3] = static_cast<std::uint8_t>(word >> 24U);
    });
    return bitmap;
}

void write_pixels(image::BitmapView const& view, _cairo_surface& surface)
{
    cairo_surface_flush(&surface);
    each_pixel(surface, [&](std::uint8_t* to, std::size_t at) {
        auto const* const p = view.pixels.data() + at;
        std::uint32_t const word = std::uint32_t{p[3]} << 24U | std::uint32_t{p[0]} << 16U |
                                   std::uint32_t{p[1]} << 8U | p[2];
        std::memcpy(to, &word, 4);
    });
    cairo_surface_mark_dirty(&surface);
}

} // namespace ms::paint
