// SPDX-License-Identifier: MIT
#include "render/draw/raster_step.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "base/trace.hpp"
#include "image/blend.hpp"
#include "raster/color_rows.hpp"
#include "raster/resample.hpp"
#include "render/draw/file_crs.hpp"
#include "render/draw/point_raster.hpp"
#include "render/draw/point_raster_step.hpp"
#include "render/draw/raster_cells.hpp"
#include "render/draw/raster_frame.hpp"
#include "source/layer_error.hpp"
#include "source/raster/files.hpp"
#include "style/raster_colors.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace ms::render {

namespace {

/// What the files of a layer are drawn into. As long as they only cover pixels wholly, these are
/// the pixels of the canvas.
class LayerImage {
public:
    LayerImage(Viewport const& view, paint::Canvas& canvas, Budget& budget)
        : m_view(view), m_canvas(canvas), m_charge(budget)
    {}

    /// For pixels that cover what is below.
    [[nodiscard]] image::Bitmap& opaque()
    {
        auto* const ground = m_image ? nullptr : m_canvas.pixels();
        return ground != nullptr ? *ground : blended();
    }
    /// For all others: one file after another, then all on the canvas.
    [[nodiscard]] image::Bitmap& blended()
    {
        if (!m_image) {
            m_charge.set(static_cast<std::size_t>(m_view.width) *
                         static_cast<std::size_t>(m_view.height) * 4);
            m_image.emplace(m_view.width, m_view.height);
        }
        return *m_image;
    }
    void finish()
    {
        if (m_image) {
            m_canvas.draw_image(m_image->view(), {0, 0}, 1);
        }
    }

private:
    Viewport const& m_view;
    paint::Canvas& m_canvas;
    MemoryCharge m_charge;
    std::optional<image::Bitmap> m_image;
};

/// Draws one file into the image of its layer.
class FilePainter {
public:
    FilePainter(VectorStep const& step, Services const& services, ogr::RasterFile& file,
                RasterFrame frame, LayerImage& image)
        : m_services(services), m_file(file), m_image(image), m_processing(*step.raster),
          m_cells(services, file, std::move(frame), m_processing.kernel, m_processing.level),
          m_colors(step.layer, m_processing, step.classes, file.header(),
                   [this](int band) { return range_of(band); })
    {
        m_colors.set_deadline(services.deadline);
    }

    void draw()
    {
        m_cells.for_each({.bands = m_colors.bands().size(),
                          .bytes_per_pixel = 4 + (m_colors.uses_mask() ? 1U : 0U) +
                                             m_colors.bands().size() * sample_bytes(),
                          .needs_positions = m_processing.kernel != raster::Kernel::Nearest,
                          .kept_bytes = [this] { return m_colors.kept_bytes(); },
                          .paint = [this](RasterCell const& cell) { paint(cell); }});
    }

private:
    [[nodiscard]] style::ScaleRange range_of(int band) const
    {
        Timed const timed{m_services.trace, Stage::Fetch};
        auto const range = m_file.range(band, m_cells.go_on());
        m_cells.check_read(range.has_value());
        return *range;
    }

    [[nodiscard]] std::size_t sample_bytes() const
    {
        return m_colors.reads_bytes() ? 1 : sizeof(double);
    }

    void read_samples(RasterCell const& cell)
    {
        Timed const timed{m_services.trace, Stage::Fetch};
        m_cells.count_read(cell, m_colors.bands().size(), sample_bytes());
        auto const pixels = cell.window.pixels();
        ogr::RasterRead const what{cell.level, cell.window, m_colors.bands(), &m_cells.go_on()};
        m_mask.resize(m_colors.uses_mask() ? pixels : 0);
        if (m_colors.uses_mask()) {
            m_cells.check_read(m_file.read_mask(what, m_mask));
        }
        if (m_colors.reads_bytes()) {
            m_bytes.resize(pixels * m_colors.bands().size());
            m_cells.check_read(m_file.read(what, m_bytes));
        } else {
            m_numbers.resize(pixels * m_colors.bands().size());
            m_cells.check_read(m_file.read(what, m_numbers));
        }
    }

    void color(std::span<std::uint8_t> out)
    {
        if (m_colors.reads_bytes()) {
            m_colors.paint(m_bytes, m_mask, out);
        } else {
            m_colors.paint(m_numbers, m_mask, out);
        }
    }

    /// Leaves of the samples those that are seen, in the order of the positions.
    template <typename Sample>
    void pick(std::vector<Sample>& samples, std::size_t bands, std::size_t window_pixels,
              std::vector<Sample>& picked) const
    {
        auto const count = m_indices.size();
        picked.resize(count * bands);
        for (std::size_t band = 0; band < bands; ++band) {
            auto const* const from = samples.data() + band * window_pixels;
            auto* const to = picked.data() + band * count;
            for (std::size_t i = 0; i < count; ++i) {
                to[i] = from[std::max(m_indices[i], 0)];
            }
        }
        std::swap(samples, picked);
    }

    void find_nearest(RasterCell const& cell)
    {
        auto const width = static_cast<std::size_t>(cell.part.width);
        m_indices.resize(cell.part.pixels());
        if (!cell.columns.empty()) {
            raster::NearestAxes const axes{cell.window, cell.size, cell.columns, cell.rows};
            auto* to = m_indices.data();
            for (auto const row : axes.rows) {
                for (auto const column : axes.columns) {
                    *to++ = row < 0 || column < 0 ? -1 : row + column;
                }
            }
        } else if (!cell.lines.empty()) {
            std::ranges::fill(m_indices, -1);
            std::span<std::int32_t> rest{m_indices};
            for (auto const& line : cell.lines) {
                auto const row = of_line(line, rest);
                if (cell.left != nullptr) {
                    cell.left->indices_of(line, cell.window, row);
                } else {
                    raster::indices_of(line, cell.window, row);
                }
                rest = rest.subspan(width);
            }
        } else {
            raster::nearest_indices(cell.window, cell.size, cell.positions, m_indices);
        }
    }

    [[nodiscard]] static std::span<std::int32_t> of_line(raster::RowLine const& line,
                                                         std::span<std::int32_t> row)
    {
        auto const begin = static_cast<std::size_t>(line.begin);
        return row.subspan(begin, static_cast<std::size_t>(line.end) - begin);
    }

    /// Straight into the image: all pixels that are found cover what is below. Row by row, so that
    /// what is known of a pixel stays in the processor's cache.
    void draw_opaque(RasterCell const& cell)
    {
        auto& image = m_image.opaque();
        auto const width = static_cast<std::size_t>(cell.part.width);
        auto const row_at = [&](std::size_t row) {
            auto const pixel = (static_cast<std::size_t>(cell.part.y) + row) *
                                   static_cast<std::size_t>(image.width()) +
                               static_cast<std::size_t>(cell.part.x);
            return image.pixels().data() + pixel * 4;
        };
        if (!cell.columns.empty()) {
            draw_upright(cell, row_at);
            return;
        }
        auto const bands = m_colors.color_bands(m_bytes);
        bool const are_straight = !cell.lines.empty() && cell.left == nullptr;
        if (!are_straight) {
            find_nearest(cell);
        }
        for (std::size_t row = 0; row < static_cast<std::size_t>(cell.part.height); ++row) {
            if (!are_straight) {
                raster::draw_row(bands, std::span{m_indices}.subspan(row * width, width),
                                 row_at(row));
            } else {
                auto const& line = cell.lines[row];
                raster::draw_row(bands, line, cell.window,
                                 row_at(row) + std::ptrdiff_t{4} * line.begin);
            }
        }
    }

    template <typename RowAt>
    void draw_upright(RasterCell const& cell, RowAt const& row_at) const
    {
        raster::NearestAxes const axes{cell.window, cell.size, cell.columns, cell.rows};
        auto const bands = m_colors.color_bands(m_bytes);
        for (std::size_t row = 0; row < axes.rows.size(); ++row) {
            if (axes.rows[row] < 0) {
                continue;
            }
            auto const first = static_cast<std::size_t>(axes.rows[row]);
            if (axes.are_consecutive) {
                raster::draw_row(bands.from(first + static_cast<std::size_t>(axes.columns[0])),
                                 axes.columns.size(), row_at(row));
            } else {
                raster::draw_row(bands.from(first), axes.columns, row_at(row));
            }
        }
    }

    void paint_nearest(RasterCell const& cell, std::span<std::uint8_t> out)
    {
        auto const pixels = cell.window.pixels();
        find_nearest(cell);
        if (m_colors.reads_bytes()) {
            pick(m_bytes, m_colors.bands().size(), pixels, m_picked_bytes);
        } else {
            pick(m_numbers, m_colors.bands().size(), pixels, m_picked_numbers);
        }
        if (m_colors.uses_mask()) {
            pick(m_mask, 1, pixels, m_picked_bytes);
        }
        color(out);
        for (std::size_t i = 0; i < m_indices.size(); ++i) {
            if (m_indices[i] < 0) {
                std::fill_n(out.data() + i * 4, 4, std::uint8_t{0});
            }
        }
    }

    void paint(RasterCell const& cell)
    {
        read_samples(cell);
        Timed const timed{m_services.trace, Stage::Raster};
        if (m_processing.kernel == raster::Kernel::Nearest && m_colors.are_opaque()) {
            draw_opaque(cell);
            return;
        }
        image::Bitmap drawn{cell.part.width, cell.part.height};
        if (m_processing.kernel == raster::Kernel::Nearest) {
            paint_nearest(cell, drawn.pixels());
        } else {
            m_pixels.resize(cell.window.pixels() * 4);
            color(m_pixels);
            raster::resample({cell.window.width, cell.window.height, m_pixels}, cell.window,
                             cell.size, cell.positions, cell.ratio, m_processing.kernel,
                             drawn.pixels(), *m_services.budget);
        }
        image::blend_over(m_image.blended(), drawn.view(), cell.part.x, cell.part.y, 1);
    }

    Services const& m_services;
    ogr::RasterFile& m_file;
    LayerImage& m_image;
    style::RasterProcessing const& m_processing;
    RasterCells m_cells;
    style::RasterColors m_colors; ///< after the objects that it reads ranges with
    std::vector<std::uint8_t> m_bytes, m_mask, m_pixels, m_picked_bytes;
    std::vector<double> m_numbers, m_picked_numbers;
    std::vector<std::int32_t> m_indices; ///< of the positions in the window
};

/// The grids of the CRSs that files of a layer have.
class GridsOfFiles {
public:
    GridsOfFiles(Viewport const& view, Budget& budget) : m_view(view), m_charge(budget) {}

    [[nodiscard]] std::shared_ptr<CellGrids> of(crs::Definition const& crs)
    {
        constexpr std::size_t max_systems = 8;
        auto found = std::ranges::find(m_grids, crs, &Grids::first);
        if (found == m_grids.end()) {
            if (m_grids.size() >= max_systems) {
                m_grids.erase(m_grids.begin());
            }
            found =
                m_grids.insert(m_grids.end(), {crs, std::make_shared<CellGrids>(m_view.crs, crs)});
        }
        return found->second;
    }

    void count_bytes()
    {
        std::size_t bytes = 0;
        for (auto const& [crs, grids] : m_grids) {
            bytes += grids->kept_bytes();
        }
        m_charge.set(bytes);
    }

private:
    using Grids = std::pair<crs::Definition, std::shared_ptr<CellGrids>>;

    Viewport const& m_view;
    MemoryCharge m_charge;
    std::vector<Grids> m_grids; ///< the oldest first
};

void visit_file(PlanState const& plan, VectorStep const& step, Services const& services,
                source::raster::RasterPath const& path, FileUse use, GridsOfFiles& grids,
                std::function<void(ogr::RasterFile&, RasterFrame)> const& visit)
{
    auto const opened = source::raster::open_file(*plan.map, step.layer, path.path, services);
    auto const crs = crs_of_file(step, plan.viewport, path, *opened.file);
    auto const grids_of_file = grids.of(crs);
    bool const is_resampled = step.layer.processing_value("RESAMPLE").has_value();
    // As in MapServer, what is resampled lies where it is georeferenced.
    bool const is_pixels = step.layer.transform != mapfile::Transform::True && !is_resampled &&
                           grids_of_file->exact().is_identity();
    RasterFrame frame{plan.viewport, crs, opened.to_world, is_pixels, grids_of_file};
    bool const is_nearest = step.raster && step.raster->kernel == raster::Kernel::Nearest;
    bool const is_interpolated =
        step.raster && use == FileUse::Values && step.raster->kernel == raster::Kernel::Bilinear;
    if ((is_nearest || is_interpolated) && plan.nearest_rule != NearestRule::BelowCentres) {
        frame.stand_alone(opened.file->header().levels.front(),
                          {is_resampled ? NearestRule::Reduced : plan.nearest_rule,
                           step.raster->oversampling, !step.layer.tile_index.empty(),
                           is_interpolated});
    }
    visit(*opened.file, std::move(frame));
    grids.count_bytes();
}

} // namespace

void for_each_file(PlanState const& plan, VectorStep const& step, Services const& services,
                   FileUse use, std::function<void(ogr::RasterFile&, RasterFrame)> const& visit)
{
    try {
        auto const files = source::raster::files_of(*plan.map, step.layer, step.query.box, services,
                                                    step.query.filter);
        GridsOfFiles grids{plan.viewport, *services.budget};
        for (auto const& file : files) {
            visit_file(plan, step, services, file, use, grids, visit);
        }
    } catch (source::LayerError const&) {
        throw;
    } catch (PublicError const& error) {
        throw source::LayerError{error.kind(), "layer \"" + step.layer.name + "\": " + error.what(),
                                 source::not_drawn(step.layer.name, error.public_text()),
                                 error.where()};
    } catch (Error const& error) {
        if (error.kind() == ErrorKind::Limit) {
            throw;
        }
        throw source::LayerError{error.kind(),
                                 "layer \"" + step.layer.name + "\": " + error.what(),
                                 step.layer.name,
                                 source::general_cause(error.kind()),
                                 source::RetryPolicy::None,
                                 error.where()};
    }
}

void draw_raster_step(PlanState const& plan, VectorStep const& step, Services const& services,
                      paint::Canvas& canvas)
{
    if (is_interpolated(step.layer)) {
        draw_point_raster_step(plan, step, services, canvas);
        return;
    }
    LayerImage image{plan.viewport, canvas, *services.budget};
    for_each_file(plan, step, services, FileUse::Colors,
                  [&](ogr::RasterFile& file, RasterFrame frame) {
                      FilePainter{step, services, file, std::move(frame), image}.draw();
                  });
    image.finish();
}

} // namespace ms::render
