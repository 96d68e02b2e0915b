// SPDX-License-Identifier: MIT
#include "image/pixel_zlib.hpp"

#include "image/deflate_block.hpp"

#include <libdeflate.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <memory>

namespace ms::image {

namespace {

// Chosen with 20 maps of the examples (tests/bench/encoders.py): twice the depth takes a third more
// time for 0.2 %.
constexpr unsigned search_depth = 12;         ///< places that are compared
constexpr std::size_t nice_length = 96;       ///< bytes that end a search
constexpr std::size_t remembered_length = 64; ///< longer repetitions are not looked at from within
constexpr int patience =
    16; ///< by how much the next pixel's repetition has to be better than this one's

struct Repetition {
    std::size_t length = 0; ///< bytes; 0: none
    std::size_t distance = 0;

    /// Roughly four times the bytes it saves; far ones take more bits.
    [[nodiscard]] int worth() const noexcept
    {
        return 4 * static_cast<int>(length) - static_cast<int>(std::bit_width(distance));
    }
};

/// Little-endian: the first byte is the lowest.
std::uint64_t load(std::uint8_t const* from) noexcept
{
    std::uint64_t value = 0;
    std::memcpy(&value, from, 8);
    return value;
}

/// Where these first bytes of a word were seen last.
template <std::size_t bytes, unsigned bits>
class LastSeen {
public:
    static constexpr std::uint32_t never = ~std::uint32_t{0};

    LastSeen() : m_at(std::make_unique_for_overwrite<std::uint32_t[]>(size))
    {
        std::fill_n(m_at.get(), size, never);
    }

    /// Remembers them here. \return where they, or others with the same hash, were before
    std::uint32_t replace(std::uint64_t word, std::size_t here) noexcept
    {
        constexpr std::uint64_t factor = 0x9E3779B97F4A7C15U; // 2^64 over the golden ratio
        auto& at = m_at[(word << (64 - 8 * bytes)) * factor >> (64 - bits)];
        auto const before = at;
        at = static_cast<std::uint32_t>(here);
        return before;
    }

private:
    static constexpr std::size_t size = std::size_t{1} << bits;
    std::unique_ptr<std::uint32_t[]> m_at;
};

/// Rows of pixels of so many bytes.
template <std::size_t pixel>
class Packer {
public:
    Packer(PixelRows const& rows, std::vector<std::uint8_t>& out)
        : m_bytes(rows.bytes.data()), m_size(rows.bytes.size()), m_row(rows.row_bytes),
          m_row_end(m_row), m_blocks(out),
          m_before(std::make_unique_for_overwrite<std::uint16_t[]>(farthest_repetition))
    {}

    void pack()
    {
        auto found = find();
        while (m_at < m_size) {
            if (m_blocks.is_full()) {
                m_blocks.end_block(DeflateBlocks::Last::No);
            }
            found = found.length == 0 ? pass_pixel() : pass_repetition(found);
        }
        m_blocks.end_block(DeflateBlocks::Last::Yes);
    }

private:
    /// Pixels begin behind a row's filter type.
    [[nodiscard]] std::size_t step() const noexcept
    {
        return m_at + m_row == m_row_end ? 1 : pixel;
    }

    void advance(std::size_t bytes) noexcept
    {
        m_at += bytes;
        while (m_at >= m_row_end) {
            m_row_end += m_row;
        }
    }

    /// As it is. \return what is found behind it
    Repetition pass_pixel()
    {
        auto const from = m_at;
        advance(step());
        add_bytes(from);
        return find();
    }

    void add_bytes(std::size_t from)
    {
        for (; from < m_at; ++from) {
            m_blocks.add_byte(m_bytes[from]);
        }
    }

    /// Unless there is a better one from the next pixel on. \return what is found behind it, or
    /// there
    Repetition pass_repetition(Repetition const& found)
    {
        auto const begin = m_at;
        if (found.length > pixel && found.length < nice_length) {
            advance(step());
            auto const next = find();
            if (next.worth() > found.worth() + patience) {
                add_bytes(begin);
                return next;
            }
        }
        m_blocks.add_repetition(found.length, found.distance);
        auto const end = begin + found.length;
        advance(found.length > remembered_length ? end - m_at
                                                 : step()); // the first one is remembered
        while (m_at < end) {
            remember();
            advance(step());
        }
        return find();
    }

    /// Before the last bytes of the picture, which are not worth a look.
    [[nodiscard]] bool has_word() const noexcept { return m_at + 8 <= m_size; }

    struct Seen {
        std::uint32_t pair, single;
    };

    Seen remember() noexcept
    {
        if (!has_word()) {
            return {m_pairs.never, m_singles.never};
        }
        auto const word = load(m_bytes + m_at);
        Seen const seen{m_pairs.replace(word, m_at), m_singles.replace(word, m_at)};
        auto const distance = m_at - seen.pair;
        bool const is_near = seen.pair != m_pairs.never && distance < farthest_repetition;
        m_before[m_at % farthest_repetition] =
            is_near ? static_cast<std::uint16_t>(distance) : std::uint16_t{0};
        return seen;
    }

    /// Bytes that are the same here and there.
    [[nodiscard]] std::size_t common(std::size_t distance) const noexcept
    {
        auto const* const here = m_bytes + m_at;
        auto const* const there = here - distance;
        auto const most = std::min(longest_repetition, m_size - m_at);
        std::size_t length = 0;
        for (; length + 8 <= most; length += 8) {
            if (auto const differ = load(here + length) ^ load(there + length); differ != 0) {
                return length + static_cast<std::size_t>(std::countr_zero(differ)) / 8;
            }
        }
        while (length < most && here[length] == there[length]) {
            ++length;
        }
        return length;
    }

    /// Without the first bytes of a pixel that differs: the search goes on with whole ones.
    [[nodiscard]] std::size_t whole_pixels(std::size_t length) const noexcept
    {
        auto const end = m_at + length;
        auto row_end = m_row_end;
        while (end >= row_end) {
            row_end += m_row;
        }
        auto const in_row = end - (row_end - m_row);
        return in_row == 0 ? length : length - (in_row - 1) % pixel;
    }

    void try_at(std::size_t distance, Repetition& best) const noexcept
    {
        auto const length = common(distance);
        if (length < 3 || length <= best.length) {
            return;
        }
        Repetition const found{whole_pixels(length), distance};
        if (found.length >= 3 && (best.length == 0 || found.worth() > best.worth())) {
            best = found;
        }
    }

    /// The best repetition of those looked at; remembers the pixel.
    Repetition find()
    {
        Repetition best;
        if (!has_word()) {
            return best;
        }
        if (m_at >= pixel) {
            try_at(pixel, best);
        }
        if (best.length < longest_repetition && m_at >= m_row && m_row < farthest_repetition) {
            try_at(m_row, best);
        }
        auto const seen = remember();
        if (best.length >= nice_length) {
            return best;
        }
        if (seen.pair != m_pairs.never) {
            look_back(seen.pair, best);
        }
        if (best.length == 0 && seen.single != m_singles.never &&
            m_at - seen.single < farthest_repetition) {
            try_at(m_at - seen.single, best);
        }
        return best;
    }

    /// From one such pair of pixels to the one before.
    void look_back(std::size_t there, Repetition& best) const noexcept
    {
        auto const here = load(m_bytes + m_at);
        for (auto depth = search_depth; depth > 0; --depth) {
            auto const distance = m_at - there;
            if (distance >= farthest_repetition || best.length >= nice_length) {
                return;
            }
            bool const is_same = (load(m_bytes + there) ^ here) << (64 - 16 * pixel) == 0;
            if (is_same && distance != pixel && distance != m_row) {
                try_at(distance, best);
            }
            auto const back = m_before[there % farthest_repetition];
            if (back == 0) {
                return;
            }
            there -= back;
        }
    }

    std::uint8_t const* m_bytes;
    std::size_t m_size;
    std::size_t m_row;
    std::size_t m_at = 0;  ///< at a pixel, or a row's filter type
    std::size_t m_row_end; ///< of the row that m_at lies in
    DeflateBlocks m_blocks;
    LastSeen<2 * pixel, 14> m_pairs;
    LastSeen<pixel, 12> m_singles;
    /// By place, modulo the farthest: how far before lies a pair of the same hash; 0: too far.
    std::unique_ptr<std::uint16_t[]> m_before;
};

} // namespace

bool pixel_zlib_takes(PixelRows const& rows) noexcept
{
    return std::endian::native == std::endian::little && rows.pixel_bytes > 1 &&
           rows.bytes.size() < std::numeric_limits<std::uint32_t>::max();
}

std::vector<std::uint8_t> pixel_zlib(PixelRows const& rows)
{
    // RFC 1950, 2.2: deflate with a window of 32 KiB; the second byte makes it a multiple of 31.
    std::vector<std::uint8_t> out{0x78, 0x9C};
    if (rows.pixel_bytes == 3) {
        Packer<3>{rows, out}.pack();
    } else {
        Packer<4>{rows, out}.pack();
    }
    auto const sum = libdeflate_adler32(1, rows.bytes.data(), rows.bytes.size());
    for (unsigned shift = 32; shift > 0; shift -= 8) {
        out.push_back(static_cast<std::uint8_t>(sum >> (shift - 8)));
    }
    return out;
}

} // namespace ms::image
