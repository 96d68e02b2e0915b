// SPDX-License-Identifier: MIT
// Anti-Grain Geometry is met here and in agg_stroker.cpp.
#include "paint/agg_canvas.hpp"

#include "base/error.hpp"
#include "geometry/finite.hpp"
#include "image/blend.hpp"
#include "paint/coverage_grid.hpp"
#include "paint/dash.hpp"
#include "paint/edges.hpp"
#include "paint/glyph_halos.hpp"
#include "paint/span_painters.hpp"
#include "paint/strip_stroker.hpp"
#include "paint/stroker.hpp"

#include <agg_rasterizer_scanline_aa.h>
#include <agg_renderer_scanline.h>
#include <agg_scanline_p.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <type_traits>
#include <utility>

namespace ms::paint {

namespace {

using geometry::Point;

/// How the covered part of a pixel is converted to opacity.
enum class Coverage : std::uint8_t { Linear, Fill, Touched };

class Gammas {
public:
    /// \param is_antialiased false: all are Touched
    Gammas(double fill_gamma, bool is_antialiased)
    {
        for (std::size_t i = 0; i < 256; ++i) {
            table(Coverage::Linear)[i] = static_cast<std::uint8_t>(i);
            // MapServer: a shape that covers `gamma` of a pixel covers it completely. Closes the
            // light seams between polygons that share an edge.
            double const covered = static_cast<double>(i) / std::max(fill_gamma, 1e-3);
            table(Coverage::Fill)[i] =
                static_cast<std::uint8_t>(std::lround(std::min(covered, 255.0)));
            // MapServer: without anti-aliasing every touched pixel is painted.
            table(Coverage::Touched)[i] = i > 0 ? 255 : 0;
        }
        if (!is_antialiased) {
            m_tables.fill(m_tables[static_cast<std::size_t>(Coverage::Touched)]);
        }
    }
    [[nodiscard]] CoverageGrid::Gamma const& of(Coverage coverage) const
    {
        return m_tables[static_cast<std::size_t>(coverage)];
    }

private:
    CoverageGrid::Gamma& table(Coverage coverage)
    {
        return m_tables[static_cast<std::size_t>(coverage)];
    }
    std::array<CoverageGrid::Gamma, 3> m_tables{};
};

/// Clips in double precision, so that far away vertices do not overflow AGG's 24.8 fixed point.
using Rasterizer = agg::rasterizer_scanline_aa<agg::rasterizer_sl_clip_dbl>;

/// AGG drops cells beyond 1024 blocks of 4096 cells (64 MiB, and 32 for sorting them), so shapes
/// with more edges than this are drawn in bands of rows.
constexpr double max_cells = 1 << 20;
constexpr unsigned max_cell_blocks = 1024; ///< one row of very many edges must still fit
/// Edges may cross the whole canvas: this many take a few milliseconds.
constexpr std::size_t points_between_looks = 256;

/// An AGG renderer: passes the spans of its scanlines to a painter.
template <typename Painter>
class SpanRenderer {
public:
    SpanRenderer(Painter const& painter, int width, int height)
        : m_painter(painter), m_width(width), m_height(height)
    {}
    void prepare() const {}
    void render(agg::scanline_p8 const& line) const
    {
        // An edge along the right or lower border belongs to the next pixel, which is empty.
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

/// How far apart the edges in a row of a shape are: Near means several within eight pixels, Alone
/// the two of a thin line, which share a pixel. In a narrow grid they are near in any case.
enum class Edges : std::uint8_t { Near, Alone };

using EdgeLength = CoverageGrid::EdgeLength;

/// The shape that is being drawn: small ones go into a CoverageGrid, others to AGG's rasterizer.
class Shape {
public:
    /// \param linear  the gamma that leaves coverage as it is; null: every touched pixel is painted
    /// \param budget  worked on for large shapes; may be null
    Shape(geometry::Box const& canvas, CoverageGrid::Gamma const* linear, Budget* budget)
        : m_canvas(canvas), m_linear(linear), m_budget(budget)
    {}

    /// \param box  around all of the shape
    void begin(geometry::Box const& box)
    {
        // Where a trace of coverage counts as a whole pixel, every rounding has to be AGG's.
        m_is_small = m_linear != nullptr && m_canvas.grown(max_outside).contains(box) &&
                     box.width() * box.height() < max_grid_pixels;
        m_is_inside = m_canvas.contains(box);
        if (m_is_small) {
            auto const left = static_cast<int>(std::floor(box.min_x));
            auto const top = static_cast<int>(std::floor(box.min_y));
            m_grid.begin(left, top, static_cast<int>(std::ceil(box.max_x)) - left,
                         static_cast<int>(std::ceil(box.max_y)) - top);
        }
    }
    /// Whether the shape fills a large part of its box, and hardly any of that lies off the canvas.
    [[nodiscard]] bool is_small() const noexcept { return m_is_small; }
    /// After begin(). \param offset  added to all vertices \param painter  SpanPainter or
    /// TilePainter
    template <typename Painter>
    void paint(Path const& path, Point offset, FillRule rule, CoverageGrid::Gamma const& gamma,
               Painter const& painter, EdgeLength length = EdgeLength::Long)
    {
        if (!m_is_small) {
            set_up(rule, gamma);
            paint_rows(path, offset, m_canvas, painter);
            return;
        }
        for (auto ring = path.rings.first; ring < path.rings.last; ++ring) {
            m_grid.add_contour(finite_part(path.column.ring(ring)), offset, length);
        }
        sweep(rule, gamma, Edges::Near, painter);
    }
    /// Lines instead of areas, after begin(), of a small shape only.
    /// \param pieces  pieces(ring) returns what is drawn of a ring
    template <typename Pieces, typename Painter>
    void paint_lines(Path const& path, StripStroker& stroker, Pieces const& pieces, Edges edges,
                     EdgeLength length, CoverageGrid::Gamma const& gamma, Painter const& painter)
    {
        for (auto ring = path.rings.first; ring < path.rings.last; ++ring) {
            pieces(finite_part(path.column.ring(ring)), [&](std::span<Point const> line) {
                if (auto const corners = stroker.corners(line); !corners.empty()) {
                    m_grid.add_strip(corners, length);
                }
            });
        }
        sweep(FillRule::NonZero, gamma, edges, painter);
    }

private:
    /// Above this an outline fills so little of its box that sorting cells is cheaper.
    static constexpr double max_grid_pixels = 1 << 17;
    /// Clipped shapes, and most shapes of a tile, extend at most this many pixels beyond the
    /// canvas.
    static constexpr double max_outside = 16;

    template <typename Painter>
    void sweep(FillRule rule, CoverageGrid::Gamma const& gamma, Edges edges, Painter const& painter)
    {
        if constexpr (image::EightInk::is_available && std::is_same_v<Painter, SpanPainter>) {
            if (m_is_inside && (edges == Edges::Near || m_grid.is_narrow()) &&
                rule == FillRule::NonZero && &gamma == m_linear) {
                m_grid.sweep_by_eight(EightPainter{painter});
                return;
            }
        }
        if (m_is_inside) {
            m_grid.sweep(rule, gamma, painter);
        } else {
            m_grid.sweep(rule, gamma,
                         CroppedPainter<Painter>{painter, static_cast<int>(m_canvas.max_x),
                                                 static_cast<int>(m_canvas.max_y)});
        }
    }

    /// The ring without points that are not finite. Valid until it is called again.
    std::span<Point const> finite_part(std::span<Point const> ring)
    {
        if (geometry::are_finite(ring)) {
            return ring;
        }
        m_finite.clear();
        std::ranges::copy_if(ring, std::back_inserter(m_finite), geometry::is_finite);
        return m_finite;
    }

    void set_up(FillRule rule, CoverageGrid::Gamma const& gamma)
    {
        if (m_gamma != &gamma) {
            m_gamma = &gamma;
            m_rasterizer.gamma([&](double covered) {
                return gamma[static_cast<std::size_t>(std::lround(covered * 255))] / 255.0;
            });
        }
        m_rasterizer.filling_rule(rule == FillRule::EvenOdd ? agg::fill_even_odd
                                                            : agg::fill_non_zero);
    }

    void look_at_time()
    {
        if (m_budget != nullptr) {
            m_budget->work();
        }
    }

    /// Number of row bands for AGG's cell limit; 1 for most shapes.
    [[nodiscard]] static int band_count(Path const& path, Point offset, geometry::Box const& rows)
    {
        auto const last = path.rings.last == 0 ? 0U : path.column.ring_ends[path.rings.last - 1];
        auto const first = path.rings.first == 0 ? 0U : path.column.ring_ends[path.rings.first - 1];
        if ((last - first) * (rows.width() + rows.height() + 2) <= max_cells) {
            return 1;
        }
        double const cells = count_edge_pixels(path, offset, rows).cells;
        return static_cast<int>(std::clamp(std::ceil(cells / max_cells), 1.0, rows.height()));
    }

    /// \param rows  of the canvas, which are drawn
    template <typename Painter>
    void paint_rows(Path const& path, Point offset, geometry::Box const& rows,
                    Painter const& painter)
    {
        look_at_time();
        int const bands = band_count(path, offset, rows);
        if (bands > 1) {
            double const height = std::ceil(rows.height() / bands);
            for (double top = rows.min_y; top < rows.max_y; top += height) {
                double const bottom = std::min(top + height, rows.max_y);
                paint_rows(path, offset, {rows.min_x, top, rows.max_x, bottom}, painter);
            }
            return;
        }
        m_rasterizer.clip_box(rows.min_x, rows.min_y, rows.max_x, rows.max_y); // and begins anew
        for (auto ring = path.rings.first; ring < path.rings.last; ++ring) {
            add_contour(finite_part(path.column.ring(ring)), offset);
        }
        look_at_time();
        SpanRenderer renderer(painter, static_cast<int>(rows.max_x), static_cast<int>(rows.max_y));
        agg::render_scanlines(m_rasterizer, m_scanline, renderer);
    }

    void add_contour(std::span<Point const> contour, Point offset)
    {
        std::size_t number = 0;
        for (Point const point : contour) {
            auto const p = tamed({point.x + offset.x, point.y + offset.y});
            number == 0 ? m_rasterizer.move_to_d(p.x, p.y) : m_rasterizer.line_to_d(p.x, p.y);
            if (++number % points_between_looks == 0) {
                look_at_time();
            }
        }
    }

    geometry::Box m_canvas;
    CoverageGrid::Gamma const* m_linear;
    Budget* m_budget;
    std::vector<Point> m_finite;
    bool m_is_small = false;
    bool m_is_inside = false;
    CoverageGrid m_grid;
    Rasterizer m_rasterizer{max_cell_blocks};
    agg::scanline_p8 m_scanline;
    CoverageGrid::Gamma const* m_gamma = nullptr; ///< the current gamma of m_rasterizer
};

/// From here on the edges of caps and joins are longer than a pixel.
constexpr double wide_px = 2.5;

/// Arcs make up to 50 corners of a point, which Stroker charges to the budget and StripStroker does
/// not.
constexpr std::size_t most_strip_points = 4096;

/// A blur of 4000 x 4000 pixels takes 0.3 s.
constexpr std::chrono::nanoseconds filter_time_per_byte{5};

std::size_t point_count(Path const& path)
{
    if (path.rings.first == path.rings.last) {
        return 0;
    }
    return path.column.ring_ends[path.rings.last - 1] - path.column.first_point(path.rings.first);
}

/// The box around the rings of a path, NaN left aside.
geometry::Box box_of(Path const& path)
{
    geometry::Box box;
    for (auto ring = path.rings.first; ring < path.rings.last; ++ring) {
        for (Point const p : path.column.ring(ring)) {
            box.extend(p);
        }
    }
    return box;
}

/// Memory of a canvas that counts towards a budget for as long as it lives.
class Charge {
public:
    Charge() = default;
    /// \param budget may be null \throws Error{Limit}
    Charge(Budget* budget, std::size_t bytes) : m_budget(budget), m_bytes(bytes)
    {
        if (m_budget != nullptr) {
            m_budget->keep(m_bytes);
        }
    }
    ~Charge()
    {
        if (m_budget != nullptr) {
            m_budget->release(m_bytes);
        }
    }
    Charge(Charge&& other) noexcept
        : m_budget(std::exchange(other.m_budget, nullptr)), m_bytes(other.m_bytes)
    {}
    Charge& operator=(Charge&& other) noexcept
    {
        std::swap(m_budget, other.m_budget);
        std::swap(m_bytes, other.m_bytes);
        return *this;
    }

private:
    Budget* m_budget = nullptr;
    std::size_t m_bytes = 0;
};

class AggCanvas final : public Canvas {
public:
    explicit AggCanvas(CanvasOptions const& options)
        : m_gammas(options.gamma, options.is_antialiased), m_ground(options.ground),
          m_bitmap(pixels_of(options)), m_box{0, 0, static_cast<double>(options.width),
                                              static_cast<double>(options.height)},
          m_budget(options.budget),
          m_shape(m_box, options.is_antialiased ? &m_gammas.of(Coverage::Linear) : nullptr,
                  options.budget),
          m_stroker(options.budget)
    {}
    AggCanvas(AggCanvas const&) = delete;
    AggCanvas& operator=(AggCanvas const&) = delete;

    /// An image that was to be drawn on keeps what has been drawn.
    ~AggCanvas() override
    {
        if (m_ground != nullptr) {
            *m_ground = std::move(m_below.empty() ? m_bitmap : m_below.front().bitmap);
        }
    }

    void fill(Path const& path, Brush const& brush) override
    {
        if (brush.color.alpha == 0) {
            return;
        }
        begin_area(box_of(path));
        m_shape.paint(path, {}, brush.rule, m_gammas.of(Coverage::Fill),
                      SpanPainter(m_bitmap, brush.color));
    }

    void fill_tiled(Path const& path, Tile const& tile, int origin_x, int origin_y) override
    {
        if (tile.pixels.width < 1 || tile.pixels.height < 1) {
            return;
        }
        m_shape.begin(box_of(path));
        m_shape.paint(path, {}, FillRule::EvenOdd, m_gammas.of(Coverage::Fill),
                      TilePainter(m_bitmap, tile.pixels, origin_x, origin_y));
    }

    void stroke(Path const& path, Pen const& pen) override
    {
        if (!is_visible(pen)) {
            return;
        }
        if (stroke_small(path, pen)) {
            return;
        }
        auto const outline = outline_of(path, pen, ThinLines::Plain);
        begin_area(box_of(outline));
        m_shape.paint(outline, {}, FillRule::NonZero, m_gammas.of(coverage_of(pen)),
                      SpanPainter(m_bitmap, pen.color));
    }

    void mark(std::span<Point const> places, Marker const& marker) override
    {
        if (marker.shape.size() == 0) {
            return;
        }
        Path const inside = path_of(marker.shape, 0);
        bool const has_fill = marker.fill && marker.fill->color.alpha != 0;
        bool const has_outline = marker.outline && is_visible(*marker.outline);
        auto const outline = has_outline
                                 ? outline_of(inside, *marker.outline, ThinLines::AsRequested)
                                 : Path{m_outline, {0, 0}};
        auto const box = box_of(inside);
        auto const outline_box = box_of(outline);
        for (Point const place : places) {
            if (has_fill) {
                stamp(inside, box, place, marker.fill->rule, Coverage::Linear, marker.fill->color);
            }
            if (has_outline) {
                auto const& pen = *marker.outline;
                stamp(outline, outline_box, place, FillRule::NonZero, coverage_of(pen), pen.color);
            }
        }
    }

    void glyphs(GlyphRun const& run, GlyphInk const& ink) override
    {
        draw_glyphs(*this, run, ink, m_halos);
    }

    void draw_image(image::BitmapView const& image, Point corner, double opacity) override
    {
        if (std::isfinite(corner.x) && std::isfinite(corner.y)) {
            auto const at = tamed(corner);
            image::blend_over(m_bitmap, image, static_cast<int>(std::lround(at.x)),
                              static_cast<int>(std::lround(at.y)), opacity);
        }
    }

    [[nodiscard]] image::Bitmap* pixels() noexcept override { return &m_bitmap; }

    void begin_group() override
    {
        Charge charge{m_budget, bytes()};
        image::Bitmap group(m_bitmap.width(), m_bitmap.height());
        m_below.push_back({std::exchange(m_bitmap, std::move(group)), {}, std::move(charge)});
    }

    void mask_group(image::BitmapView const& mask) override
    {
        image::clear_outside(m_bitmap, mask);
    }

    void end_group(std::span<Blend const> blends) override
    {
        auto const group = pop();
        for (auto const& blend : blends) {
            if (blend.filters.empty()) {
                image::composite(m_bitmap, group.view(), blend.op, blend.opacity);
                continue;
            }
            Charge const charge{m_budget, bytes()};
            auto filtered = group;
            for (auto const& filter : blend.filters) {
                if (m_budget != nullptr) {
                    m_budget->expect(filter_time_per_byte * static_cast<long long>(bytes()));
                }
                image::apply(filter, filtered);
            }
            image::composite(m_bitmap, filtered.view(), blend.op, blend.opacity);
        }
    }

    void begin_clip(Path const& path) override
    {
        Charge charge{m_budget, bytes()};
        image::Bitmap inside(m_bitmap.width(), m_bitmap.height());
        m_shape.begin(box_of(path));
        m_shape.paint(path, {}, FillRule::EvenOdd, m_gammas.of(Coverage::Linear),
                      SpanPainter(inside, {}));
        begin_group();
        m_below.back().clip = std::move(inside);
        m_below.back().clip_charge = std::move(charge);
    }

    void end_clip() override
    {
        auto const inside = m_below.empty() ? image::Bitmap{} : std::move(m_below.back().clip);
        auto group = pop();
        image::multiply_alpha(group, inside.view());
        image::blend_over(m_bitmap, group.view(), 0, 0, 1);
    }

    image::Bitmap finish() override
    {
        if (!m_below.empty()) {
            throw Error{ErrorKind::Internal, "canvas: finish() inside a group"};
        }
        m_ground = nullptr;
        return std::move(m_bitmap);
    }

private:
    static image::Bitmap pixels_of(CanvasOptions const& options)
    {
        return options.ground != nullptr
                   ? std::move(*options.ground)
                   : image::Bitmap(options.width, options.height, options.background);
    }

    /// The pixels below a group or a clip.
    struct Below {
        image::Bitmap bitmap;
        image::Bitmap clip; ///< opaque where the clip lets through
        Charge charge;      ///< of the group
        Charge clip_charge;
    };

    [[nodiscard]] std::size_t bytes() const noexcept { return m_bitmap.view().pixels.size(); }

    /// Returns to the pixels below. \returns the group
    image::Bitmap pop()
    {
        if (m_below.empty()) {
            throw Error{ErrorKind::Internal, "canvas: a group or clip ends that has not begun"};
        }
        auto group = std::exchange(m_bitmap, std::move(m_below.back().bitmap));
        m_below.pop_back();
        return group;
    }

    static bool is_visible(Pen const& pen) noexcept
    {
        return pen.width > 0 && pen.color.alpha != 0;
    }

    /// Begins a shape, and prefetches the pixels of a small one while its edges are added: a large
    /// bitmap is not in the cache, and rows are too far apart for the hardware prefetcher. (GCC 12
    /// would drop the loop as without effect in a separate function.)
    void begin_area(geometry::Box const& box)
    {
        m_shape.begin(box);
        constexpr std::ptrdiff_t line = 64; // bytes of the cache, on most processors
        if (!m_shape.is_small()) {
            return;
        }
        auto const left = std::max(static_cast<std::ptrdiff_t>(box.min_x), {}) * 4;
        auto const right = static_cast<std::ptrdiff_t>(std::min(box.max_x, m_box.max_x)) * 4;
        auto const bottom = std::min(static_cast<int>(box.max_y), m_bitmap.height() - 1);
        for (int y = std::max(static_cast<int>(box.min_y), 0); y <= bottom; ++y) {
            auto const* const row = row_of(m_bitmap, y);
            for (auto byte = left; byte < right + line; byte += line) {
                __builtin_prefetch(row + byte, 1);
            }
        }
    }

    /// \returns false, and has drawn nothing, if the line is not in a small box
    bool stroke_small(Path const& path, Pen const& pen)
    {
        if (!StripStroker::can_draw(pen) ||
            (pen.width > thin_px && point_count(path) > most_strip_points)) {
            return false;
        }
        m_strip_stroker.set_pen(pen);
        begin_area(box_of(path).grown(m_strip_stroker.reach_px()));
        if (!m_shape.is_small()) {
            return false;
        }
        auto const& gamma = m_gammas.of(coverage_of(pen));
        auto const edges = pen.width > thin_px ? Edges::Near : Edges::Alone;
        auto const length = pen.width < wide_px ? EdgeLength::Short : EdgeLength::Long;
        SpanPainter const painter(m_bitmap, pen.color);
        if (pen.dashes.empty()) {
            auto const whole = [](std::span<Point const> ring, auto const& add) { add(ring); };
            m_shape.paint_lines(path, m_strip_stroker, whole, edges, length, gamma, painter);
        } else {
            auto const dashes = [&](std::span<Point const> ring, auto const& add) {
                add_dashes(ring, pen, add);
            };
            m_shape.paint_lines(path, m_strip_stroker, dashes, edges, length, gamma, painter);
        }
        return true;
    }

    /// Valid until it is called again.
    Path outline_of(Path const& path, Pen const& pen, ThinLines thin)
    {
        m_outline.clear();
        m_stroker.set_pen(pen, thin);
        for (auto ring = path.rings.first; ring < path.rings.last; ++ring) {
            stroke_ring(path.column.ring(ring), pen);
        }
        return {m_outline, {0, static_cast<std::uint32_t>(m_outline.ring_ends.size())}};
    }

    void stroke_ring(std::span<Point const> ring, Pen const& pen)
    {
        if (pen.dashes.empty()) {
            m_stroker.append_outline(ring, m_outline);
            return;
        }
        add_dashes(ring, pen,
                   [&](std::span<Point const> dash) { m_stroker.append_outline(dash, m_outline); });
    }

    template <typename Add>
    void add_dashes(std::span<Point const> ring, Pen const& pen, Add const& add)
    {
        if (m_budget != nullptr) {
            m_budget->work();
        }
        m_dashed.clear();
        dash(ring, pen.dashes, pen.dash_offset, m_box.grown(2 * std::min(pen.width, widest_px) + 1),
             m_dashed);
        for (std::size_t i = 0; i < m_dashed.ring_ends.size(); ++i) {
            add(m_dashed.ring(i));
        }
    }

    static Coverage coverage_of(Pen const& pen) noexcept
    {
        return pen.is_antialiased ? Coverage::Linear : Coverage::Touched;
    }

    void stamp(Path const& path, geometry::Box const& box, Point place, FillRule rule,
               Coverage coverage, image::Color color)
    {
        geometry::Box const there{box.min_x + place.x, box.min_y + place.y, box.max_x + place.x,
                                  box.max_y + place.y};
        if (!m_box.intersects(there)) {
            return;
        }
        begin_area(there);
        m_shape.paint(path, place, rule, m_gammas.of(coverage), SpanPainter(m_bitmap, color),
                      EdgeLength::Short);
    }

    Gammas m_gammas;
    image::Bitmap* m_ground; ///< gets the pixels back
    image::Bitmap m_bitmap;
    geometry::Box m_box;
    Budget* m_budget; ///< may be null
    std::vector<Below> m_below;
    Shape m_shape;
    Stroker m_stroker;
    StripStroker m_strip_stroker;
    GlyphHalos m_halos;
    geometry::GeometryColumn m_outline;
    geometry::GeometryColumn m_dashed;
};

} // namespace

std::unique_ptr<Canvas> make_agg_canvas(CanvasOptions const& options)
{
    check_size(options);
    return std::make_unique<AggCanvas>(options);
}

} // namespace ms::paint
