// SPDX-License-Identifier: MIT
// Anti-Grain Geometry is met here and in agg_stroker.hpp only.
#include "paint/agg_canvas.hpp"

#include "base/error.hpp"
#include "image/blend.hpp"
#include "paint/agg_stroker.hpp"
#include "paint/dash.hpp"

#include <agg_gamma_functions.h>
#include <agg_pixfmt_rgba.h>
#include <agg_rasterizer_scanline_aa.h>
#include <agg_renderer_base.h>
#include <agg_renderer_scanline.h>
#include <agg_rendering_buffer.h>
#include <agg_scanline_u.h>

#include <string>
#include <utility>

namespace ms::paint {

namespace {

using geometry::Point;

/// Clips in double precision, so that far away vertices do not overflow AGG's 24.8 fixed point.
using Rasterizer = agg::rasterizer_scanline_aa<agg::rasterizer_sl_clip_dbl>;
using PixelFormat = agg::pixfmt_rgba32_pre;

/// AGG forgets what exceeds its number of blocks of 256 cells, 16 bytes each. A crooked coastline
/// all over a large map crosses more pixels than its default of 1024 blocks; this is 64 MiB.
constexpr unsigned most_cell_blocks = 16384;

/// How the covered part of a pixel becomes its opacity.
enum class Coverage : std::uint8_t { Unset, Linear, Fill, Threshold };

/// Hands the outlines of a Stroker to the rasterizer.
class RasterSink {
public:
    using value_type = agg::point_d;

    explicit RasterSink(Rasterizer& rasterizer) : m_rasterizer(rasterizer) {}
    void begin() noexcept { m_is_first = true; }
    void remove_all() noexcept {} // AGG's joins call it before they add
    void add(value_type const& p)
    {
        if (m_is_first) {
            m_rasterizer.move_to_d(p.x, p.y);
            m_is_first = false;
        } else {
            m_rasterizer.line_to_d(p.x, p.y);
        }
    }

private:
    Rasterizer& m_rasterizer;
    bool m_is_first = true;
};

/// Keeps the outlines of a Stroker, to stamp them at many places.
struct ColumnSink {
    using value_type = agg::point_d;

    geometry::GeometryColumn column;
    void begin()
    {
        if (!column.points.empty()) {
            column.end_ring();
        }
    }
    void remove_all() noexcept {}
    void add(value_type const& p) { column.points.push_back({p.x, p.y}); }
};

class AggCanvas final : public Canvas {
public:
    explicit AggCanvas(CanvasOptions const& options)
        : m_gamma(options.gamma),
          m_bitmap(options.width, options.height), m_box{0, 0, static_cast<double>(options.width),
                                                         static_cast<double>(options.height)}
    {
        m_rasterizer.clip_box(m_box.min_x, m_box.min_y, m_box.max_x, m_box.max_y);
        m_bitmap.fill(options.background);
        attach();
    }

    void fill(Path const& path, Brush const& brush) override
    {
        if (brush.color.alpha == 0) {
            return;
        }
        m_rasterizer.reset();
        add_rings(path, {});
        set_coverage(Coverage::Fill);
        render(brush.rule, brush.color);
    }

    void stroke(Path const& path, Pen const& pen) override
    {
        if (!is_visible(pen)) {
            return;
        }
        m_rasterizer.reset();
        RasterSink sink(m_rasterizer);
        m_stroker.set_pen(pen, ThinLines::Plain);
        for (auto ring = path.rings.first; ring < path.rings.last; ++ring) {
            stroke_ring(path.column.ring(ring), pen, m_stroker, sink);
        }
        set_coverage(pen.is_antialiased ? Coverage::Linear : Coverage::Threshold);
        render(FillRule::NonZero, pen.color);
    }

    void mark(std::span<Point const> places, Marker const& marker) override
    {
        if (marker.shape.size() == 0) {
            return;
        }
        Path const shape = path_of(marker.shape, 0);
        bool const has_fill = marker.fill && marker.fill->color.alpha != 0;
        bool const has_outline = marker.outline && is_visible(*marker.outline);
        if (has_outline) {
            find_outline(shape, *marker.outline);
        }
        double const margin = has_outline ? marker.outline->width : 0;
        auto const reach = marker.shape.box_of(0).grown(margin * 4 + 1);
        for (Point const place : places) {
            if (!is_near(place, reach)) {
                continue;
            }
            if (has_fill) {
                stamp(shape, place, marker.fill->rule, marker.fill->color, Coverage::Linear);
            }
            if (has_outline) {
                auto const& pen = *marker.outline;
                stamp(outline(), place, FillRule::NonZero, pen.color,
                      pen.is_antialiased ? Coverage::Linear : Coverage::Threshold);
            }
        }
    }

    void draw_image(image::BitmapView const& image, Point corner, double opacity) override
    {
        if (std::isfinite(corner.x) && std::isfinite(corner.y)) {
            auto const at = tamed(corner);
            image::blend_over(m_bitmap, image, static_cast<int>(std::lround(at.x)),
                              static_cast<int>(std::lround(at.y)), opacity);
        }
    }

    void begin_group(double opacity) override
    {
        image::Bitmap group(m_bitmap.width(), m_bitmap.height());
        m_below.push_back({std::exchange(m_bitmap, std::move(group)), opacity});
        attach();
    }

    void end_group() override
    {
        if (m_below.empty()) {
            throw Error{ErrorKind::Internal, "canvas: end_group() without begin_group()"};
        }
        auto below = std::move(m_below.back());
        m_below.pop_back();
        image::blend_over(below.bitmap, m_bitmap.view(), 0, 0, below.opacity);
        m_bitmap = std::move(below.bitmap);
        attach();
    }

    image::Bitmap finish() override
    {
        if (!m_below.empty()) {
            throw Error{ErrorKind::Internal, "canvas: finish() inside a group"};
        }
        return std::move(m_bitmap);
    }

private:
    /// What a group will be laid over.
    struct Below {
        image::Bitmap bitmap;
        double opacity;
    };

    static bool is_visible(Pen const& pen) noexcept
    {
        return pen.width > 0 && pen.color.alpha != 0;
    }

    /// Draws into m_bitmap from now on.
    void attach()
    {
        auto const width = static_cast<unsigned>(m_bitmap.width());
        m_buffer.attach(m_bitmap.pixels().data(), width, static_cast<unsigned>(m_bitmap.height()),
                        m_bitmap.width() * 4);
        m_pixels.attach(m_buffer);
        m_renderer.attach(m_pixels);
    }

    void add_rings(Path const& path, Point offset)
    {
        for (auto ring = path.rings.first; ring < path.rings.last; ++ring) {
            bool is_first = true;
            for (Point const point : path.column.ring(ring)) {
                if (!(std::isfinite(point.x) && std::isfinite(point.y))) {
                    continue;
                }
                auto const p = tamed({point.x + offset.x, point.y + offset.y});
                if (is_first) {
                    m_rasterizer.move_to_d(p.x, p.y);
                    is_first = false;
                } else {
                    m_rasterizer.line_to_d(p.x, p.y);
                }
            }
        }
    }

    template <typename Sink>
    void stroke_ring(std::span<Point const> ring, Pen const& pen, Stroker<Sink>& stroker,
                     Sink& sink)
    {
        if (pen.dashes.empty()) {
            stroker.stroke(ring, sink);
            return;
        }
        m_dashed.clear();
        dash(ring, pen.dashes, pen.dash_offset, m_box.grown(2 * std::min(pen.width, widest_px) + 1),
             m_dashed);
        for (std::size_t i = 0; i < m_dashed.ring_ends.size(); ++i) {
            stroker.stroke(m_dashed.ring(i), sink);
        }
    }

    void find_outline(Path const& shape, Pen const& pen)
    {
        m_outline.column.clear();
        m_marker_stroker.set_pen(pen, ThinLines::AsAsked);
        for (auto ring = shape.rings.first; ring < shape.rings.last; ++ring) {
            stroke_ring(shape.column.ring(ring), pen, m_marker_stroker, m_outline);
        }
        if (!m_outline.column.points.empty()) {
            m_outline.column.end_ring();
        }
    }

    [[nodiscard]] Path outline() const
    {
        return {m_outline.column,
                {0, static_cast<std::uint32_t>(m_outline.column.ring_ends.size())}};
    }

    [[nodiscard]] bool is_near(Point place, geometry::Box const& reach) const noexcept
    {
        return m_box.intersects({reach.min_x + place.x, reach.min_y + place.y,
                                 reach.max_x + place.x, reach.max_y + place.y});
    }

    void stamp(Path const& shape, Point place, FillRule rule, image::Color color, Coverage coverage)
    {
        m_rasterizer.reset();
        add_rings(shape, place);
        set_coverage(coverage);
        render(rule, color);
    }

    /// A table of 256 entries, so only when it changes.
    void set_coverage(Coverage coverage)
    {
        if (coverage == m_coverage) {
            return;
        }
        m_coverage = coverage;
        switch (coverage) {
        case Coverage::Fill:
            // MapServer: what covers `gamma` of a pixel covers it all. Closes the light seams
            // between polygons that share an edge.
            m_rasterizer.gamma(agg::gamma_linear(0.0, m_gamma));
            break;
        case Coverage::Threshold:
            // MapServer: whatever is touched is painted.
            m_rasterizer.gamma(agg::gamma_threshold(0.5 / 255));
            break;
        case Coverage::Linear:
        case Coverage::Unset:
            m_rasterizer.gamma(agg::gamma_none());
            break;
        }
    }

    void render(FillRule rule, image::Color color)
    {
        m_rasterizer.filling_rule(rule == FillRule::EvenOdd ? agg::fill_even_odd
                                                            : agg::fill_non_zero);
        agg::rgba8 premultiplied(color.red, color.green, color.blue, color.alpha);
        premultiplied.premultiply();
        agg::render_scanlines_aa_solid(m_rasterizer, m_scanline, m_renderer, premultiplied);
    }

    double m_gamma;
    image::Bitmap m_bitmap;
    geometry::Box m_box;
    std::vector<Below> m_below;
    agg::rendering_buffer m_buffer;
    PixelFormat m_pixels;
    agg::renderer_base<PixelFormat> m_renderer;
    Rasterizer m_rasterizer{most_cell_blocks};
    agg::scanline_u8 m_scanline;
    Coverage m_coverage = Coverage::Unset;
    Stroker<RasterSink> m_stroker;
    Stroker<ColumnSink> m_marker_stroker;
    ColumnSink m_outline;
    geometry::GeometryColumn m_dashed;
};

} // namespace

std::unique_ptr<Canvas> make_agg_canvas(CanvasOptions const& options)
{
    constexpr int most = 32767;
    if (options.width < 1 || options.height < 1 || options.width > most || options.height > most) {
        throw Error{ErrorKind::Limit, "canvas: " + std::to_string(options.width) + " x " +
                                          std::to_string(options.height) +
                                          " pixels cannot be drawn"};
    }
    return std::make_unique<AggCanvas>(options);
}

} // namespace ms::paint
