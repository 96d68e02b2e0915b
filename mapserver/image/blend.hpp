// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Blends premultiplied pixels.

#include "image/bitmap.hpp"
#include "image/multiply.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace ms::image {

/// Four bytes, each in 16 bits, which leaves room for products. The order of the colours does not
/// matter, as all bytes are treated the same.
class WidePixel {
public:
    explicit WidePixel(std::uint8_t const* pixel) noexcept
    {
        std::uint32_t bytes = 0;
        std::memcpy(&bytes, pixel, sizeof bytes);
        m_bytes = (bytes | std::uint64_t{bytes} << 24U) & low_bytes;
    }
    void store(std::uint8_t* pixel) const noexcept
    {
        auto const bytes = static_cast<std::uint32_t>(m_bytes | m_bytes >> 24U);
        std::memcpy(pixel, &bytes, sizeof bytes);
    }
    /// multiply() of all four, for a factor in 0..255.
    friend WidePixel operator*(WidePixel pixel, std::uint32_t factor) noexcept
    {
        std::uint64_t const t = pixel.m_bytes * factor + 0x0080008000800080U;
        pixel.m_bytes = ((t + (t >> 8U & low_bytes)) >> 8U) & low_bytes;
        return pixel;
    }
    /// The last byte.
    [[nodiscard]] std::uint32_t alpha() const noexcept
    {
        return static_cast<std::uint32_t>(
            std::endian::native == std::endian::little ? m_bytes >> 48U : m_bytes & 0xFFU);
    }
    friend WidePixel operator+(WidePixel a, WidePixel b) noexcept
    {
        a.m_bytes += b.m_bytes;
        return a;
    }

private:
    static constexpr std::uint64_t low_bytes = 0x00FF00FF00FF00FFU;
    std::uint64_t m_bytes;
};

/// A premultiplied colour that is laid over pixels one by one.
class Ink {
public:
    explicit Ink(Color color) noexcept;

    /// Porter & Duff 1984 (doi:10.1145/964965.808606), "A over B" for premultiplied colours. No
    /// byte overflows: rounded shares of a colour that is at most its alpha add up to 255 at most.
    /// Without a branch: an opacity of 0 leaves the pixel as it is, and guessing wrong whether it
    /// is 0 or 255 costs more than the arithmetic.
    void cover(std::uint8_t* pixel, std::uint8_t opacity) const noexcept
    {
        auto const color = m_color * opacity;
        (color + WidePixel(pixel) * (255U - color.alpha())).store(pixel);
    }

private:
    WidePixel m_color;
};

/// Draws one colour over a run of pixels, each with its own opacity.
/// \param target     opacities.size() pixels, premultiplied RGBA
void blend_span(std::uint8_t* target, Color color,
                std::span<std::uint8_t const> opacities) noexcept;

/// The same with one opacity for all of them.
/// \param target     `pixels` pixels, premultiplied RGBA
void blend_run(std::uint8_t* target, Color color, std::uint8_t opacity,
               std::size_t pixels) noexcept;

/// Draws a run of premultiplied pixels over another, each with its own opacity.
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
