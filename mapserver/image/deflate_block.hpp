// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes what a search for repetitions has found as blocks of DEFLATE (RFC 1951).

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace ms::image {

/// 3.2.5: a repetition has from 3 to 258 bytes and begins at most 32768 bytes back.
constexpr std::size_t longest_repetition = 258;
constexpr std::size_t farthest_repetition = 32768;

/// Bits, the first one lowest, into memory that has room for them and 8 bytes more.
class BitWriter {
public:
    /// Where the next byte goes; bits that do not fill one yet are kept.
    void go_on_at(std::uint8_t* out) noexcept { m_out = out; }
    [[nodiscard]] std::uint8_t const* end() const noexcept { return m_out; }

    /// \param count at most 56 - 7
    void put(std::uint64_t bits, unsigned count) noexcept
    {
        m_bits |= bits << m_count;
        m_count += count;
        std::memcpy(m_out, &m_bits, 8); // little-endian machines; see pixel_zlib_takes()
        m_out += m_count >> 3U;
        m_bits >>= m_count & ~7U;
        m_count &= 7U;
    }

    /// Fills the last byte with zeros.
    void fill() noexcept { put(0, (8 - m_count) & 7U); }

private:
    std::uint8_t* m_out = nullptr;
    std::uint64_t m_bits = 0;
    unsigned m_count = 0;
};

/// Collects bytes and repetitions and writes them with the codes that fit them best.
class DeflateBlocks {
public:
    /// \param out blocks are appended to it
    explicit DeflateBlocks(std::vector<std::uint8_t>& out);

    void add_byte(std::uint8_t byte) noexcept
    {
        ++m_letters[byte];
        m_tokens[m_count++] = byte;
    }

    /// \param length, distance as RFC 1951 allows
    void add_repetition(std::size_t length, std::size_t distance) noexcept;

    /// Whether fewer than eight tokens more fit into the block.
    [[nodiscard]] bool is_full() const noexcept { return m_count + 8 > most_tokens; }

    enum class Last : std::uint8_t { No, Yes };
    /// Writes the block and begins the next.
    void end_block(Last last);

private:
    static constexpr std::size_t most_tokens = 32768;
    static constexpr std::size_t letters = 286; ///< bytes, the end, lengths
    static constexpr std::size_t distances = 30;

    void write_tokens();

    void write(Last last, BitWriter& to) const;

    std::vector<std::uint8_t>& m_out;
    BitWriter m_writer;
    std::unique_ptr<std::uint32_t[]> m_tokens;
    std::size_t m_count = 0;
    std::array<std::uint32_t, letters> m_letters{}; ///< how often each occurs in the block
    std::array<std::uint32_t, distances> m_distances{};
};

} // namespace ms::image
