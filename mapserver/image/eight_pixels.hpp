// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Covers eight or four neighbouring pixels with a colour at once.

#include "image/blend.hpp"

#include <bit>
#include <cstdint>
#include <cstring>

namespace ms::image {

/// Eight numbers in a register: GCC's and Clang's vectors, which every processor of 64 bits has
/// (https://gcc.gnu.org/onlinedocs/gcc-12.2.0/gcc/Vector-Extensions.html).
using Eight [[gnu::vector_size(16)]] = std::uint16_t;

/// Four numbers in a register.
using Four [[gnu::vector_size(16)]] = std::uint32_t;

/// As Ink for eight pixels, to the same bits. Pays where three pixels of eight are covered.
class EightInk {
    using Bytes [[gnu::vector_size(16)]] = std::uint8_t;
    using Pairs [[gnu::vector_size(16)]] = std::uint32_t;

public:
    static constexpr int pixels = 8;
    static constexpr int half = 4;
    /// Registers are filled byte by byte in this order.
    static constexpr bool is_available = std::endian::native == std::endian::little;

    explicit EightInk(Color color) noexcept
    {
        std::uint32_t pixel = 0;
        Ink(color).cover(reinterpret_cast<std::uint8_t*>(&pixel), 255);
        Bytes const none{};
        auto const two = std::bit_cast<Bytes>(Pairs{pixel, pixel, 0, 0});
        m_color = std::bit_cast<Eight>(__builtin_shufflevector(two, none, 0, 16, 1, 17, 2, 18, 3,
                                                               19, 4, 20, 5, 21, 6, 22, 7, 23));
    }

    /// \param target  eight pixels, premultiplied RGBA \param opacities 0..255
    void cover(std::uint8_t* target, Eight opacities) const noexcept
    {
        cover_four(target, __builtin_shufflevector(opacities, opacities, 0, 0, 1, 1, 2, 2, 3, 3));
        cover_four(target + 16,
                   __builtin_shufflevector(opacities, opacities, 4, 4, 5, 5, 6, 6, 7, 7));
    }

    /// \param target  four pixels
    void cover(std::uint8_t* target, Four opacities) const noexcept
    {
        cover_four(target, std::bit_cast<Eight>(opacities | opacities << 16U));
    }

private:
    static Eight all(std::uint16_t value) noexcept
    {
        return Eight{value, value, value, value, value, value, value, value};
    }

    /// multiply() of each: no product plus its rounding exceeds 16 bits.
    static Eight multiplied(Eight a, Eight b) noexcept
    {
        auto const t = a * b + all(128);
        return (t + (t >> all(8))) >> all(8);
    }

    /// Two pixels. \param opacities each four times
    [[nodiscard]] Eight covered(Eight two, Pairs opacities) const noexcept
    {
        auto const ink = multiplied(m_color, std::bit_cast<Eight>(opacities));
        auto const alpha = __builtin_shufflevector(ink, ink, 3, 3, 3, 3, 7, 7, 7, 7);
        return ink + multiplied(two, all(255) - alpha);
    }

    /// \param twice each of the four opacities
    void cover_four(std::uint8_t* target, Eight twice) const noexcept
    {
        Bytes const none{};
        Bytes four;
        std::memcpy(&four, target, sizeof four);
        auto const first = __builtin_shufflevector(four, none, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5,
                                                   21, 6, 22, 7, 23);
        auto const second = __builtin_shufflevector(four, none, 8, 24, 9, 25, 10, 26, 11, 27, 12,
                                                    28, 13, 29, 14, 30, 15, 31);
        auto const pairs = std::bit_cast<Pairs>(twice);
        auto const a =
            covered(std::bit_cast<Eight>(first), __builtin_shufflevector(pairs, pairs, 0, 0, 1, 1));
        auto const b = covered(std::bit_cast<Eight>(second),
                               __builtin_shufflevector(pairs, pairs, 2, 2, 3, 3));
        four = __builtin_shufflevector(std::bit_cast<Bytes>(a), std::bit_cast<Bytes>(b), 0, 2, 4, 6,
                                       8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
        std::memcpy(target, &four, sizeof four);
    }

    Eight m_color{}; ///< premultiplied, of two pixels
};

} // namespace ms::image
