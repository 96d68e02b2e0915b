// SPDX-License-Identifier: MIT
#include "image/huffman.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <numeric>

using namespace ms::image;

namespace {

/// Kraft's sum times 2^15: 32768 when every word is used.
template <std::size_t n>
std::uint32_t kraft(std::array<std::uint8_t, n> const& lengths)
{
    return std::accumulate(lengths.begin(), lengths.end(), 0U, [](auto sum, auto length) {
        return sum + (length == 0 ? 0U : 1U << (15U - length));
    });
}

} // namespace

TEST_CASE("huffman: words are as long as the textbook's")
{
    // Cormen, Leiserson, Rivest & Stein, Introduction to Algorithms, 16.3: a 45, b 13, c 12, d 16,
    // e 9, f 5.
    std::array<std::uint32_t, 6> const counts{45, 13, 12, 16, 9, 5};
    std::array<std::uint8_t, 6> const expected{1, 3, 3, 3, 4, 4};
    CHECK(prefix_code(counts, 15).lengths == expected);
}

TEST_CASE("huffman: words follow from their lengths as in RFC 1951")
{
    // 3.2.2: ABCDEFGH with lengths (3, 3, 3, 3, 3, 2, 4, 4) are 010 011 100 101 110 00 1110 1111;
    // 3.1.1: they are packed "starting with the most-significant bit of the code", so reversed
    // here.
    std::array<std::uint8_t, 8> const lengths{3, 3, 3, 3, 3, 2, 4, 4};
    std::array<std::uint16_t, 8> bits{};
    assign_words(lengths, bits);
    std::array<std::uint16_t, 8> const expected{0b010, 0b110, 0b001,  0b101,
                                                0b011, 0b00,  0b0111, 0b1111};
    CHECK(bits == expected);
}

TEST_CASE("huffman: symbols that do not occur have no word, and one alone has one bit")
{
    std::array<std::uint32_t, 4> counts{0, 7, 0, 0};
    CHECK(prefix_code(counts, 15).lengths == std::array<std::uint8_t, 4>{0, 1, 0, 0});
    counts = {0, 7, 0, 9};
    CHECK(prefix_code(counts, 15).lengths == std::array<std::uint8_t, 4>{0, 1, 0, 1});
    counts = {};
    CHECK(prefix_code(counts, 15).lengths == std::array<std::uint8_t, 4>{});
}

TEST_CASE("huffman: no word is longer than allowed and none is left over")
{
    // Fibonacci's numbers make the deepest tree: 29 symbols, 28 levels.
    std::array<std::uint32_t, 29> counts{1, 1};
    for (std::size_t i = 2; i < counts.size(); ++i) {
        counts[i] = counts[i - 1] + counts[i - 2];
    }
    for (unsigned const longest : {5U, 7U, 15U}) {
        CAPTURE(longest);
        auto const lengths = prefix_code(counts, longest).lengths;
        CHECK(*std::ranges::max_element(lengths) == longest);
        CHECK(kraft(lengths) == 32768);
        CHECK(std::ranges::is_sorted(lengths, std::greater{})); // the more often, the shorter
    }
}
