// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Prefix codes as DEFLATE has them (RFC 1951, 3.2.2).

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace ms::image {

/// How the symbols of an alphabet are written.
template <std::size_t symbols>
struct PrefixCode {
    std::array<std::uint16_t, symbols> bits{};   ///< in the order in which they are sent, low first
    std::array<std::uint8_t, symbols> lengths{}; ///< 0: the symbol does not occur
};

/// Lengths of the best code (Huffman 1952) none of whose words is longer than `longest`; exact but
/// where that limit is met, which costs a few bits then.
/// \param counts  how often each symbol occurs; at most 320 of them
/// \param lengths as many. One symbol alone gets one bit, since DEFLATE has no shorter word.
void huffman_lengths(std::span<std::uint32_t const> counts, unsigned longest,
                     std::span<std::uint8_t> lengths);

/// The words that follow from the lengths: 3.2.2, "all codes of a given bit length have
/// lexicographically consecutive values, in the same order as the symbols they represent".
void assign_words(std::span<std::uint8_t const> lengths, std::span<std::uint16_t> bits);

template <std::size_t symbols>
[[nodiscard]] PrefixCode<symbols> prefix_code(std::array<std::uint32_t, symbols> const& counts,
                                              unsigned longest)
{
    PrefixCode<symbols> code;
    huffman_lengths(counts, longest, code.lengths);
    assign_words(code.lengths, code.bits);
    return code;
}

} // namespace ms::image
