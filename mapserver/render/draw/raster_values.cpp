// SPDX-License-Identifier: MIT
#include "render/draw/raster_values.hpp"

#include "base/deadline_check.hpp"
#include "base/error.hpp"
#include "base/trace.hpp"
#include "raster/interpolate.hpp"
#include "raster/whole_values.hpp"
#include "render/draw/composite.hpp"
#include "render/draw/raster_cells.hpp"
#include "render/draw/raster_step.hpp"
#include "source/raster/files.hpp"
#include "source/raster/left_pixels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace ms::render {

namespace {

constexpr double not_there = std::numeric_limits<double>::quiet_NaN();
/// Stands for NaN of a file while NaN means that there is no value; no float is as large.
constexpr double nan_of_file = std::numeric_limits<double>::max();

/// BANDS, else the number of bands of the format; bands_of() selects colours.
std::vector<int> raw_bands(VectorStep const& step, raster::Header const& header,
                           GdalFormat const& format)
{
    auto bands = step.raster->bands;
    if (bands.empty()) {
        for (std::size_t i = 0; i < format.bands; ++i) {
            bands.push_back(static_cast<int>(i) + 1);
        }
    }
    if (bands.size() != format.bands) {
        auto const text =
            fmt::format("BANDS has {} bands where the output format has BAND_COUNT={}",
                        bands.size(), format.bands);
        throw PublicError{ErrorKind::BadMapfile, text, text};
    }
    style::check_bands(bands, header);
    return bands;
}

/// OFFSITE is the missing value of the first three bands, and goes before NODATA, as in MapServer.
std::vector<std::optional<double>> no_data_of(VectorStep const& step, raster::Header const& header,
                                              std::vector<int> const& bands)
{
    auto values = style::no_data_of(*step.raster, header, bands);
    if (auto const& offsite = step.layer.offsite) {
        std::array const colors{offsite->red, offsite->green, offsite->blue};
        for (std::size_t i = 0; i < std::min(values.size(), colors.size()); ++i) {
            values[i] = colors[i];
        }
    }
    return values;
}

/// Whether floats that are NaN in the file are so in the answer, as in MapServer: the format names
/// no other value for what is missing. Interpolated, they would spread.
bool keeps_nan(VectorStep const& step, GdalFormat const& format)
{
    return format.type == raster::SampleType::Float32 && !format.null_value &&
           step.raster->kernel == raster::Kernel::Nearest;
}

/// What the values of one file are written into, and which of them count.
class ValueSheet {
public:
    ValueSheet(VectorStep const& step, ogr::RasterFile const& file, GdalFormat const& format,
               raster::Size image, image::Bitmap const* mask, std::span<std::byte> values)
        : m_image(image), m_values(values), m_bands(raw_bands(step, file.header(), format)),
          m_type(format.type), m_keeps_nan(keeps_nan(step, format)),
          m_no_data(no_data_of(step, file.header(), m_bands)),
          m_uses_mask(file.header().has_mask && step.raster->uses_mask), m_layer_mask(mask)
    {}

    [[nodiscard]] std::vector<int> const& bands() const noexcept { return m_bands; }
    [[nodiscard]] bool uses_mask() const noexcept { return m_uses_mask; }
    [[nodiscard]] raster::SampleType type() const noexcept { return m_type; }

    /// Turns numbers as they are read into values of the format's type; NaN where nothing counts.
    /// \param first of the bands \param mask of the pixels; may be empty
    void clean(std::span<double> numbers, std::size_t pixels, std::size_t first,
               std::span<std::uint8_t const> mask) const
    {
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            auto const& no_data = m_no_data[first + i / pixels];
            bool const is_hidden = !mask.empty() && mask[i % pixels] == 0;
            bool const has_value = !is_hidden && !(no_data && numbers[i] == *no_data);
            bool const is_kept_nan = m_keeps_nan && has_value && std::isnan(numbers[i]);
            numbers[i] = is_kept_nan ? nan_of_file
                         : has_value ? raster::as_stored(numbers[i], m_type)
                                     : not_there;
        }
    }

    /// \param sampled of the part, as the type has them; NaN is left out
    void store(raster::Window const& part, std::size_t band, std::span<double const> sampled)
    {
        auto const width = static_cast<std::size_t>(m_image.width);
        auto const of_band = band * width * static_cast<std::size_t>(m_image.height);
        for (std::size_t i = 0; i < sampled.size(); ++i) {
            auto const row =
                static_cast<std::size_t>(part.y) + i / static_cast<std::size_t>(part.width);
            auto const column =
                static_cast<std::size_t>(part.x) + i % static_cast<std::size_t>(part.width);
            bool const is_hidden = m_layer_mask != nullptr &&
                                   m_layer_mask->view().pixels[(row * width + column) * 4 + 3] == 0;
            if (!std::isnan(sampled[i]) && !is_hidden) {
                auto const value = sampled[i] == nan_of_file ? not_there : sampled[i];
                raster::put_sample(m_values, m_type, of_band + row * width + column,
                                   static_cast<float>(value));
            }
        }
    }

private:
    raster::Size m_image;
    std::span<std::byte> m_values; ///< of all bands, of the type
    std::vector<int> m_bands;
    raster::SampleType m_type; ///< of the format
    bool m_keeps_nan;          ///< keeps_nan()
    std::vector<std::optional<double>> m_no_data;
    bool m_uses_mask;
    image::Bitmap const* m_layer_mask; ///< of the size of the image; nullptr: none
};

/// Writes one file into the sheet.
class ValuePainter {
public:
    ValuePainter(VectorStep const& step, Services const& services, ogr::RasterFile& file,
                 RasterFrame frame, ValueSheet& sheet)
        : m_services(services), m_file(file), m_sheet(sheet), m_kernel(step.raster->kernel),
          m_cells(services, file, std::move(frame), m_kernel, step.raster->level)
    {}

    void draw()
    {
        auto const bands = m_sheet.bands().size();
        m_cells.for_each({.bands = bands,
                          .bytes_per_pixel = bands * sizeof(double) + 1,
                          .kept_bytes = [] { return std::size_t{0}; },
                          .paint = [this](RasterCell const& cell) { paint(cell); }});
    }

private:
    void read(RasterCell const& cell)
    {
        Timed const timed{m_services.trace, Stage::Fetch};
        auto const& bands = m_sheet.bands();
        m_cells.count_read(cell, bands.size(), sizeof(double));
        auto const pixels = cell.window.pixels();
        if (pixels == 0) {
            return;
        }
        ogr::RasterRead const what{cell.level, cell.window, bands, &m_cells.go_on()};
        m_numbers.resize(pixels * bands.size());
        m_cells.check_read(m_file.read(what, m_numbers));
        m_mask.resize(m_sheet.uses_mask() ? pixels : 0);
        if (m_sheet.uses_mask()) {
            m_cells.check_read(m_file.read_mask(what, m_mask));
        }
        m_sheet.clean(m_numbers, pixels, 0, m_mask);
    }

    void paint(RasterCell const& cell)
    {
        read(cell);
        Timed const timed{m_services.trace, Stage::Raster};
        auto const pixels = cell.window.pixels();
        m_sampled.resize(cell.part.pixels());
        for (std::size_t band = 0; band < m_sheet.bands().size(); ++band) {
            raster::resample(std::span{m_numbers}.subspan(band * pixels, pixels), cell.window,
                             cell.size, cell.positions, cell.ratio, m_kernel, m_sampled,
                             *m_services.budget);
            for (auto& value : m_sampled) {
                value = raster::as_sampled(value, m_sheet.type(), m_kernel);
            }
            m_sheet.store(cell.part, band, m_sampled);
        }
    }

    Services const& m_services;
    ogr::RasterFile& m_file;
    ValueSheet& m_sheet;
    raster::Kernel m_kernel;
    RasterCells m_cells;
    std::vector<double> m_numbers, m_sampled;
    std::vector<std::uint8_t> m_mask;
};

/// The same for an image that stands alone and whose values are interpolated.
class InterpolatedPainter {
public:
    InterpolatedPainter(VectorStep const& step, Services const& services, ogr::RasterFile& file,
                        RasterFrame frame, ValueSheet& sheet)
        : m_services(services), m_frame(std::move(frame)), m_sheet(sheet),
          m_base(file.header().levels.front()), m_grid{m_frame.left_pixels()->x.count(),
                                                       m_frame.left_pixels()->y.count()},
          m_left(file, m_frame.left_pixels()->x, m_frame.left_pixels()->y, step.raster->level),
          m_go_on(DeadlineCheck{services.deadline}), m_kept(*services.budget)
    {}

    void draw()
    {
        for (auto const& cell : m_frame.cells()) {
            check(m_go_on());
            m_frame.enter(cell);
            if (m_frame.ratio()) {
                paint(cell);
            }
        }
    }

private:
    void check(bool is_whole) const
    {
        if (!is_whole) {
            m_services.deadline.check();
            throw Error{ErrorKind::Limit, "reading was stopped"};
        }
    }

    void paint(raster::Window const& cell)
    {
        m_frame.positions(cell, m_base, m_positions);
        auto const part = raster::window_between(m_positions, m_grid);
        if (part.is_empty()) {
            return;
        }
        m_kept.set(cell.pixels() * (sizeof(geometry::Point) + sizeof(double)) +
                   part.pixels() * (sizeof(double) + 1) +
                   source::raster::LeftPixels::stored_bytes(1));
        m_mask.resize(m_sheet.uses_mask() ? part.pixels() : 0);
        if (m_sheet.uses_mask()) {
            check(m_left.read_mask(part, m_go_on, m_mask));
        }
        // Band by band: a file may have a thousand.
        for (std::size_t band = 0; band < m_sheet.bands().size(); ++band) {
            read(part, band);
            Timed const timed{m_services.trace, Stage::Raster};
            m_sampled.resize(cell.pixels());
            for (std::size_t i = 0; i < m_sampled.size(); ++i) {
                m_services.budget->work();
                auto const value = raster::interpolate(m_numbers, part, m_grid, m_positions[i]);
                m_sampled[i] = raster::as_interpolated(value, m_sheet.type());
            }
            m_sheet.store(cell, band, m_sampled);
        }
    }

    void read(raster::Window const& part, std::size_t band)
    {
        Timed const timed{m_services.trace, Stage::Fetch};
        m_numbers.resize(part.pixels());
        check(m_left.read(part, std::span{m_sheet.bands()}.subspan(band, 1), m_go_on, m_numbers));
        m_sheet.clean(m_numbers, part.pixels(), band, m_mask);
    }

    Services const& m_services;
    RasterFrame m_frame;
    ValueSheet& m_sheet;
    raster::Size m_base;
    raster::Size m_grid; ///< of the pixels that are left
    source::raster::LeftPixels m_left;
    ogr::GoOn m_go_on;
    MemoryCharge m_kept;
    std::vector<geometry::Point> m_positions;
    std::vector<double> m_numbers, m_sampled;
    std::vector<std::uint8_t> m_mask;
};

} // namespace

std::vector<std::byte> values_of_rasters(PlanState const& plan, GdalFormat const& format,
                                         Services const& services)
{
    raster::Size const size{plan.viewport.width, plan.viewport.height};
    auto const count =
        static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height) * format.bands;
    MemoryCharge kept{*services.budget};
    kept.set(count * raster::bytes_of(format.type));
    std::vector<std::byte> values(count * raster::bytes_of(format.type));
    for (std::size_t i = 0; format.null_value && i < count; ++i) {
        raster::put_sample(values, format.type, i, static_cast<float>(*format.null_value));
    }
    MaskSheet masks{plan, services};
    for (auto const& step : plan.steps) {
        if (step.raster) {
            auto const* const mask = masks.of(step);
            for_each_file(
                plan, step, services, FileUse::Values,
                [&](ogr::RasterFile& file, RasterFrame frame) {
                    ValueSheet sheet{step, file, format, size, mask, values};
                    if (frame.left_pixels() != nullptr) {
                        InterpolatedPainter{step, services, file, std::move(frame), sheet}.draw();
                    } else {
                        ValuePainter{step, services, file, std::move(frame), sheet}.draw();
                    }
                });
        }
    }
    return values;
}

} // namespace ms::render
