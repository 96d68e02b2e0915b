// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes literals and matches as blocks of DEFLATE (RFC 1951), with Huffman codes by ISA-L.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ms::image {

/// The literals and matches of a block, and how often each symbol occurs.
struct DeflateTokens {
    static constexpr std::size_t max_size = 1U << 15U;
    static constexpr std::uint32_t match_bit = 1U << 31U;

    std::size_t size = 0;
    std::array<std::uint32_t, 286> literal_counts{}; ///< literals, the end, lengths
    std::array<std::uint32_t, 30> distance_counts{};
    /// A literal, or match_bit, the length from bit 16 on, and the distance - 1.
    std::array<std::uint32_t, max_size> tokens; // read only where written
};

/// Collects literals and matches; writes them as a block when it is full.
class DeflateBlocks {
public:
    static constexpr std::size_t shortest_match = 3, longest_match = 258, farthest = 32768;

    /// \param out gets the blocks
    explicit DeflateBlocks(std::vector<std::uint8_t>& out);
    ~DeflateBlocks();
    DeflateBlocks(DeflateBlocks const&) = delete;
    DeflateBlocks& operator=(DeflateBlocks const&) = delete;

    void add_literal(std::uint8_t byte)
    {
        ++m_tokens.literal_counts[byte];
        add(byte);
    }
    /// \param length 3..258
    /// \param distance 1..32768
    void add_match(std::size_t length, std::size_t distance);
    /// Writes the last block, filled up to a whole byte.
    void finish();

private:
    class Writer;

    void add(std::uint32_t token)
    {
        m_tokens.tokens[m_tokens.size++] = token;
        if (m_tokens.size == DeflateTokens::max_size) {
            write_block();
        }
    }
    void write_block();

    DeflateTokens m_tokens;
    std::unique_ptr<Writer> m_writer;
};

} // namespace ms::image
