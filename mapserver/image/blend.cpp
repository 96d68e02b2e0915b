// SPDX-License-Identifier: MIT
#include "image/blend.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace ms::image {

namespace {

/// Porter & Duff's "A over B", as in Ink.
void blend_pixel(std::uint8_t* target, WidePixel source, std::uint32_t alpha) noexcept
{
    (source + WidePixel(target) * (255U - alpha)).store(target);
}

WidePixel premultiplied(Color color) noexcept
{
    std::array<std::uint8_t, 4> const pixel{multiply(color.red, color.alpha),
                                            multiply(color.green, color.alpha),
                                            multiply(color.blue, color.alpha), color.alpha};
    return WidePixel(pixel.data());
}

void blend_row(std::uint8_t* target, std::uint8_t const* source, std::size_t pixels,
               unsigned opacity) noexcept
{
    for (; pixels > 0; --pixels, target += 4, source += 4) {
        // Images of opaque or of no pixels: four at once.
        while (pixels >= 4 && source[3] == source[7] && source[7] == source[11] &&
               source[11] == source[15] &&
               (source[3] == 0 || (source[3] == 255 && opacity == 255))) {
            if (source[3] == 255) {
                std::memcpy(target, source, 16);
            }
            pixels -= 4;
            target += 16;
            source += 16;
        }
        if (pixels == 0) {
            return;
        }
        if (source[3] == 0) {
            continue;
        }
        if (source[3] == 255 && opacity == 255) {
            std::memcpy(target, source, 4);
            continue;
        }
        blend_pixel(target, WidePixel(source) * opacity, multiply(source[3], opacity));
    }
}

} // namespace

Ink::Ink(Color color) noexcept : m_color(premultiplied(color)) {}

void blend_span(std::uint8_t* target, Color color, std::span<std::uint8_t const> opacities) noexcept
{
    Ink const ink(color);
    for (std::uint8_t const opacity : opacities) {
        ink.cover(target, opacity);
        target += 4;
    }
}

void blend_run(std::uint8_t* target, Color color, std::uint8_t opacity, std::size_t pixels) noexcept
{
    auto const source = premultiplied(color) * opacity;
    std::uint32_t const alpha = multiply(color.alpha, opacity);
    auto* const end = target + pixels * 4;
    if (alpha == 255) {
        std::array<std::uint8_t, 8> two{};
        source.store(two.data());
        source.store(two.data() + 4);
        for (; end - target >= 8; target += 8) {
            std::memcpy(target, two.data(), 8);
        }
        if (target != end) {
            std::memcpy(target, two.data(), 4);
        }
        return;
    }
    for (; target != end; target += 4) {
        blend_pixel(target, source, alpha);
    }
}

void blend_pixels(std::uint8_t* target, std::uint8_t const* source,
                  std::span<std::uint8_t const> opacities) noexcept
{
    for (std::uint8_t const opacity : opacities) {
        if (opacity != 0 && source[3] != 0) {
            blend_pixel(target, WidePixel(source) * opacity, multiply(source[3], opacity));
        }
        target += 4;
        source += 4;
    }
}

void blend_over(Bitmap& target, BitmapView const& source, int x, int y, double opacity) noexcept
{
    // In 64 bits, so that a corner near the ends of int does not overflow.
    std::int64_t const left = std::max(x, 0);
    std::int64_t const right =
        std::min<std::int64_t>(target.width(), std::int64_t{x} + source.width);
    std::int64_t const top = std::max(y, 0);
    std::int64_t const bottom =
        std::min<std::int64_t>(target.height(), std::int64_t{y} + source.height);
    auto const alpha = static_cast<unsigned>(std::lround(std::clamp(opacity, 0.0, 1.0) * 255));
    if (left >= right || alpha == 0) {
        return;
    }
    for (std::int64_t row = top; row < bottom; ++row) {
        auto* const to = target.pixels().data() + (row * target.width() + left) * 4;
        auto const* const from = source.pixels.data() + ((row - y) * source.width + left - x) * 4;
        blend_row(to, from, static_cast<std::size_t>(right - left), alpha);
    }
}

namespace {

void check_same_size(Bitmap const& bitmap, BitmapView const& mask)
{
    if (mask.width != bitmap.width() || mask.height != bitmap.height()) {
        throw Error{ErrorKind::Internal, "image: the mask has another size than the image"};
    }
}

} // namespace

void clear_outside(Bitmap& bitmap, BitmapView const& mask)
{
    check_same_size(bitmap, mask);
    auto* to = bitmap.pixels().data();
    for (std::size_t i = 0; i < mask.pixels.size(); i += 4) {
        if (mask.pixels[i + 3] == 0) {
            std::memset(to + i, 0, 4);
        }
    }
}

void multiply_alpha(Bitmap& bitmap, BitmapView const& mask)
{
    check_same_size(bitmap, mask);
    auto* to = bitmap.pixels().data();
    for (std::size_t i = 0; i < mask.pixels.size(); i += 4) {
        (WidePixel(to + i) * mask.pixels[i + 3]).store(to + i);
    }
}

} // namespace ms::image
