// SPDX-License-Identifier: MIT
#include "image/huffman.hpp"

#include <algorithm>

namespace ms::image {

namespace {

constexpr std::size_t most_symbols = 320;
constexpr std::size_t most_bits = 15;

struct Leaf {
    std::uint32_t count;
    std::uint16_t symbol;
};

/// The depths of a Huffman tree's leaves, in place (Moffat & Katajainen 1995,
/// doi:10.1007/3-540-60220-8_79): counts in ascending order become depths in descending order.
void counts_to_depths(std::span<std::uint32_t> a)
{
    auto const n = a.size();
    // Left to right: the sum of each inner node, then its parent.
    std::size_t leaf = 0, root = 0;
    for (std::size_t next = 0; next + 1 < n; ++next) {
        std::uint32_t sum = 0;
        for (int child = 0; child < 2; ++child) {
            if (leaf >= n || (root < next && a[root] < a[leaf])) {
                sum += a[root];
                a[root++] = static_cast<std::uint32_t>(next);
            } else {
                sum += a[leaf++];
            }
        }
        a[next] = sum;
    }
    // Right to left: the depth of each inner node.
    a[n - 2] = 0;
    for (std::size_t next = n - 2; next-- > 0;) {
        a[next] = a[a[next]] + 1;
    }
    // And from the number of inner nodes at each depth that of leaves.
    std::size_t available = 1, used = 0;
    std::uint32_t depth = 0;
    auto inner = static_cast<std::ptrdiff_t>(n) - 2;
    auto at = static_cast<std::ptrdiff_t>(n) - 1;
    while (available > 0) {
        while (inner >= 0 && a[static_cast<std::size_t>(inner)] == depth) {
            ++used;
            --inner;
        }
        while (available > used) {
            a[static_cast<std::size_t>(at--)] = depth;
            --available;
        }
        available = 2 * used;
        ++depth;
        used = 0;
    }
}

/// Shortens words to `longest` and lengthens others until the code is complete again (Kraft's sum
/// is 1), the rarest first.
void limit_depths(std::span<std::uint32_t> depths, unsigned longest)
{
    std::array<std::uint32_t, most_symbols> count{}; // of each length
    for (auto const depth : depths) {
        ++count[std::min<std::uint32_t>(depth, longest)];
    }
    std::uint32_t sum = 0; // Kraft's, times 2^longest
    for (std::uint32_t length = 1; length <= longest; ++length) {
        sum += count[length] << (longest - length);
    }
    for (auto const whole = 1U << longest; sum > whole; --sum) {
        // Two words of the longest kind take the place of one of them and a shorter one.
        auto length = longest - 1;
        while (count[length] == 0) {
            --length;
        }
        --count[longest];
        --count[length];
        count[length + 1] += 2;
    }
    auto at = depths.begin();
    for (auto length = longest; length > 0; --length) {
        at = std::fill_n(at, count[length], length);
    }
}

std::uint16_t reversed(unsigned word, unsigned length)
{
    unsigned result = 0;
    for (unsigned i = 0; i < length; ++i) {
        result = result << 1U | (word >> i & 1U);
    }
    return static_cast<std::uint16_t>(result);
}

} // namespace

void huffman_lengths(std::span<std::uint32_t const> counts, unsigned longest,
                     std::span<std::uint8_t> lengths)
{
    std::array<Leaf, most_symbols> leaves{};
    std::size_t used = 0;
    for (std::size_t symbol = 0; symbol < counts.size(); ++symbol) {
        lengths[symbol] = 0;
        if (counts[symbol] > 0) {
            leaves[used++] = {counts[symbol], static_cast<std::uint16_t>(symbol)};
        }
    }
    if (used < 2) {
        for (std::size_t i = 0; i < used; ++i) {
            lengths[leaves[i].symbol] = 1;
        }
        return;
    }
    std::sort(leaves.begin(), leaves.begin() + static_cast<std::ptrdiff_t>(used),
              [](Leaf const& one, Leaf const& other) {
                  return one.count != other.count ? one.count < other.count
                                                  : one.symbol < other.symbol;
              });
    std::array<std::uint32_t, most_symbols> numbers{};
    std::transform(leaves.begin(), leaves.begin() + static_cast<std::ptrdiff_t>(used),
                   numbers.begin(), [](Leaf const& leaf) { return leaf.count; });
    auto const depths = std::span{numbers}.first(used);
    counts_to_depths(depths);
    if (depths.front() > longest) {
        limit_depths(depths, longest);
    }
    for (std::size_t i = 0; i < used; ++i) {
        lengths[leaves[i].symbol] = static_cast<std::uint8_t>(depths[i]);
    }
}

void assign_words(std::span<std::uint8_t const> lengths, std::span<std::uint16_t> bits)
{
    std::array<unsigned, most_bits + 1> count{};
    for (auto const length : lengths) {
        ++count[length];
    }
    count[0] = 0; // symbols without a word
    std::array<unsigned, most_bits + 1> next{};
    for (std::size_t length = 1; length <= most_bits; ++length) {
        next[length] = (next[length - 1] + count[length - 1]) << 1U;
    }
    // next[] holds first words so far; from here on it moves.
    for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
        if (auto const length = lengths[symbol]; length > 0) {
            bits[symbol] = reversed(next[length]++, length);
        }
    }
}

} // namespace ms::image
