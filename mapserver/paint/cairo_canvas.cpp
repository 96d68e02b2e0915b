// SPDX-License-Identifier: MIT
// cairo is met in the files cairo_* and, below librsvg, in svg.cpp.
#include "paint/cairo_canvas.hpp"

#include "base/error.hpp"
#include "base/handle.hpp"
#include "image/blend.hpp"
#include "paint/cairo_document.hpp"
#include "paint/cairo_pixels.hpp"
#include "paint/cairo_recordings.hpp"
#include "paint/cairo_terms.hpp"
#include "paint/dash.hpp"
#include "paint/edges.hpp"
#include "paint/stroker.hpp"
#include "paint/svg.hpp"

#include <cairo.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

namespace ms::paint {

namespace {

using geometry::Point;
using Pattern = Handle<cairo_pattern_t, cairo_pattern_destroy>;

/// cairo's coordinates are 24.8 fixed point; a line ten times as wide as that is far must fit.
constexpr double farthest_cairo_px = 4e6;

/// cairo 1.16 tests every edge in each of 15 rows of a pixel, and sorts those that cross; it cannot
/// be interrupted. Measured: zigzags of 2,000 to 32,000 vertices over 1000 and 4096 pixels, where
/// all edges cross; combs take a tenth.
constexpr double fill_ns_per_row = 350;
constexpr double stroke_ns_per_row = 1200;

/// cairo's own dashing walks through every dash, seen or not.
bool is_cheap_to_dash(std::span<Point const> line, double period)
{
    constexpr double max_periods = 10000;
    double length = 0;
    for (std::size_t i = 1; i < line.size(); ++i) {
        length += std::hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y);
    }
    return period > 0 && length / period <= max_periods;
}

/// Draws on an image or, for documents, on a recording that becomes the page at the end: a
/// recording can also be rendered to pixels where a document does not support a blend.
class CairoCanvas final : public Canvas {
public:
    explicit CairoCanvas(CanvasOptions const& options) : m_options(options)
    {
        push();
        if (options.ground != nullptr) {
            draw_image(options.ground->view(), {0, 0}, 1);
        } else if (options.background.alpha != 0) {
            set_color(*context(), options.background);
            cairo_paint(context());
        }
    }

    void fill(Path const& path, Brush const& brush) override
    {
        if (brush.color.alpha != 0) {
            expect_time(path, fill_ns_per_row);
            add_rings(path, {}, Ends::Closed);
            set_color(*context(), brush.color);
            fill_path(brush.rule);
        }
    }

    void fill_tiled(Path const& path, Tile const& tile, int origin_x, int origin_y) override
    {
        if (tile.pixels.width < 1 || tile.pixels.height < 1) {
            return;
        }
        Pattern const pattern{cairo_pattern_create_for_surface(surface_of(tile))};
        cairo_pattern_set_extend(pattern.get(), CAIRO_EXTEND_REPEAT);
        cairo_pattern_set_filter(pattern.get(), CAIRO_FILTER_NEAREST);
        cairo_matrix_t to_tile;
        cairo_matrix_init_translate(&to_tile, -origin_x, -origin_y);
        cairo_pattern_set_matrix(pattern.get(), &to_tile);
        expect_time(path, fill_ns_per_row);
        add_rings(path, {}, Ends::Closed);
        cairo_set_source(context(), pattern.get());
        fill_path(FillRule::EvenOdd);
    }

    void stroke(Path const& path, Pen const& pen) override
    {
        if (pen.width > 0 && pen.color.alpha != 0) {
            set_pen(pen);
            stroke_rings(path, pen);
        }
    }

    void mark(std::span<Point const> places, Marker const& marker) override
    {
        if (marker.shape.size() == 0) {
            return;
        }
        Path const shape = path_of(marker.shape, 0);
        for (Point const place : places) {
            if (marker.fill && marker.fill->color.alpha != 0 && !marker.is_halo) {
                add_rings(shape, place, Ends::Closed);
                set_color(*context(), marker.fill->color);
                fill_path(marker.fill->rule);
            }
            if (marker.outline && marker.outline->width > 0 && marker.outline->color.alpha != 0) {
                // Round, as MapServer 8.0.0 strokes symbols by cairo, and only by cairo.
                auto pen = *marker.outline;
                pen.cap = Cap::Round;
                pen.join = Join::Round;
                set_pen(pen);
                add_rings(shape, place, ends_of(pen));
                cairo_stroke(context());
            }
        }
    }

    void draw_image(image::BitmapView const& image, Point corner, double opacity) override
    {
        if (image.width < 1 || image.height < 1 || !std::isfinite(corner.x) ||
            !std::isfinite(corner.y)) {
            return;
        }
        auto const at = tamed(corner);
        cairo_set_source_surface(context(), surface_of(image), std::round(at.x), std::round(at.y));
        cairo_pattern_set_filter(cairo_get_source(context()), CAIRO_FILTER_NEAREST);
        cairo_paint_with_alpha(context(), std::clamp(opacity, 0.0, 1.0));
        forget_source();
    }

    void draw_turned(image::BitmapView const& image, image::Turn const& turn) override
    {
        bool const is_sane =
            turn.scale > 0 && std::isfinite(turn.angle_rad) &&
            turn.scale * std::max(image.width, image.height) <= image::longest_resampled_px &&
            std::abs(turn.to_x) < farthest_cairo_px && std::abs(turn.to_y) < farthest_cairo_px;
        if (!is_sane || image.width < 1 || image.height < 1) {
            return;
        }
        cairo_save(context());
        cairo_translate(context(), turn.to_x, turn.to_y);
        cairo_rotate(context(), -turn.angle_rad); // cairo turns clockwise as seen
        cairo_scale(context(), turn.scale, turn.scale);
        cairo_set_source_surface(context(), surface_of(image), -turn.pivot_x, -turn.pivot_y);
        cairo_paint(context());
        cairo_restore(context());
        m_has_turned_images = true;
    }

    void draw_svg(Svg const& drawing, image::Turn const& turn) override
    {
        bool const is_sane = turn.scale > 0 && std::isfinite(turn.angle_rad) &&
                             std::abs(turn.to_x) < farthest_cairo_px &&
                             std::abs(turn.to_y) < farthest_cairo_px;
        if (is_sane) {
            count_bytes(drawing.document_bytes());
            // MapServer's cairo halves whole pixels of the drawing, its AGG does not.
            auto whole = turn;
            whole.pivot_x += std::floor(drawing.width() / 2) - drawing.width() / 2;
            whole.pivot_y += std::floor(drawing.height() / 2) - drawing.height() / 2;
            drawing.draw_on(*context(), whole);
        }
    }

    void begin_group() override { push(); }

    void mask_group(image::BitmapView const& mask) override
    {
        auto const group = pop();
        push();
        image::Bitmap inside(mask.width, mask.height);
        inside.fill({});
        image::clear_outside(inside, mask);
        cairo_set_source_surface(context(), group.get(), 0, 0);
        auto const stencil = new_surface(inside.view());
        cairo_mask_surface(context(), stencil.get(), 0, 0);
        forget_source();
    }

    void end_group(std::span<Blend const> blends) override
    {
        auto const group = pop();
        for (auto const& blend : blends) {
            auto const op = native_operator(blend.op);
            if (blend.filters.empty() && op) {
                lay(group.get(), *op, blend.opacity);
                continue;
            }
            auto pixels = pixels_of(group.get());
            for (auto const& filter : blend.filters) {
                image::apply(filter, pixels);
            }
            if (op) {
                auto const filtered = new_surface(pixels.view());
                lay(filtered.get(), *op, blend.opacity);
            } else {
                compose(pixels, blend);
            }
        }
    }

    void begin_clip(Path const& path) override
    {
        cairo_save(context());
        expect_time(path, fill_ns_per_row);
        add_rings(path, {}, Ends::Closed);
        cairo_set_fill_rule(context(), CAIRO_FILL_RULE_EVEN_ODD);
        cairo_clip(context());
        push(); // so that clips and groups end in the same way
    }

    void end_clip() override
    {
        auto const inside = pop();
        lay(inside.get(), CAIRO_OPERATOR_OVER, 1);
        cairo_restore(context());
    }

    [[nodiscard]] bool is_vector() const noexcept override { return !m_options.document.empty(); }

    image::Bitmap finish() override
    {
        if (is_vector()) {
            throw Error{ErrorKind::Internal, "canvas: this one makes a document"};
        }
        auto const page = finished_page();
        return bitmap_of(*page);
    }

    std::vector<std::uint8_t> finish_document() override
    {
        if (!is_vector()) {
            return Canvas::finish_document();
        }
        auto const page = finished_page();
        Budget unlimited;
        auto& budget = m_options.budget != nullptr ? *m_options.budget : unlimited;
        budget.expect(writing_time());
        return m_options.document == "PDF"
                   ? write_pdf(*page, m_options.width, m_options.height, budget)
                   : write_svg(*page, m_options.width, m_options.height, budget);
    }

private:
    enum class Ends : std::uint8_t { Open, Joined, Closed };

    struct Layer {
        Surface surface;
        Context context;
    };

    /// An image that was drawn before.
    struct KnownImage {
        image::Bitmap pixels;
        Surface surface;
    };

    [[nodiscard]] cairo_t* context() const noexcept { return m_layers.back().context.get(); }

    [[nodiscard]] Surface empty_surface()
    {
        if (is_vector()) {
            return m_recordings.create(m_options.width, m_options.height);
        }
        return Surface{
            cairo_image_surface_create(CAIRO_FORMAT_ARGB32, m_options.width, m_options.height)};
    }

    void push()
    {
        auto surface = empty_surface();
        check(*surface);
        Context context{cairo_create(surface.get())};
        m_layers.push_back({std::move(surface), std::move(context)});
    }

    /// \returns the drawing since push()
    Surface pop()
    {
        if (m_layers.size() < 2) {
            throw Error{ErrorKind::Internal, "canvas: a group or clip ends that has not begun"};
        }
        check(*context());
        auto surface = std::move(m_layers.back().surface);
        m_layers.pop_back();
        return surface;
    }

    Surface finished_page()
    {
        if (m_layers.size() != 1) {
            throw Error{ErrorKind::Internal, "canvas: finish() inside a group"};
        }
        check(*context());
        auto page = std::move(m_layers.back().surface);
        m_layers.clear();
        return page;
    }

    /// Refuses a path that cairo would still fill when time is up.
    void expect_time(Path const& path, double ns_per_row) const
    {
        if (is_vector() || m_options.budget == nullptr) {
            return; // writing a document has its own estimate
        }
        m_options.budget->work();
        geometry::Box const page{0, 0, static_cast<double>(m_options.width),
                                 static_cast<double>(m_options.height)};
        double const ns = count_edge_pixels(path, {}, page).rows * ns_per_row;
        m_options.budget->expect(std::chrono::nanoseconds{static_cast<std::int64_t>(ns)});
    }

    /// A document stays in memory until it is complete: as a recording, then as text.
    void count_bytes(std::size_t bytes)
    {
        if (is_vector() && m_options.budget != nullptr) {
            m_options.budget->work();
            m_options.budget->keep(bytes);
        }
    }

    /// Measured with cairo 1.16: a recorded path takes 1000 bytes and 9 for each of its points; as
    /// text of an SVG 60 more for each point while it is made (tests/bench/bench_document.cpp).
    void count_path(std::size_t points)
    {
        constexpr std::size_t bytes_per_path = 1200;
        constexpr std::size_t bytes_per_point = 40;
        m_path_count += 1;
        m_point_count += points;
        count_bytes(bytes_per_path + points * bytes_per_point);
    }

    /// Writing cannot be interrupted. A point of a PDF takes 2.4 us, of an SVG 0.9.
    [[nodiscard]] std::chrono::nanoseconds writing_time() const
    {
        using std::chrono::nanoseconds;
        auto const per_point = nanoseconds{m_options.document == "PDF" ? 2500 : 1000};
        return m_path_count * nanoseconds{5500} + m_point_count * per_point;
    }

    void add_rings(Path const& path, Point offset, Ends ends)
    {
        auto const first = path.column.first_point(path.rings.first);
        auto const last = path.rings.last == 0 ? 0U : path.column.ring_ends[path.rings.last - 1];
        count_path(last - first);
        cairo_new_path(context());
        for (auto ring = path.rings.first; ring < path.rings.last; ++ring) {
            auto line = path.column.ring(ring);
            bool const is_ring = line.size() > 3 && line.front() == line.back();
            bool const closes = ends == Ends::Closed || (ends == Ends::Joined && is_ring);
            add_line(closes && is_ring ? line.first(line.size() - 1) : line, offset);
            if (closes && cairo_has_current_point(context()) != 0) {
                cairo_close_path(context());
            }
        }
    }

    void add_line(std::span<Point const> line, Point offset) const
    {
        cairo_new_sub_path(context());
        for (Point const point : line) {
            if (std::isfinite(point.x) && std::isfinite(point.y)) {
                cairo_line_to(
                    context(),
                    std::clamp(point.x + offset.x, -farthest_cairo_px, farthest_cairo_px),
                    std::clamp(point.y + offset.y, -farthest_cairo_px, farthest_cairo_px));
            }
        }
    }

    void fill_path(FillRule rule)
    {
        cairo_set_fill_rule(context(), rule == FillRule::EvenOdd ? CAIRO_FILL_RULE_EVEN_ODD
                                                                 : CAIRO_FILL_RULE_WINDING);
        cairo_fill(context());
        forget_source();
    }

    void set_pen(Pen const& pen) const
    {
        set_color(*context(), pen.color);
        cairo_set_line_width(context(), std::min(pen.width, widest_px));
        set_ends(*context(), pen.cap, pen.join);
        cairo_set_miter_limit(context(), std::max(pen.miter_limit, 1.0));
        cairo_set_antialias(context(),
                            pen.is_antialiased ? CAIRO_ANTIALIAS_DEFAULT : CAIRO_ANTIALIAS_NONE);
        cairo_set_dash(context(), nullptr, 0, 0);
    }

    static Ends ends_of(Pen const& pen) noexcept
    {
        return pen.closing == Closing::Joined ? Ends::Joined : Ends::Open;
    }

    void stroke_rings(Path const& path, Pen const& pen)
    {
        expect_time(path, stroke_ns_per_row);
        auto const dashes = pen.dashes.first(pen.dashes.size() / 2 * 2);
        double const period = std::accumulate(dashes.begin(), dashes.end(), 0.0);
        bool const has_dashes = std::isfinite(period) && period > 0 &&
                                std::ranges::all_of(dashes, [](double d) { return d >= 0; });
        bool is_cheap = has_dashes;
        for (auto ring = path.rings.first; is_cheap && ring < path.rings.last; ++ring) {
            is_cheap = is_cheap_to_dash(path.column.ring(ring), period);
        }
        if (is_cheap) {
            double const offset = std::isfinite(pen.dash_offset) ? pen.dash_offset : 0;
            cairo_set_dash(context(), dashes.data(), static_cast<int>(dashes.size()), offset);
        }
        if (is_cheap || !has_dashes) {
            add_rings(path, {}, ends_of(pen));
        } else {
            add_seen_dashes(path, pen);
        }
        cairo_stroke(context());
        cairo_set_antialias(context(), CAIRO_ANTIALIAS_DEFAULT);
    }

    /// Refuses dashes that cairo would still stroke when time is up. Measured with cairo 1.16: each
    /// takes 6 to 10 microseconds if it is thin, and one more for each pixel of the width.
    void expect_dashes(Pen const& pen) const
    {
        if (m_options.budget == nullptr) {
            return;
        }
        auto& budget = *m_options.budget;
        budget.work();
        constexpr std::size_t dash_bytes = 200; // here, and in cairo's path
        auto const count = m_dashed.ring_ends.size();
        budget.keep(count * dash_bytes);
        budget.release(count * dash_bytes);
        if (!is_vector()) {
            double const ns =
                static_cast<double>(count) * (5000 + 1000 * std::min(pen.width, widest_px));
            budget.expect(std::chrono::nanoseconds{static_cast<std::int64_t>(ns)});
        }
    }

    void add_seen_dashes(Path const& path, Pen const& pen)
    {
        geometry::Box const page{0, 0, static_cast<double>(m_options.width),
                                 static_cast<double>(m_options.height)};
        m_dashed.clear();
        for (auto ring = path.rings.first; ring < path.rings.last; ++ring) {
            dash(path.column.ring(ring), pen.dashes, pen.dash_offset,
                 page.grown(2 * std::min(pen.width, widest_px) + 1), m_dashed);
            expect_dashes(pen);
        }
        add_rings({m_dashed, {0, static_cast<std::uint32_t>(m_dashed.ring_ends.size())}}, {},
                  Ends::Open);
    }

    /// A context keeps its source alive, but an image must not outlive its owner.
    void forget_source() const { cairo_set_source_rgba(context(), 0, 0, 0, 0); }

    static bool has_shapes(Tile const& tile) { return tile.shapes != nullptr && *tile.shapes; }

    /// A tile as a surface: drawn by cairo, as all around it, where its shapes are known.
    [[nodiscard]] Surface new_tile(Tile const& tile)
    {
        if (!has_shapes(tile)) {
            return new_surface(tile.pixels);
        }
        CairoCanvas shapes({.width = tile.pixels.width,
                            .height = tile.pixels.height,
                            .document = m_options.document,
                            .budget = m_options.budget});
        (*tile.shapes)(shapes);
        if (is_vector() && shapes.m_has_turned_images) {
            // Viewers of PDF smooth neither rotated nor reduced patterns.
            CairoCanvas pixels({.width = tile.pixels.width, .height = tile.pixels.height});
            (*tile.shapes)(pixels);
            return pixels.finished_page();
        }
        m_recordings.take(shapes.m_recordings);
        return shapes.finished_page();
    }

    /// Valid until the next call. A document names every surface once, so an image that is drawn
    /// again must be the same surface; and shapes need not be drawn again.
    cairo_surface_t* surface_of(Tile const& tile)
    {
        constexpr std::size_t max_bytes = std::size_t{64} << 20U;
        auto const& image = tile.pixels;
        if ((is_vector() || has_shapes(tile)) && m_known_bytes + image.pixels.size() <= max_bytes) {
            auto const known = std::ranges::find_if(m_known, [&](KnownImage const& other) {
                return other.pixels.width() == image.width &&
                       std::ranges::equal(other.pixels.view().pixels, image.pixels);
            });
            if (known != m_known.end()) {
                return known->surface.get();
            }
            count_bytes(2 * image.pixels.size());
            image::Bitmap copy(image.width, image.height);
            std::ranges::copy(image.pixels, copy.pixels().begin());
            m_known_bytes += image.pixels.size();
            m_known.push_back({std::move(copy), new_tile(tile)});
            return m_known.back().surface.get();
        }
        count_bytes(image.pixels.size());
        m_image = new_tile(tile);
        return m_image.get();
    }

    [[nodiscard]] std::optional<cairo_operator_t> native_operator(image::Operator op) const noexcept
    {
        if (op == image::Operator::SrcOver) {
            return CAIRO_OPERATOR_OVER;
        }
        auto const known = m_options.document == "PDF" ? pdf_operator(op) : std::nullopt;
        return known ? std::optional{static_cast<cairo_operator_t>(*known)} : std::nullopt;
    }

    void lay(cairo_surface_t* surface, cairo_operator_t op, double opacity) const
    {
        cairo_set_operator(context(), op);
        cairo_set_source_surface(context(), surface, 0, 0);
        cairo_paint_with_alpha(context(), std::clamp(opacity, 0.0, 1.0));
        cairo_set_operator(context(), CAIRO_OPERATOR_OVER);
        forget_source();
    }

    /// The content of a surface of the page's size.
    [[nodiscard]] image::Bitmap pixels_of(cairo_surface_t* surface) const
    {
        if (!is_vector()) {
            return bitmap_of(*surface);
        }
        Surface const image{
            cairo_image_surface_create(CAIRO_FORMAT_ARGB32, m_options.width, m_options.height)};
        Context const context{cairo_create(image.get())};
        cairo_set_source_surface(context.get(), surface, 0, 0);
        cairo_paint(context.get());
        check(*context);
        return bitmap_of(*image);
    }

    /// Blends pixel by pixel; in a document the pixels below are rasterized, too.
    void compose(image::Bitmap const& group, Blend const& blend)
    {
        auto below = pixels_of(m_layers.back().surface.get());
        image::composite(below, group.view(), blend.op, blend.opacity);
        if (!is_vector()) {
            write_pixels(below.view(), *m_layers.back().surface);
            return;
        }
        m_layers.pop_back();
        push();
        auto const mixed = new_surface(below.view());
        lay(mixed.get(), CAIRO_OPERATOR_OVER, 1);
    }

    CanvasOptions m_options;
    Recordings m_recordings;     ///< must outlive the objects that refer to one
    std::vector<Layer> m_layers; ///< the page, then groups
    std::vector<KnownImage> m_known;
    std::size_t m_known_bytes = 0;
    std::size_t m_path_count = 0;
    std::size_t m_point_count = 0;
    bool m_has_turned_images = false; ///< or scaled ones
    Surface m_image;
    geometry::GeometryColumn m_dashed;
};

} // namespace

std::unique_ptr<Canvas> make_cairo_canvas(CanvasOptions const& options)
{
    check_size(options);
    return std::make_unique<CairoCanvas>(options);
}

} // namespace ms::paint
