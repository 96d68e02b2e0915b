// SPDX-License-Identifier: MIT
#include "image/deflate_block.hpp"

#include "base/error.hpp"

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace ms::image {

namespace {

static_assert(IGZIP_DECODE_OFFSET == 0); // isal_hufftables has a code for each distance
static_assert(std::endian::native == std::endian::little);

constexpr unsigned end_of_block = 256;

/// RFC 1951, 3.2.5: the symbol of each length, without its 257.
constexpr auto length_symbols = [] {
    constexpr std::array<unsigned, 29> first{3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                             15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                             67, 83, 99, 115, 131, 163, 195, 227, 258};
    std::array<std::uint8_t, DeflateBlocks::longest_match + 1> symbols{};
    for (unsigned length = first[0]; length < symbols.size(); ++length) {
        symbols[length] =
            static_cast<std::uint8_t>(std::ranges::upper_bound(first, length) - first.begin() - 1);
    }
    return symbols;
}();

/// The symbol of a distance and its extra bits: each power of two is halved.
struct Distance {
    unsigned symbol;
    unsigned extra_bits;
    unsigned extra;
};

Distance distance_of(unsigned distance) noexcept
{
    unsigned const from_zero = distance - 1;
    if (from_zero < 4) {
        return {from_zero, 0, 0};
    }
    auto const extra_bits = static_cast<unsigned>(std::bit_width(from_zero)) - 2;
    auto const top = from_zero >> extra_bits; // 2 or 3
    return {2 * extra_bits + top, extra_bits, from_zero - (top << extra_bits)};
}

} // namespace

/// Writes bits from the lowest of each byte on (RFC 1951, 3.1.1).
class DeflateBlocks::Writer {
public:
    explicit Writer(std::vector<std::uint8_t>& out) : m_out(out) {}

    void write(DeflateTokens const& tokens, bool is_last)
    {
        make_codes(tokens);
        m_to = m_buffer.data();
        write_header(is_last);
        for (std::size_t i = 0; i < tokens.size; ++i) {
            write_token(tokens.tokens[i]);
        }
        write_literal(end_of_block);
        if (is_last && m_bit_count > 0) {
            *m_to++ = static_cast<std::uint8_t>(m_bits);
        }
        m_out.insert(m_out.end(), m_buffer.data(), m_to);
    }

private:
    static constexpr std::size_t max_token_bytes = 6; // codes of 15 bits, 5 and 13 extra bits

    void make_codes(DeflateTokens const& tokens)
    {
        std::ranges::copy(tokens.literal_counts, std::begin(m_counts.lit_len_histogram));
        std::ranges::copy(tokens.distance_counts, std::begin(m_counts.dist_histogram));
        m_counts.lit_len_histogram[end_of_block] = 1;
        if (isal_create_hufftables_subset(&m_codes, &m_counts) != 0) {
            throw Error{ErrorKind::Internal, "PNG: a block has no Huffman codes"};
        }
    }

    /// ISA-L's header is that of a last block, which its first bit says (RFC 1951, 3.2.3).
    void write_header(bool is_last) noexcept
    {
        auto& header = m_codes.deflate_hdr;
        header[0] = static_cast<std::uint8_t>((header[0] & 0xFEU) | (is_last ? 1U : 0U));
        for (std::size_t i = 0; i < m_codes.deflate_hdr_count; ++i) {
            put(header[i], 8);
            drain();
        }
        if (auto const rest = m_codes.deflate_hdr_extra_bits; rest > 0) {
            put(header[m_codes.deflate_hdr_count] & ((1U << rest) - 1U), rest);
            drain();
        }
    }

    void write_token(std::uint32_t token) noexcept
    {
        if ((token & DeflateTokens::match_bit) == 0) {
            return write_literal(token);
        }
        auto const length = m_codes.len_table[(token >> 16U & 0x1FFU) - shortest_match];
        put(length >> 5U, length & 31U); // with its extra bits
        auto const distance = distance_of((token & 0x7FFFU) + 1);
        put(m_codes.dcodes[distance.symbol], m_codes.dcodes_sizes[distance.symbol]);
        put(distance.extra, distance.extra_bits);
        drain();
    }
    void write_literal(std::uint32_t literal) noexcept
    {
        put(m_codes.lit_table[literal], m_codes.lit_table_sizes[literal]);
        drain();
    }

    void put(std::uint64_t bits, unsigned count) noexcept
    {
        m_bits |= bits << m_bit_count;
        m_bit_count += count;
    }
    void drain() noexcept
    {
        std::memcpy(m_to, &m_bits, sizeof m_bits);
        m_to += m_bit_count / 8;
        m_bits >>= m_bit_count & ~7U;
        m_bit_count &= 7U;
    }

    std::vector<std::uint8_t>& m_out;
    std::uint64_t m_bits = 0; ///< fewer than 8 between two tokens
    unsigned m_bit_count = 0;
    std::uint8_t* m_to = nullptr;
    isal_huff_histogram m_counts{};
    isal_hufftables m_codes{};
    /// The bytes of a block; drain() writes 8 at once.
    std::array<std::uint8_t,
               ISAL_DEF_MAX_HDR_SIZE + (DeflateTokens::max_size + 2) * max_token_bytes + 8>
        m_buffer;
};

DeflateBlocks::DeflateBlocks(std::vector<std::uint8_t>& out)
    : m_writer(std::make_unique<Writer>(out))
{}

DeflateBlocks::~DeflateBlocks() = default;

void DeflateBlocks::add_match(std::size_t length, std::size_t distance)
{
    ++m_tokens.literal_counts[257U + length_symbols[length]];
    ++m_tokens.distance_counts[distance_of(static_cast<unsigned>(distance)).symbol];
    add(DeflateTokens::match_bit | static_cast<std::uint32_t>(length << 16U | (distance - 1)));
}

void DeflateBlocks::write_block()
{
    m_writer->write(m_tokens, false);
    m_tokens.size = 0;
    m_tokens.literal_counts.fill(0);
    m_tokens.distance_counts.fill(0);
}

void DeflateBlocks::finish()
{
    m_writer->write(m_tokens, true);
}

} // namespace ms::image
