// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes what a search for repetitions has found as blocks of DEFLATE (RFC 1951).

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

namespace ms::image {

/// 3.2.5: a repetition has from 3 to 258 bytes and begins at most 32768 bytes back.
constexpr std::size_t longest_repetition = 258;
constexpr std::size_t farthest_repetition = 32768;

/// Bits, the first one lowest, into memory that has room for them and 8 bytes more.
class BitWriter {
public:
    explicit BitWriter(std::uint8_t* out) : m_out(out) {}

    /// \param count at most 56 - 7
    void put(std::uint64_t bits, unsigned count) noexcept
    {
        m_bits |= bits << m_count;
        m_count += count;
        std::uint64_t const bytes = m_bits;
        std::memcpy(m_out, &bytes, 8); // little-endian machines; see pixel_zlib()
        m_out += m_count >> 3U;
        m_bits >>= m_count & ~7U;
        m_count &= 7U;
    }

    /// Fills the last byte with zeros. \return the end
    [[nodiscard]] std::uint8_t* finish() noexcept
    {
        put(0, (8 - m_count) & 7U);
        return m_out;
    }

private:
    std::uint8_t* m_out;
    std::uint64_t m_bits = 0;
    unsigned m_count = 0;
};

/// Collects bytes and repetitions and writes them with the codes that fit them best.
class DeflateBlocks {
public:
    explicit DeflateBlocks(std::uint8_t* out);

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

    /// After the last block. \return the end of the stream
    [[nodiscard]] std::uint8_t* finish() noexcept { return m_out.finish(); }

    /// What `size` bytes may take at most.
    [[nodiscard]] static std::size_t bound(std::size_t size) noexcept
    {
        // A word has at most 15 bits; a repetition has two, and 18 bits more, for at least 3 bytes.
        // The codes of a block take less than 400 bytes.
        return 2 * size + (size / most_tokens + 2) * 512;
    }

private:
    static constexpr std::size_t most_tokens = 32768;
    static constexpr std::size_t letters = 286; ///< bytes, the end, lengths
    static constexpr std::size_t distances = 30;

    void write_tokens();

    BitWriter m_out;
    std::unique_ptr<std::uint32_t[]> m_tokens;
    std::size_t m_count = 0;
    std::array<std::uint32_t, letters> m_letters{}; ///< how often each occurs in the block
    std::array<std::uint32_t, distances> m_distances{};
};

} // namespace ms::image
