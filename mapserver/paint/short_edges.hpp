// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes what four short edges add to the pixels of a coverage grid at once.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace ms::paint {

/// Four numbers in a register.
using Ints [[gnu::vector_size(16)]] = std::int32_t;
using Floats [[gnu::vector_size(16)]] = float;

/// An edge in 1/256 pixels from the corner of a grid, never negative: where it begins and where it
/// ends, x before y.
using Edge = Ints;

/// Edges of at most a pixel in x and in y meet the side of one column and that of one row at most,
/// so that each lies in three pixels at most. Most edges of caps, joins and letters are so short.
class ShortEdges {
public:
    static constexpr std::size_t at_once = 4;
    static constexpr std::size_t most_pixels = 3; ///< of an edge

    [[nodiscard]] static bool is_short(Edge edge) noexcept
    {
        auto const size = __builtin_shufflevector(edge, edge, 2, 3, 2, 3) - edge;
        auto const sign = size >> 31;
        Ints const is_long = ((size ^ sign) - sign) > subpixels;
        return std::bit_cast<std::array<std::int64_t, 2>>(is_long)[0] == 0;
    }

    /// \param edges   four short ones \param stride  pixels from row to row of the grid
    ShortEdges(Edge const* edges, int stride) noexcept
    {
        auto const begins = __builtin_shufflevector(edges[0], edges[1], 0, 4, 1, 5);
        auto const ends = __builtin_shufflevector(edges[0], edges[1], 2, 6, 3, 7);
        auto const other_begins = __builtin_shufflevector(edges[2], edges[3], 0, 4, 1, 5);
        auto const other_ends = __builtin_shufflevector(edges[2], edges[3], 2, 6, 3, 7);
        set(__builtin_shufflevector(begins, other_begins, 0, 1, 4, 5),
            __builtin_shufflevector(begins, other_begins, 2, 3, 6, 7),
            __builtin_shufflevector(ends, other_ends, 0, 1, 4, 5),
            __builtin_shufflevector(ends, other_ends, 2, 3, 6, 7), stride);
    }

    /// \param add  add(pixel, own, next) for each pixel of each edge, and for some of them with 0:
    /// its number in the grid, and what the edge adds to its cell and to that of the next pixel
    template <typename Add>
    void for_each(Add const& add) const
    {
        for (std::size_t i = 0; i < most_pixels; ++i) {
            for (std::size_t edge = 0; edge < at_once; ++edge) {
                add(m_cells[i][edge], m_own[i][edge], m_next[i][edge]);
            }
        }
    }

private:
    static constexpr int subpixel_bits = 8;
    static constexpr int subpixels = 1 << subpixel_bits;

    /// All of them are whole numbers below 2^24, and exact.
    static Floats floats(Ints values) noexcept { return __builtin_convertvector(values, Floats); }
    static Ints ints(Floats values) noexcept { return __builtin_convertvector(values, Ints); }
    static Floats size_of(Floats values) noexcept
    {
        return std::bit_cast<Floats>(std::bit_cast<Ints>(values) & 0x7FFFFFFF);
    }
    /// start + way * rise / run, rounded down, for what lies within two pixels. No quotient of
    /// lengths of a pixel is nearer than 1/256 to a whole number, which is more than it errs by.
    static Floats at_side(Floats start, Floats way, Floats rise, Floats run) noexcept
    {
        constexpr int above_zero = 4 * subpixels;
        Floats const one_if_zero = std::bit_cast<Floats>((run == 0) & std::bit_cast<int>(1.0F));
        auto const there = way * rise / (run + one_if_zero) + (start + above_zero);
        return floats(ints(there) - above_zero);
    }

    struct Places {
        Floats x;
        Floats y;
    };

    void set(Ints from_x, Ints from_y, Ints to_x, Ints to_y, int stride) noexcept
    {
        Ints const column = from_x >> subpixel_bits;
        Ints const row = from_y >> subpixel_bits;
        Ints const columns = (to_x >> subpixel_bits) - column; // how many further: -1, 0 or 1
        Ints const rows = (to_y >> subpixel_bits) - row;
        Ints const meets_column = columns != 0;
        Ints const meets_row = rows != 0;
        // From the corner of the pixel that an edge begins in.
        Places const from{floats(from_x & (subpixels - 1)), floats(from_y & (subpixels - 1))};
        Places const way{floats(to_x - from_x), floats(to_y - from_y)};
        Places const to{from.x + way.x, from.y + way.y};
        Places const side{floats((columns > 0) & subpixels), floats((rows > 0) & subpixels)};
        Places const to_side{side.x - from.x, side.y - from.y};
        Ints const is_column_nearer = size_of(to_side.x * way.y) <= size_of(to_side.y * way.x);
        Ints const is_column_first = meets_column & (~meets_row | is_column_nearer);
        Places const at_column{side.x, at_side(from.y, to_side.x, way.y, way.x)};
        Places const at_row{at_side(from.x, to_side.y, way.x, way.y), side.y};
        auto const first = either(is_column_first, at_column, either(meets_row, at_row, to));
        auto const second =
            either(meets_column & meets_row, either(is_column_first, at_row, at_column), first);

        Ints const cell = ints(floats(row) * static_cast<float>(stride)) + column;
        Ints const next_row = ((rows > 0) & stride) - ((rows < 0) & stride);
        Ints const second_columns = is_column_first & columns;
        add_part(0, cell, from, first, Ints{});
        add_part(1, cell + second_columns + (~is_column_first & next_row), first, second,
                 second_columns);
        add_part(2, cell + columns + next_row, second, to, columns);
    }

    static Places either(Ints mask, Places a, Places b) noexcept
    {
        return {mask ? a.x : b.x, mask ? a.y : b.y};
    }

    /// \param columns  from the first pixel of the edge to this one
    void add_part(std::size_t number, Ints cell, Places from, Places to, Ints columns) noexcept
    {
        constexpr float whole = 2 * subpixels; // twice the area of a pixel by its height
        auto const height = to.y - from.y;
        auto const left = from.x + to.x - floats(columns * (2 * subpixels));
        auto const area = height * left;
        m_cells[number] = cell;
        m_own[number] = ints(height * whole - area);
        m_next[number] = ints(area);
    }

    Ints m_cells[most_pixels];
    Ints m_own[most_pixels];
    Ints m_next[most_pixels];
};

} // namespace ms::paint
