// SPDX-License-Identifier: MIT
#include "image/blend.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ms::image {

namespace {

/// Porter & Duff 1984 (doi:10.1145/964965.808606), "A over B" for premultiplied colours.
void blend_row(std::uint8_t* target, std::uint8_t const* source, std::size_t pixels,
               unsigned opacity) noexcept
{
    for (; pixels > 0; --pixels, target += 4, source += 4) {
        if (source[3] == 0) {
            continue;
        }
        if (source[3] == 255 && opacity == 255) {
            std::memcpy(target, source, 4);
            continue;
        }
        unsigned const covered = 255U - multiply(source[3], opacity);
        for (int i = 0; i < 4; ++i) {
            unsigned const sum = multiply(source[i], opacity) + multiply(target[i], covered);
            target[i] = static_cast<std::uint8_t>(std::min(sum, 255U));
        }
    }
}

} // namespace

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

} // namespace ms::image
