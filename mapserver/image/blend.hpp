// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Arithmetic of premultiplied pixels.

#include "image/bitmap.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace ms::image {

/// round(a * b / 255), exactly, for a and b in 0..255.
[[nodiscard]] constexpr std::uint8_t multiply(unsigned a, unsigned b) noexcept
{
    unsigned const t = a * b + 128U;
    return static_cast<std::uint8_t>((t + (t >> 8U)) >> 8U);
}

/// Lays one colour over a run of pixels, each with an opacity of its own.
/// \param target     opacities.size() pixels, premultiplied RGBA
void blend_span(std::uint8_t* target, Color color,
                std::span<std::uint8_t const> opacities) noexcept;

/// The same with one opacity for all of them.
/// \param target     `pixels` pixels, premultiplied RGBA
void blend_run(std::uint8_t* target, Color color, std::uint8_t opacity,
               std::size_t pixels) noexcept;

/// Lays a run of premultiplied pixels over another, each with an opacity of its own.
/// \param target, source  opacities.size() pixels each
void blend_pixels(std::uint8_t* target, std::uint8_t const* source,
                  std::span<std::uint8_t const> opacities) noexcept;

/// Lays `source` over `target` with its upper left corner at (x, y), which may lie outside.
/// \param opacity 0..1, multiplies the alpha of `source`
void blend_over(Bitmap& target, BitmapView const& source, int x, int y, double opacity) noexcept;

/// Clears every pixel where a mask of the same size is wholly transparent; half covered ones stay.
/// \throws Error{Internal} when the sizes differ, as multiply_alpha()
void clear_outside(Bitmap& bitmap, BitmapView const& mask);
/// Multiplies every pixel with the alpha of a mask of the same size.
void multiply_alpha(Bitmap& bitmap, BitmapView const& mask);

} // namespace ms::image
