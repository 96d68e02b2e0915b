// SPDX-License-Identifier: MIT
// A general compressor goes through an image byte by byte, and enters each byte of a run of one
// colour into its tables (libdeflate), or writes such a run as matches far away, at 14 bits for
// each 258 bytes (ISA-L). Here repetitions begin and end with pixels: a run is a match with the
// pixel to the left, at 3 bits, and elsewhere there are three places to look at, the last one with
// these two pixels, the row above, and the last one with this pixel.
#include "image/pixel_zlib.hpp"

#include "image/deflate_block.hpp"

#include <libdeflate.h>

#include <algorithm>
#include <array>
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
    for (; end - at >= 8; at += 8) {
        if (auto const differs = load(at) ^ load(at - distance); differs != 0) {
            return static_cast<std::size_t>(at - from) +
                   static_cast<std::size_t>(std::countr_zero(differs)) / 8;
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

/// The last places of some bytes, by their hash, modulo 2^16: twice the farthest distance. What
/// is found there is compared, so that a wrong place does no harm.
template <unsigned bits>
class Places {
public:
    /// The distance of the last place with this hash, 0 if it is too far away; `place` becomes the
    /// last one.
    std::size_t exchange(std::uint64_t bytes, std::size_t place) noexcept
    {
        auto& last = m_last[bytes * 0x9E3779B97F4A7C15U >> (64U - bits)];
        auto const distance = static_cast<std::uint16_t>(place - last);
        last = static_cast<std::uint16_t>(place);
        return distance <= DeflateBlocks::farthest && distance <= place ? distance : 0;
    }

private:
    std::array<std::uint16_t, std::size_t{1} << bits> m_last{};
};

/// \tparam pixel  bytes of a pixel
template <std::size_t pixel>
class RowPacker {
public:
    RowPacker(PixelRows const& rows, std::vector<std::uint8_t>& out)
        : m_begin(rows.bytes.data()), m_end(m_begin + rows.bytes.size()),
          m_row_bytes(rows.row_bytes), m_blocks(out)
    {}

    void run()
    {
        auto const size = m_end - m_begin;
        auto const* const last_load = m_end - std::min<std::ptrdiff_t>(size, 2 * sizeof(load(0)));
        auto const* at = m_begin;
        while (at < m_end) {
            if (at == m_row_end) {
                m_row_end += m_row_bytes;
                at = begin_row(at);
            } else if (at < last_load) {
                at = step(at);
            } else {
                m_blocks.add_literal(*at++);
            }
        }
        m_blocks.finish();
    }

private:
    /// The longest match of whole pixels.
    static constexpr auto longest = DeflateBlocks::longest_match / pixel * pixel;
    /// Bytes of the last place with a pixel, at least the shortest match.
    static constexpr auto once = std::max(pixel, DeflateBlocks::shortest_match);
    static constexpr std::size_t twice = 6;
    /// A match elsewhere costs a distance of up to 13 bits more than a run.
    static constexpr std::size_t worth_over_run = 4;
    /// The filter byte and at least a pixel.
    static constexpr std::size_t worth_at_row_start = std::max<std::size_t>(1 + pixel, 4);
    /// Nothing else is looked for at longer runs.
    static constexpr std::size_t long_run = 96;

    /// The first bytes of a load.
    template <std::size_t bytes>
    static std::uint64_t first(std::uint64_t loaded) noexcept
    {
        return loaded << (64 - 8 * bytes);
    }
    [[nodiscard]] std::size_t place_of(Byte const* at) const noexcept
    {
        return static_cast<std::size_t>(at - m_begin);
    }
    /// Bytes of a match that begins at `at` and may reach up to the end of the next row.
    [[nodiscard]] Byte const* limit_of(Byte const* at) const noexcept
    {
        auto const left = std::min<std::ptrdiff_t>(m_end - at, DeflateBlocks::longest_match);
        auto const rows = (m_row_end - at) + static_cast<std::ptrdiff_t>(m_row_bytes);
        return at + std::min(left, rows);
    }

    // Each returns where to go on.
    Byte const* begin_row(Byte const* at);
    Byte const* step(Byte const* at);
    Byte const* take_match(Byte const* at, Match const& match);
    Byte const* take_pixel(Byte const* at);

    std::size_t take_whole_runs(Byte const*& at);
    void look_elsewhere(Byte const* at, Match& best);

    Byte const* m_begin;
    Byte const* m_end;
    std::size_t m_row_bytes;
    Byte const* m_row_end = m_begin; ///< of the row that has begun
    Places<15> m_pixels;
    Places<14> m_pairs;
    DeflateBlocks m_blocks;
};

/// The filter byte, and the pixels after it that repeat the row above; only the first of them if
/// the others are a run.
template <std::size_t pixel>
Byte const* RowPacker<pixel>::begin_row(Byte const* at)
{
    if (at != m_begin && m_row_bytes <= DeflateBlocks::farthest) {
        auto const* const limit = std::min(limit_of(at), m_row_end);
        if (auto const length = extent(at, m_row_bytes, limit); length >= worth_at_row_start) {
            constexpr auto one = 1 + pixel;
            bool const is_run = one >= DeflateBlocks::shortest_match &&
                                one + extent(at + one, pixel, at + length) == length;
            auto const whole = is_run ? one : (length - 1) / pixel * pixel + 1;
            m_blocks.add_match(whole, m_row_bytes);
            return at + whole;
        }
    }
    m_blocks.add_literal(*at);
    return at + 1;
}

/// Takes the part of a run that fills whole matches, and moves `at` behind it. \return the bytes
/// that are left of it, whole pixels
template <std::size_t pixel>
inline std::size_t RowPacker<pixel>::take_whole_runs(Byte const*& at)
{
    bool const is_first = m_row_end - at + 1 == static_cast<std::ptrdiff_t>(m_row_bytes);
    if (is_first || first<pixel>(load(at) ^ load(at - pixel)) != 0) {
        return 0;
    }
    auto run = extent(at, pixel, m_row_end);
    for (; run >= longest; run -= longest) {
        m_blocks.add_match(longest, pixel);
        at += longest;
    }
    return run / pixel * pixel;
}

/// A longer match than `best` with the last place of the next two pixels or with the row above.
template <std::size_t pixel>
inline void RowPacker<pixel>::look_elsewhere(Byte const* at, Match& best)
{
    auto const next = load(at);
    auto const* const limit = limit_of(at);
    if (limit - at < static_cast<std::ptrdiff_t>(twice)) {
        return;
    }
    auto worth = best.length > 0 ? best.length + worth_over_run : twice - 1;
    auto const look = [&](std::size_t distance) {
        if (first<twice>(load(at - distance) ^ next) != 0) {
            return;
        }
        auto const length = twice + extent(at + twice, distance, limit);
        if (length > worth) {
            best = {length, distance};
            worth = length - 1; // what is as long in the row above has a more common distance
        }
    };
    if (auto const distance = m_pairs.exchange(first<twice>(next), place_of(at)); distance != 0) {
        look(distance);
    }
    if (place_of(at) >= m_row_bytes && m_row_bytes <= DeflateBlocks::farthest) {
        look(m_row_bytes);
    }
}

/// Ends with a pixel, or with the filter byte of the next row.
template <std::size_t pixel>
inline Byte const* RowPacker<pixel>::take_match(Byte const* at, Match const& match)
{
    auto const in_row = static_cast<std::size_t>(m_row_end - at);
    auto length = match.length;
    if (length < in_row) {
        length = length / pixel * pixel;
    } else if (length > in_row) {
        length = in_row + (length - in_row - 1) / pixel * pixel + 1;
        m_row_end += m_row_bytes;
    }
    m_blocks.add_match(length, match.distance);
    return at + length;
}

/// A match with the last place of a pixel, or its bytes.
template <std::size_t pixel>
inline Byte const* RowPacker<pixel>::take_pixel(Byte const* at)
{
    if (m_row_end - at >= static_cast<std::ptrdiff_t>(once)) {
        auto const bytes = first<once>(load(at));
        auto const distance = m_pixels.exchange(bytes, place_of(at));
        if (distance != 0 && first<once>(load(at - distance)) == bytes) {
            m_blocks.add_match(once, distance);
            return at + once;
        }
    }
    for (std::size_t i = 0; i < pixel; ++i) {
        m_blocks.add_literal(at[i]);
    }
    return at + pixel;
}

template <std::size_t pixel>
inline Byte const* RowPacker<pixel>::step(Byte const* at)
{
    Match best{.length = take_whole_runs(at), .distance = pixel};
    if (best.length < DeflateBlocks::shortest_match) {
        best.length = 0;
    }
    if (at == m_row_end || at + sizeof(load(at)) > m_end) {
        return at;
    }
    if (best.length < long_run) {
        look_elsewhere(at, best);
    }
    return best.length > 0 ? take_match(at, best) : take_pixel(at);
}

template <std::size_t pixel>
void pack(PixelRows const& rows, std::vector<std::uint8_t>& out)
{
    std::make_unique<RowPacker<pixel>>(rows, out)->run(); // too large for a thread's stack
}

} // namespace

std::vector<std::uint8_t> pixel_zlib(PixelRows const& rows)
{
    if (rows.bytes.size() >= std::numeric_limits<std::uint32_t>::max()) {
        return {};
    }
    // RFC 1950, 2.2: deflate with a window of 32 KiB, the fastest level; 0x7801 is a multiple
    // of 31.
    std::vector<std::uint8_t> out{0x78, 0x01};
    switch (rows.pixel_bytes) {
    case 1:
        pack<1>(rows, out);
        break;
    case 3:
        pack<3>(rows, out);
        break;
    default:
        pack<4>(rows, out);
    }
    auto const checksum = libdeflate_adler32(1, rows.bytes.data(), rows.bytes.size());
    for (unsigned const shift : {24U, 16U, 8U, 0U}) {
        out.push_back(static_cast<std::uint8_t>(checksum >> shift));
    }
    return out;
}

} // namespace ms::image
