// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// One shape on its way to pixels. Anti-Grain Geometry is met here and in agg_stroker.cpp.

#include "paint/coverage_grid.hpp"
#include "paint/span_painters.hpp"
#include "paint/stroker.hpp"

#include <agg_rasterizer_scanline_aa.h>
#include <agg_renderer_scanline.h>
#include <agg_scanline_p.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <span>

namespace ms::paint {

/// Clips in double precision, so that far away vertices do not overflow AGG's 24.8 fixed point.
using Rasterizer = agg::rasterizer_scanline_aa<agg::rasterizer_sl_clip_dbl>;

/// AGG forgets what exceeds its number of blocks of 256 cells, 16 bytes each. A crooked coastline
/// all over a large map crosses more pixels than its default of 1024 blocks; this is 64 MiB.
inline constexpr unsigned most_cell_blocks = 16384;

/// What AGG calls a renderer: hands the spans of its scanlines to a painter.
template <typename Painter>
class SpanRenderer {
public:
    SpanRenderer(Painter const& painter, int width, int height)
        : m_painter(painter), m_width(width), m_height(height)
    {}
    void prepare() const {}
    void render(agg::scanline_p8 const& line) const
    {
        // An edge along the right or lower border belongs to the pixel behind it, which is empty.
        if (line.y() >= m_height) {
            return;
        }
        auto const row = m_painter.row(line.y());
        auto span = line.begin();
        for (unsigned n = line.num_spans(); n > 0; --n, ++span) {
            bool const is_solid = span->len < 0;
            int const length = std::min<int>(std::abs(span->len), m_width - span->x);
            if (length <= 0) {
                continue;
            }
            if (is_solid) {
                row.run(span->x, length, *span->covers);
            } else {
                row.pixels(span->x, {span->covers, static_cast<std::size_t>(length)});
            }
        }
    }

private:
    Painter const& m_painter;
    int m_width;
    int m_height;
};

/// The shape that is being drawn: small ones go into a CoverageGrid, others to AGG's rasterizer.
class Shape {
public:
    explicit Shape(geometry::Box const& canvas) : m_canvas(canvas)
    {
        m_rasterizer.clip_box(canvas.min_x, canvas.min_y, canvas.max_x, canvas.max_y);
    }

    /// \param box  around all of the shape
    void begin(geometry::Box const& box)
    {
        m_is_small = m_canvas.grown(most_outside).contains(box) &&
                     box.width() * box.height() < most_grid_pixels;
        m_is_inside = m_canvas.contains(box);
        if (m_is_small) {
            auto const left = static_cast<int>(std::floor(box.min_x));
            auto const top = static_cast<int>(std::floor(box.min_y));
            m_grid.begin(left, top, static_cast<int>(std::ceil(box.max_x)) - left,
                         static_cast<int>(std::ceil(box.max_y)) - top);
        } else {
            m_rasterizer.reset();
        }
    }
    /// Whether the shape fills a good part of its box, of which hardly any lies off the canvas.
    [[nodiscard]] bool is_small() const noexcept { return m_is_small; }
    /// \param contour  finite numbers \param offset  added to all of them
    void add_contour(std::span<geometry::Point const> contour, geometry::Point offset)
    {
        if (m_is_small) {
            m_grid.add_contour(contour, offset);
            return;
        }
        bool is_first = true;
        for (geometry::Point const point : contour) {
            auto const p = tamed({point.x + offset.x, point.y + offset.y});
            is_first ? m_rasterizer.move_to_d(p.x, p.y) : m_rasterizer.line_to_d(p.x, p.y);
            is_first = false;
        }
    }

    /// \param painter  SpanPainter or TilePainter
    template <typename Painter>
    void paint(FillRule rule, CoverageGrid::Gamma const& gamma, Painter const& painter)
    {
        if (m_is_small && m_is_inside) {
            m_grid.sweep(rule, gamma, painter);
            return;
        }
        if (m_is_small) {
            m_grid.sweep(rule, gamma,
                         CroppedPainter<Painter>{painter, static_cast<int>(m_canvas.max_x),
                                                 static_cast<int>(m_canvas.max_y)});
            return;
        }
        if (m_gamma != &gamma) {
            m_gamma = &gamma;
            m_rasterizer.gamma([&](double covered) {
                return gamma[static_cast<std::size_t>(std::lround(covered * 255))] / 255.0;
            });
        }
        m_rasterizer.filling_rule(rule == FillRule::EvenOdd ? agg::fill_even_odd
                                                            : agg::fill_non_zero);
        SpanRenderer renderer(painter, static_cast<int>(m_canvas.max_x),
                              static_cast<int>(m_canvas.max_y));
        agg::render_scanlines(m_rasterizer, m_scanline, renderer);
    }

private:
    /// Above this an outline fills so little of its box that sorting cells is cheaper.
    static constexpr double most_grid_pixels = 1 << 17;
    /// What is cut beside the canvas reaches so many pixels beyond it, and most of a tile is.
    static constexpr double most_outside = 16;

    geometry::Box m_canvas;
    bool m_is_small = false;
    bool m_is_inside = false;
    CoverageGrid m_grid;
    Rasterizer m_rasterizer{most_cell_blocks};
    agg::scanline_p8 m_scanline;
    CoverageGrid::Gamma const* m_gamma = nullptr; ///< what m_rasterizer was given
};

} // namespace ms::paint
