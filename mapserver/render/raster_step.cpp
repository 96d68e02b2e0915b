// SPDX-License-Identifier: MIT
#include "render/raster_step.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "base/trace.hpp"
#include "image/blend.hpp"
#include "raster/level.hpp"
#include "raster/resample.hpp"
#include "render/raster_frame.hpp"
#include "source/layer_error.hpp"
#include "source/raster/files.hpp"
#include "style/raster_colors.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace ms::render {

namespace {

/// Sides of the cells an image is worked in, pixels.
constexpr int cell_px = 256;
/// Samples of all bands that are read at once.
constexpr std::size_t max_samples = std::size_t{1} << 22U;

/// Bytes of the request's budget that are in use as long as this object lives.
class KeptBytes {
public:
    explicit KeptBytes(Budget& budget) : m_budget(budget) {}
    ~KeptBytes() { m_budget.release(m_bytes); }
    KeptBytes(KeptBytes const&) = delete;
    KeptBytes& operator=(KeptBytes const&) = delete;

    /// In place of what it was. \throws Error{Limit} when it is too much
    void set(std::size_t bytes)
    {
        m_budget.release(m_bytes);
        m_bytes = bytes;
        m_budget.keep(bytes);
    }

private:
    Budget& m_budget;
    std::size_t m_bytes = 0;
};

/// One file on its way into the image of its layer.
class FilePainter {
public:
    FilePainter(VectorStep const& step, Services const& services, ogr::RasterFile& file,
                RasterFrame frame, image::Bitmap& image)
        : m_services(services), m_file(file), m_frame(std::move(frame)), m_image(image),
          m_go_on([this] { return goes_on(); }), m_processing(*step.raster),
          m_colors(step.layer, m_processing, step.classes, file.header(),
                   [this](int band) { return range_of(band); }),
          m_kept(*services.budget)
    {}

    void draw()
    {
        auto const ratio = m_frame.ratio();
        if (!ratio) {
            return;
        }
        auto const& levels = m_file.header().levels;
        m_level = m_processing.level ? std::min(*m_processing.level, levels.size() - 1)
                                     : raster::choose_level(levels, std::min(ratio->x, ratio->y));
        m_size = levels[m_level];
        m_to_level = {static_cast<double>(m_size.width) / levels[0].width,
                      static_cast<double>(m_size.height) / levels[0].height};
        m_ratio = {ratio->x * m_to_level.x, ratio->y * m_to_level.y};
        for (int y = 0; y < m_image.height(); y += cell_px) {
            for (int x = 0; x < m_image.width(); x += cell_px) {
                draw_cell({x, y, std::min(cell_px, m_image.width() - x),
                           std::min(cell_px, m_image.height() - y)});
            }
        }
    }

private:
    [[nodiscard]] style::ScaleRange range_of(int band) const
    {
        Timed const timed{m_services.trace, Stage::Fetch};
        auto const range = m_file.range(band, m_go_on);
        check_read(range.has_value());
        return *range;
    }

    [[nodiscard]] bool goes_on() const
    {
        auto const& deadline = m_services.deadline;
        return !deadline.is_cancelled() && Deadline::Clock::now() < deadline.end() &&
               !deadline.is_abandoned();
    }

    /// What of the level the positions need.
    [[nodiscard]] raster::Window window() const
    {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        geometry::Box box{infinity, infinity, -infinity, -infinity};
        for (auto const& p : m_positions) {
            bool const is_inside =
                p.x >= 0 && p.y >= 0 && p.x < m_size.width && p.y < m_size.height;
            if (is_inside) {
                box = {std::min(box.min_x, p.x), std::min(box.min_y, p.y), std::max(box.max_x, p.x),
                       std::max(box.max_y, p.y)};
            }
        }
        return box.min_x > box.max_x
                   ? raster::Window{}
                   : raster::window_around(box, raster::margin_of(m_processing.kernel, m_ratio),
                                           m_size);
    }

    void draw_cell(raster::Window const& cell)
    {
        m_services.deadline.check();
        auto const cell_bytes = cell.pixels() * (sizeof(geometry::Point) + 4);
        m_kept.set(cell_bytes + m_colors.kept_bytes());
        m_frame.positions(cell, m_positions);
        for (auto& p : m_positions) {
            p = {p.x * m_to_level.x, p.y * m_to_level.y};
        }
        auto const read = window();
        if (read.is_empty()) {
            return;
        }
        bool const is_one_pixel = cell.width == 1 && cell.height == 1;
        if (read.pixels() * m_colors.bands().size() > max_samples && !is_one_pixel) {
            halve(cell);
            return;
        }
        auto const sample_bytes = m_colors.reads_bytes() ? 1 : sizeof(double);
        auto const mask_bytes = m_colors.uses_mask() ? 1U : 0U;
        m_kept.set(cell_bytes + m_colors.kept_bytes() +
                   read.pixels() * (4 + mask_bytes + m_colors.bands().size() * sample_bytes));
        paint_cell(cell, read);
    }

    void halve(raster::Window cell)
    {
        // Rows first: files are stored in rows of blocks.
        auto rest = cell;
        if (cell.height > 1) {
            cell.height /= 2;
            rest.y += cell.height;
            rest.height -= cell.height;
        } else {
            cell.width /= 2;
            rest.x += cell.width;
            rest.width -= cell.width;
        }
        draw_cell(cell);
        draw_cell(rest);
    }

    void check_read(bool is_whole) const
    {
        if (!is_whole) {
            m_services.deadline.check();
            throw Error{ErrorKind::Limit, "reading was stopped"};
        }
    }

    void count_read(raster::Window const& window) const
    {
        auto* const trace = m_services.trace;
        if (trace == nullptr) {
            return;
        }
        auto const bands = m_colors.bands().size();
        trace->add(Counter::RasterWindows, 1);
        trace->add(Counter::RasterOverviews, m_level > 0 ? 1 : 0);
        trace->add(Counter::RasterBlocks,
                   bands * raster::count_blocks(window, m_file.header().blocks[m_level]));
        trace->add(Counter::RasterBytes,
                   window.pixels() * bands * (m_colors.reads_bytes() ? 1 : sizeof(double)));
    }

    void read_colors(raster::Window const& window)
    {
        Timed const timed{m_services.trace, Stage::Fetch};
        count_read(window);
        auto const pixels = window.pixels();
        ogr::RasterRead const what{m_level, window, m_colors.bands(), &m_go_on};
        m_mask.resize(m_colors.uses_mask() ? pixels : 0);
        if (m_colors.uses_mask()) {
            check_read(m_file.read_mask(what, m_mask));
        }
        m_pixels.resize(pixels * 4);
        if (m_colors.reads_bytes()) {
            m_bytes.resize(pixels * m_colors.bands().size());
            check_read(m_file.read(what, m_bytes));
            m_colors.paint(m_bytes, m_mask, m_pixels);
        } else {
            m_numbers.resize(pixels * m_colors.bands().size());
            check_read(m_file.read(what, m_numbers));
            m_colors.paint(m_numbers, m_mask, m_pixels);
        }
    }

    void paint_cell(raster::Window const& cell, raster::Window const& window)
    {
        read_colors(window);
        Timed const timed{m_services.trace, Stage::Raster};
        image::Bitmap drawn{cell.width, cell.height};
        raster::resample({window.width, window.height, m_pixels}, window, m_size, m_positions,
                         m_ratio, m_processing.kernel, drawn.pixels(), *m_services.budget);
        image::blend_over(m_image, drawn.view(), cell.x, cell.y, 1);
    }

    Services const& m_services;
    ogr::RasterFile& m_file;
    RasterFrame m_frame;
    image::Bitmap& m_image;
    ogr::GoOn m_go_on;
    style::RasterProcessing const& m_processing;
    style::RasterColors m_colors; ///< after what it reads ranges with
    KeptBytes m_kept;
    std::size_t m_level = 0;
    raster::Size m_size;
    geometry::Point m_to_level{1, 1};
    geometry::Point m_ratio{1, 1}; ///< image pixel to pixel of the level
    std::vector<geometry::Point> m_positions;
    std::vector<std::uint8_t> m_bytes, m_mask, m_pixels;
    std::vector<double> m_numbers;
};

void draw_file(PlanState const& plan, VectorStep const& step, Services const& services,
               source::raster::RasterPath const& path, image::Bitmap& image)
{
    auto const opened = source::raster::open_file(*plan.map, step.layer, path.path, services);
    auto const crs = crs_of_file(step, plan.viewport, path, opened.file->header());
    bool const is_pixels = step.layer.transform != mapfile::Transform::True;
    FilePainter painter{step, services, *opened.file,
                        RasterFrame{plan.viewport, crs, opened.to_world, is_pixels}, image};
    painter.draw();
}

} // namespace

void draw_raster_step(PlanState const& plan, VectorStep const& step, Services const& services,
                      paint::Canvas& canvas)
{
    auto const& view = plan.viewport;
    KeptBytes kept{*services.budget};
    kept.set(static_cast<std::size_t>(view.width) * static_cast<std::size_t>(view.height) * 4);
    image::Bitmap image{view.width, view.height};
    try {
        auto const files =
            source::raster::files_of(*plan.map, step.layer, step.query.box, services);
        for (auto const& file : files) {
            draw_file(plan, step, services, file, image);
        }
    } catch (source::LayerError const&) {
        throw;
    } catch (ToldError const& error) {
        throw source::LayerError{error.kind(), "layer \"" + step.layer.name + "\": " + error.what(),
                                 source::not_drawn(step.layer.name, error.told()), error.where()};
    } catch (Error const& error) {
        if (error.kind() == ErrorKind::Limit) {
            throw;
        }
        throw source::LayerError{
            error.kind(),       "layer \"" + step.layer.name + "\": " + error.what(),
            step.layer.name,    source::general_cause(error.kind()),
            source::Hope::None, error.where()};
    }
    canvas.draw_image(image.view(), {0, 0}, 1);
}

} // namespace ms::render
