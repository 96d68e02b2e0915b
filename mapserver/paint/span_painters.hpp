// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Paints a rasterizer's spans on a bitmap: a colour or a pattern.

#include "image/bitmap.hpp"
#include "image/blend.hpp"
#include "image/eight_pixels.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace ms::paint {

[[nodiscard]] inline std::uint8_t* row_of(image::Bitmap& bitmap, int y)
{
    assert(y >= 0 && y < bitmap.height());
    auto const width = static_cast<std::size_t>(bitmap.width());
    return bitmap.pixels().data() + static_cast<std::size_t>(y) * width * 4;
}

/// Lays a colour over the pixels that a rasterizer finds.
class SpanPainter {
public:
    SpanPainter(image::Bitmap& bitmap, image::Color color)
        : m_bitmap(bitmap), m_color(color), m_ink(color)
    {}

    class Row {
    public:
        void pixel(int x, std::uint8_t opacity) const { m_ink.cover(at(x), opacity); }
        void pixels(int x, std::span<std::uint8_t const> opacities) const
        {
            image::blend_span(at(x), m_color, opacities);
        }
        void run(int x, int length, std::uint8_t opacity) const
        {
            image::blend_run(at(x), m_color, opacity, static_cast<std::size_t>(length));
        }

    private:
        friend SpanPainter;
        Row(std::uint8_t* row, SpanPainter const& painter)
            : m_row(row), m_ink(painter.m_ink), m_color(painter.m_color)
        {}
        [[nodiscard]] std::uint8_t* at(int x) const { return m_row + std::ptrdiff_t{x} * 4; }

        std::uint8_t* m_row;
        image::Ink m_ink;
        image::Color m_color;
    };
    [[nodiscard]] Row row(int y) const { return {row_of(m_bitmap, y), *this}; }
    [[nodiscard]] image::Bitmap& bitmap() const noexcept { return m_bitmap; }
    [[nodiscard]] image::Color color() const noexcept { return m_color; }

private:
    image::Bitmap& m_bitmap;
    image::Color m_color;
    image::Ink m_ink;
};

/// Does the same for CoverageGrid::sweep_by_eight().
class EightPainter {
public:
    explicit EightPainter(SpanPainter const& painter)
        : m_bitmap(painter.bitmap()), m_color(painter.color()), m_ink(painter.color())
    {}

    class Row {
    public:
        /// Also those beyond the shape, with opacity 0.
        void eight(int x, image::Eight opacities) const
        {
            cover<image::EightInk::pixels>(x, opacities);
        }
        void four(int x, image::Four opacities) const
        {
            cover<image::EightInk::half>(x, opacities);
        }
        void run(int x, int length, std::uint8_t opacity) const
        {
            image::blend_run(at(x), m_painter.m_color, opacity, static_cast<std::size_t>(length));
        }

    private:
        friend EightPainter;
        Row(std::uint8_t* row, EightPainter const& painter) : m_row(row), m_painter(painter) {}
        [[nodiscard]] std::uint8_t* at(int x) const { return m_row + std::ptrdiff_t{x} * 4; }

        /// Near the right edge a copy is covered.
        template <int pixels, typename Opacities>
        void cover(int x, Opacities opacities) const
        {
            int const room = m_painter.m_bitmap.width() - x;
            if (room >= pixels) {
                m_painter.m_ink.cover(at(x), opacities);
                return;
            }
            std::array<std::uint8_t, std::size_t{pixels} * 4> copy{};
            auto const bytes = static_cast<std::size_t>(room) * 4;
            std::memcpy(copy.data(), at(x), bytes);
            m_painter.m_ink.cover(copy.data(), opacities);
            std::memcpy(at(x), copy.data(), bytes);
        }

        std::uint8_t* m_row;
        EightPainter const& m_painter;
    };
    [[nodiscard]] Row row(int y) const { return {row_of(m_bitmap, y), *this}; }

private:
    image::Bitmap& m_bitmap;
    image::Color m_color;
    image::EightInk m_ink;
};

/// Lays a repeated image over the pixels that a rasterizer finds.
class TilePainter {
public:
    TilePainter(image::Bitmap& bitmap, image::BitmapView const& tile, int origin_x, int origin_y)
        : m_bitmap(bitmap), m_tile(tile), m_origin_x(origin_x), m_origin_y(origin_y)
    {}

    class Row {
    public:
        void pixel(int x, std::uint8_t opacity) const { pixels(x, {&opacity, 1}); }
        void pixels(int x, std::span<std::uint8_t const> opacities) const
        {
            auto const width = static_cast<std::size_t>(m_width);
            auto column = wrapped(x - m_origin_x, m_width);
            auto* target = m_row + std::ptrdiff_t{x} * 4;
            while (!opacities.empty()) {
                auto const run = std::min(width - column, opacities.size());
                image::blend_pixels(target, m_tile_row + column * 4, opacities.first(run));
                target += run * 4;
                opacities = opacities.subspan(run);
                column = 0;
            }
        }
        void run(int x, int length, std::uint8_t opacity) const
        {
            std::array<std::uint8_t, 64> opacities{};
            opacities.fill(opacity);
            for (int const end = x + length; x < end; x += static_cast<int>(opacities.size())) {
                auto const count = std::min(static_cast<std::size_t>(end - x), opacities.size());
                pixels(x, {opacities.data(), count});
            }
        }

    private:
        friend TilePainter;
        Row(std::uint8_t* row, std::uint8_t const* tile_row, int width, int origin_x)
            : m_row(row), m_tile_row(tile_row), m_width(width), m_origin_x(origin_x)
        {}
        std::uint8_t* m_row;
        std::uint8_t const* m_tile_row;
        int m_width; ///< of the tile
        int m_origin_x;
    };
    [[nodiscard]] Row row(int y) const
    {
        auto const tile_row =
            wrapped(y - m_origin_y, m_tile.height) * static_cast<std::size_t>(m_tile.width);
        return {row_of(m_bitmap, y), m_tile.pixels.data() + tile_row * 4, m_tile.width, m_origin_x};
    }

private:
    static std::size_t wrapped(int value, int side) noexcept
    {
        int const rest = value % side;
        return static_cast<std::size_t>(rest < 0 ? rest + side : rest);
    }

    image::Bitmap& m_bitmap;
    image::BitmapView m_tile;
    int m_origin_x;
    int m_origin_y;
};

/// Paints the part of a grid that lies on the canvas.
template <typename Painter>
class CroppedPainter {
public:
    CroppedPainter(Painter const& painter, int width, int height)
        : m_painter(painter), m_width(width), m_height(height)
    {}

    class Row {
    public:
        void pixel(int x, std::uint8_t opacity) const
        {
            if (x >= 0 && x < m_end) {
                m_row.pixel(x, opacity);
            }
        }
        void run(int x, int length, std::uint8_t opacity) const
        {
            int const begin = std::max(x, 0);
            int const end = std::min(x + length, m_end);
            if (begin < end) {
                m_row.run(begin, end - begin, opacity);
            }
        }

    private:
        friend CroppedPainter;
        Row(Painter::Row row, int end) : m_row(row), m_end(end) {}
        Painter::Row m_row;
        int m_end; ///< 0: no part of this row
    };
    [[nodiscard]] Row row(int y) const
    {
        bool const is_seen = y >= 0 && y < m_height;
        return {m_painter.row(is_seen ? y : 0), is_seen ? m_width : 0};
    }

private:
    Painter const& m_painter;
    int m_width;
    int m_height;
};

} // namespace ms::paint
