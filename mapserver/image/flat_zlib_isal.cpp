// SPDX-License-Identifier: MIT
// Three quarters of a flat map's bytes are runs of one colour, which a general compressor goes
// through byte by byte (libdeflate), or writes as matches far away, at 14 bits for each 258 bytes
// (ISA-L). Here a run is a match with the pixel to the left, at 3 bits, and only where colours
// change is anything else looked for: the row above, and the last place with these two pixels.
#include "image/flat_zlib.hpp"

#include "image/deflate_block.hpp"

#include <libdeflate.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <memory>

namespace ms::image {

namespace {

using Byte = std::uint8_t;

std::uint64_t load(Byte const* from) noexcept
{
    std::uint64_t value = 0;
    std::memcpy(&value, from, sizeof value);
    return value;
}

/// The number of bytes until `end` that equal those `distance` before them.
std::size_t extent(Byte const* from, std::size_t distance, Byte const* end) noexcept
{
    auto const* at = from;
    for (; end - at >= 16; at += 16) {
        auto const first = load(at) ^ load(at - distance);
        auto const second = load(at + 8) ^ load(at + 8 - distance);
        if ((first | second) != 0) {
            auto const bits = first != 0 ? std::countr_zero(first) : 64 + std::countr_zero(second);
            return static_cast<std::size_t>(at - from) + static_cast<std::size_t>(bits) / 8;
        }
    }
    while (at < end && *at == *(at - distance)) {
        ++at;
    }
    return static_cast<std::size_t>(at - from);
}

struct Match {
    std::size_t length = 0;
    std::size_t distance = 0;
};

class RowPacker {
public:
    RowPacker(PixelRows const& rows, std::vector<std::uint8_t>& out)
        : m_rows(rows), m_at(rows.bytes.data()), m_row(m_at), m_end(m_at + rows.bytes.size()),
          m_blocks(out)
    {}

    void run()
    {
        while (m_at < m_end) {
            step();
        }
        m_blocks.finish();
    }

private:
    static constexpr auto longest = DeflateBlocks::longest_match;
    static constexpr auto shortest = DeflateBlocks::shortest_match;
    /// A match elsewhere costs a distance of up to 13 bits more than a run.
    static constexpr std::size_t worth_a_distance = 6, worth_at_row_start = 4, worth_over_run = 4;
    static constexpr unsigned hash_bits = 12;

    [[nodiscard]] Byte const* until(Byte const* at, std::size_t length) const noexcept
    {
        return at + std::min(length, static_cast<std::size_t>(m_end - at));
    }
    [[nodiscard]] bool is_row_start() const noexcept { return m_at == m_row; }

    void step();
    void take(Match const& match);
    [[nodiscard]] std::size_t take_runs();
    [[nodiscard]] Match elsewhere();
    [[nodiscard]] std::size_t before_run(std::size_t length) const noexcept;

    PixelRows const& m_rows;
    Byte const* m_at;
    Byte const* m_row; ///< where the row of `m_at` begins
    Byte const* m_end;
    /// By hash of six bytes: 1 + the place where they were last looked for.
    std::array<std::uint32_t, 1U << hash_bits> m_last{};
    DeflateBlocks m_blocks;
};

void RowPacker::take(Match const& match)
{
    m_blocks.add_match(match.length, match.distance);
    m_at += match.length;
    while (m_at < m_end && static_cast<std::size_t>(m_at - m_row) >= m_rows.row_bytes) {
        m_row += m_rows.row_bytes;
    }
}

/// Takes the part of a run that fills whole matches. \return the length of the rest, below 258
std::size_t RowPacker::take_runs()
{
    auto const pixel = m_rows.pixel_bytes;
    if (static_cast<std::size_t>(m_at - m_row) <= pixel) {
        return 0; // a row's first pixel has none to the left
    }
    auto run = extent(m_at, pixel, m_row + m_rows.row_bytes);
    for (; run >= longest; run -= longest) {
        take({longest, pixel});
    }
    return run;
}

/// The longest match with the row above or with the last place that has the next two pixels.
Match RowPacker::elsewhere()
{
    Match best;
    auto const* const limit = until(m_at, longest);
    if (m_end - m_at >= 8) {
        auto const place = static_cast<std::uint32_t>(m_at - m_rows.bytes.data()) + 1;
        auto& last = m_last[(load(m_at) << 16U) * 0x9E3779B97F4A7C15U >> (64U - hash_bits)];
        if (last != 0 && place - last <= DeflateBlocks::farthest) {
            best = {extent(m_at, place - last, limit), place - last};
        }
        last = place;
    }
    auto const above = m_rows.row_bytes;
    if (m_row != m_rows.bytes.data() && above <= DeflateBlocks::farthest) {
        if (auto const length = extent(m_at, above, limit); length >= best.length) {
            best = {length, above};
        }
    }
    return best;
}

/// A match that after its first pixel is one long run ends there: the run costs less.
std::size_t RowPacker::before_run(std::size_t length) const noexcept
{
    auto const first = m_rows.pixel_bytes + (is_row_start() ? 1U : 0U);
    auto const row_left = m_rows.row_bytes - static_cast<std::size_t>(m_at - m_row);
    if (length < 128 || first < shortest || first >= row_left) {
        return length;
    }
    auto const run = extent(m_at + first, m_rows.pixel_bytes, m_at + std::min(row_left, longest));
    return first + run >= length ? first : length;
}

void RowPacker::step()
{
    auto const run = take_runs();
    if (m_at == m_end) {
        return;
    }
    auto const other = elsewhere();
    if (other.length > run + worth_over_run &&
        other.length >= (is_row_start() ? worth_at_row_start : worth_a_distance)) {
        take({before_run(other.length), other.distance});
    } else if (run >= shortest) {
        take({run, m_rows.pixel_bytes});
    } else {
        auto const* const end = until(m_at, is_row_start() ? 1 : m_rows.pixel_bytes);
        while (m_at < end) {
            m_blocks.add_literal(*m_at++);
        }
        if (m_at < m_end && static_cast<std::size_t>(m_at - m_row) >= m_rows.row_bytes) {
            m_row += m_rows.row_bytes;
        }
    }
}

} // namespace

std::vector<std::uint8_t> flat_zlib(PixelRows const& rows)
{
    if (rows.bytes.size() >= std::numeric_limits<std::uint32_t>::max()) {
        return {};
    }
    // RFC 1950, 2.2: deflate with a window of 32 KiB, the fastest level; 0x7801 is a multiple
    // of 31.
    std::vector<std::uint8_t> out{0x78, 0x01};
    std::make_unique<RowPacker>(rows, out)->run(); // too large for a thread's stack
    auto const checksum = libdeflate_adler32(1, rows.bytes.data(), rows.bytes.size());
    for (unsigned const shift : {24U, 16U, 8U, 0U}) {
        out.push_back(static_cast<std::uint8_t>(checksum >> shift));
    }
    return out;
}

} // namespace ms::image
