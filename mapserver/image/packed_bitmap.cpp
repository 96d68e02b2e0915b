// SPDX-License-Identifier: MIT
#include "image/packed_bitmap.hpp"

#include <algorithm>
#include <span>

namespace ms::image {

namespace {

/// In a head: one pixel follows, which is repeated; otherwise the head counts the pixels that
/// follow.
constexpr std::uint32_t run_bit = 1U << 31U;
/// Shorter ones would take as much as their pixels, and more heads to go through.
constexpr std::ptrdiff_t shortest_run = 4;

/// Bitmap stores its pixels as numbers of 32 bits.
std::uint32_t const* pixels_of(BitmapView const& view)
{
    return reinterpret_cast<std::uint32_t const*>(view.pixels.data());
}

std::uint32_t const* end_of_run(std::uint32_t const* begin, std::uint32_t const* end)
{
    return std::find_if(begin, end, [&](std::uint32_t pixel) { return pixel != *begin; });
}

/// One head with its pixels.
struct Piece {
    bool is_run;
    int length; ///< pixels
    std::uint32_t const* pixels;
    std::uint32_t const* next;
};

Piece piece_at(std::uint32_t const* words)
{
    bool const is_run = (*words & run_bit) != 0;
    auto const length = static_cast<int>(*words & ~run_bit);
    return {is_run, length, words + 1, words + 1 + (is_run ? 1 : length)};
}

/// \param first, end  columns of the row, which come to begin at `to`
void unpack(std::uint32_t const* words, int first, int end, std::uint32_t* to)
{
    for (int column = 0; column < end;) {
        auto const piece = piece_at(words);
        words = piece.next;
        int const from = std::max(column, first);
        int const until = std::min(column + piece.length, end);
        if (from < until) {
            to = piece.is_run ? std::fill_n(to, until - from, *piece.pixels)
                              : std::copy_n(piece.pixels + (from - column), until - from, to);
        }
        column += piece.length;
    }
}

} // namespace

PackedBitmap::PackedBitmap(BitmapView const& source, int x, int y, int width, int height)
    : m_width(width)
{
    m_rows.reserve(static_cast<std::size_t>(height));
    auto const* row = pixels_of(source) + std::ptrdiff_t{y} * source.width + x;
    for (int i = 0; i < height; ++i, row += source.width) {
        if (i > 0 && std::equal(row, row + width, row - source.width)) {
            m_rows.push_back(m_rows.back());
        } else {
            pack_row(row);
        }
    }
    m_words.shrink_to_fit();
}

void PackedBitmap::pack_row(std::uint32_t const* row)
{
    m_rows.push_back(static_cast<std::uint32_t>(m_words.size()));
    auto const* const end = row + m_width;
    auto const* single = row; // from here to `at` single pixels
    auto const flush = [&](std::uint32_t const* until) {
        if (single != until) {
            m_words.push_back(static_cast<std::uint32_t>(until - single));
            m_words.insert(m_words.end(), single, until);
        }
    };
    for (auto const* at = row; at != end;) {
        auto const* const run_end = end_of_run(at, end);
        if (run_end - at >= shortest_run) {
            flush(at);
            m_words.push_back(run_bit | static_cast<std::uint32_t>(run_end - at));
            m_words.push_back(*at);
            single = run_end;
        }
        at = run_end;
    }
    flush(end);
}

std::size_t PackedBitmap::bytes() const noexcept
{
    return sizeof *this + (m_rows.capacity() + m_words.capacity()) * sizeof(std::uint32_t);
}

/// One run, and all rows are like the first.
std::optional<std::uint32_t> PackedBitmap::only_pixel() const noexcept
{
    bool const is_run = m_words.size() == 2 && (m_words.front() & run_bit) != 0;
    return is_run ? std::optional{m_words.back()} : std::nullopt;
}

void PackedBitmap::copy_to(Bitmap& target, int x, int y) const noexcept
{
    int const first = std::max(0, -x);
    int const end = std::min(m_width, target.width() - x);
    if (first >= end) {
        return;
    }
    auto* const pixels = reinterpret_cast<std::uint32_t*>(target.pixels().data());
    int const last_row = std::min(height(), target.height() - y);
    for (int row = std::max(0, -y); row < last_row; ++row) {
        auto* const to = pixels + std::ptrdiff_t{y + row} * target.width() + x + first;
        unpack(m_words.data() + m_rows[static_cast<std::size_t>(row)], first, end, to);
    }
}

} // namespace ms::image
