// SPDX-License-Identifier: MIT
#include "image/deflate_block.hpp"

#include "image/huffman.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace ms::image {

namespace {

constexpr std::uint32_t repetition = 1U << 31U; ///< flag of a token; length << 16, distance - 1
constexpr std::size_t end_of_block = 256;
constexpr std::size_t first_length = 257;

/// A word of the code and the bits behind it.
struct Symbol {
    std::uint16_t number = 0;
    std::uint16_t extra = 0; ///< their value
    std::uint8_t extra_bits = 0;
};

/// The table of 3.2.5, computed: 8 lengths of their own, then four symbols for each further bit.
constexpr Symbol length_symbol(std::size_t length)
{
    if (length == longest_repetition) {
        return {285, 0, 0};
    }
    auto const above = static_cast<unsigned>(length - 3);
    if (above < 8) {
        return {static_cast<std::uint16_t>(first_length + above), 0, 0};
    }
    auto const bits = static_cast<unsigned>(std::bit_width(above)) - 3;
    auto const number = first_length + 4 * bits + (above >> bits);
    return {static_cast<std::uint16_t>(number),
            static_cast<std::uint16_t>(above & ((1U << bits) - 1)),
            static_cast<std::uint8_t>(bits)};
}
static_assert(length_symbol(3).number == 257 && length_symbol(10).number == 264);
static_assert(length_symbol(11).number == 265 && length_symbol(12).number == 265);
static_assert(length_symbol(12).extra == 1 && length_symbol(257).number == 284);

constexpr auto length_symbols = [] {
    std::array<Symbol, longest_repetition + 1> symbols{};
    for (std::size_t length = 3; length < symbols.size(); ++length) {
        symbols[length] = length_symbol(length);
    }
    return symbols;
}();

/// The other table of 3.2.5: 4 distances of their own, then two symbols for each further bit.
constexpr Symbol distance_symbol(std::uint32_t below) // distance - 1
{
    if (below < 4) {
        return {static_cast<std::uint16_t>(below), 0, 0};
    }
    auto const bits = static_cast<unsigned>(std::bit_width(below)) - 2;
    return {static_cast<std::uint16_t>(2 * bits + (below >> bits)),
            static_cast<std::uint16_t>(below & ((1U << bits) - 1)),
            static_cast<std::uint8_t>(bits)};
}
static_assert(distance_symbol(4).number == 4 && distance_symbol(6).number == 5);
static_assert(distance_symbol(32767).number == 29 && distance_symbol(24576).number == 29);

/// 3.2.7: the lengths of both codes, themselves written with a code of 19 symbols.
class Lengths {
public:
    void add(std::span<std::uint8_t const> lengths)
    {
        m_lengths.insert(m_lengths.end(), lengths.begin(), lengths.end());
    }

    void write(BitWriter& out)
    {
        shorten();
        std::array<std::uint32_t, 19> counts{};
        for (auto const& symbol : m_symbols) {
            ++counts[symbol.number];
        }
        auto const code = prefix_code(counts, 7);
        constexpr std::array<std::uint8_t, 19> order{16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                     11, 4,  12, 3, 13, 2, 14, 1, 15};
        std::size_t sent = order.size();
        while (sent > 4 && code.lengths[order[sent - 1]] == 0) {
            --sent;
        }
        out.put(sent - 4, 4);
        for (std::size_t i = 0; i < sent; ++i) {
            out.put(code.lengths[order[i]], 3);
        }
        for (auto const& symbol : m_symbols) {
            out.put(code.bits[symbol.number], code.lengths[symbol.number]);
            out.put(symbol.extra, symbol.extra_bits);
        }
    }

private:
    /// Runs become one symbol: 16 repeats the last length 3 to 6 times, 17 and 18 zeros.
    void shorten()
    {
        for (std::size_t at = 0; at < m_lengths.size();) {
            auto const length = m_lengths[at];
            std::size_t end = at + 1;
            while (end < m_lengths.size() && m_lengths[end] == length) {
                ++end;
            }
            if (length == 0) {
                add_zeros(end - at);
            } else {
                m_symbols.push_back({length, 0, 0});
                add_again(length, end - at - 1);
            }
            at = end;
        }
    }

    void add_zeros(std::size_t count)
    {
        for (; count >= 11; count -= std::min<std::size_t>(count, 138)) {
            auto const run = std::min<std::size_t>(count, 138);
            m_symbols.push_back({18, static_cast<std::uint16_t>(run - 11), 7});
        }
        if (count >= 3) {
            m_symbols.push_back({17, static_cast<std::uint16_t>(count - 3), 3});
            count = 0;
        }
        m_symbols.insert(m_symbols.end(), count, {0, 0, 0});
    }

    void add_again(std::uint8_t length, std::size_t count)
    {
        for (; count >= 3; count -= std::min<std::size_t>(count, 6)) {
            auto const run = std::min<std::size_t>(count, 6);
            m_symbols.push_back({16, static_cast<std::uint16_t>(run - 3), 2});
        }
        m_symbols.insert(m_symbols.end(), count, {length, 0, 0});
    }

    std::vector<std::uint8_t> m_lengths;
    std::vector<Symbol> m_symbols;
};

std::size_t used(std::span<std::uint8_t const> lengths, std::size_t least)
{
    auto count = lengths.size();
    while (count > least && lengths[count - 1] == 0) {
        --count;
    }
    return count;
}

} // namespace

DeflateBlocks::DeflateBlocks(std::vector<std::uint8_t>& out)
    : m_out(out), m_tokens(std::make_unique_for_overwrite<std::uint32_t[]>(most_tokens))
{}

void DeflateBlocks::add_repetition(std::size_t length, std::size_t distance) noexcept
{
    auto const below = static_cast<std::uint32_t>(distance - 1);
    ++m_letters[length_symbols[length].number];
    ++m_distances[distance_symbol(below).number];
    m_tokens[m_count++] = repetition | static_cast<std::uint32_t>(length) << 16U | below;
}

void DeflateBlocks::end_block(Last last)
{
    // A repetition has at most 15 + 5 + 15 + 13 bits, the codes of a block take less than 400
    // bytes.
    auto const begin = m_out.size();
    m_out.resize(begin + m_count * 6 + 512);
    m_writer.go_on_at(m_out.data() + begin);
    m_letters[end_of_block] = 1;
    if (std::ranges::all_of(m_distances, [](auto count) { return count == 0; })) {
        m_distances[0] = 1; // 3.2.7 has no empty code but this
    }
    write(last, m_writer);
    if (last == Last::Yes) {
        m_writer.fill();
    }
    m_out.resize(static_cast<std::size_t>(m_writer.end() - m_out.data()));
    m_count = 0;
    m_letters = {};
    m_distances = {};
}

void DeflateBlocks::write(Last last, BitWriter& to) const
{
    auto const letter_code = prefix_code(m_letters, 15);
    auto const distance_code = prefix_code(m_distances, 15);
    auto const letter_count = used(letter_code.lengths, first_length);
    auto const distance_count = used(distance_code.lengths, 1);
    to.put(last == Last::Yes ? 1 : 0, 1);
    to.put(2, 2); // a code of its own
    to.put(letter_count - first_length, 5);
    to.put(distance_count - 1, 5);
    Lengths lengths;
    lengths.add(std::span{letter_code.lengths}.first(letter_count));
    lengths.add(std::span{distance_code.lengths}.first(distance_count));
    lengths.write(to);
    for (std::size_t i = 0; i < m_count; ++i) {
        auto const token = m_tokens[i];
        if ((token & repetition) == 0) {
            to.put(letter_code.bits[token], letter_code.lengths[token]);
            continue;
        }
        auto const& length = length_symbols[token >> 16U & 0x7FFFU];
        auto const distance = distance_symbol(token & 0xFFFFU);
        // At most 15 + 5 + 15 + 13 bits: one word.
        std::uint64_t bits = letter_code.bits[length.number];
        unsigned count = letter_code.lengths[length.number];
        bits |= std::uint64_t{length.extra} << count;
        count += length.extra_bits;
        bits |= std::uint64_t{distance_code.bits[distance.number]} << count;
        count += distance_code.lengths[distance.number];
        bits |= std::uint64_t{distance.extra} << count;
        to.put(bits, count + distance.extra_bits);
    }
    to.put(letter_code.bits[end_of_block], letter_code.lengths[end_of_block]);
}

} // namespace ms::image
