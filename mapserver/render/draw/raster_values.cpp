// SPDX-License-Identifier: MIT
#include "render/draw/raster_values.hpp"

#include "base/error.hpp"
#include "base/trace.hpp"
#include "raster/whole_values.hpp"
#include "render/draw/composite.hpp"
#include "render/draw/raster_cells.hpp"
#include "render/draw/raster_step.hpp"
#include "source/raster/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace ms::render {

namespace {

constexpr double not_there = std::numeric_limits<double>::quiet_NaN();

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

/// Writes one file into the bands.
class ValuePainter {
public:
    ValuePainter(VectorStep const& step, Services const& services, ogr::RasterFile& file,
                 RasterFrame frame, GdalFormat const& format, raster::Size image,
                 image::Bitmap const* mask, std::span<std::byte> values)
        : m_services(services), m_file(file), m_image(image), m_values(values),
          m_processing(*step.raster),
          m_cells(services, file, std::move(frame), m_processing.kernel, m_processing.level),
          m_bands(raw_bands(step, file.header(), format)), m_type(format.type),
          m_no_data(style::no_data_of(m_processing, file.header(), m_bands)),
          m_uses_mask(file.header().has_mask && m_processing.uses_mask), m_layer_mask(mask)
    {}

    void draw()
    {
        m_cells.for_each({.bands = m_bands.size(),
                          .bytes_per_pixel = m_bands.size() * sizeof(double) + 1,
                          .kept_bytes = [] { return std::size_t{0}; },
                          .paint = [this](RasterCell const& cell) { paint(cell); }});
    }

private:
    void read(RasterCell const& cell)
    {
        Timed const timed{m_services.trace, Stage::Fetch};
        m_cells.count_read(cell, m_bands.size(), sizeof(double));
        auto const pixels = cell.window.pixels();
        if (pixels == 0) {
            return;
        }
        ogr::RasterRead const what{cell.level, cell.window, m_bands, &m_cells.go_on()};
        m_numbers.resize(pixels * m_bands.size());
        m_cells.check_read(m_file.read(what, m_numbers));
        m_mask.resize(m_uses_mask ? pixels : 0);
        if (m_uses_mask) {
            m_cells.check_read(m_file.read_mask(what, m_mask));
        }
        for (std::size_t i = 0; i < m_numbers.size(); ++i) {
            auto const& no_data = m_no_data[i / pixels];
            bool const is_hidden = m_uses_mask && m_mask[i % pixels] == 0;
            bool const has_value = !is_hidden && !(no_data && m_numbers[i] == *no_data);
            m_numbers[i] = has_value ? raster::as_stored(m_numbers[i], m_type) : not_there;
        }
    }

    void paint(RasterCell const& cell)
    {
        read(cell);
        Timed const timed{m_services.trace, Stage::Raster};
        auto const pixels = cell.window.pixels();
        m_sampled.resize(cell.part.pixels());
        for (std::size_t band = 0; band < m_bands.size(); ++band) {
            raster::resample(std::span{m_numbers}.subspan(band * pixels, pixels), cell.window,
                             cell.size, cell.positions, cell.ratio, m_processing.kernel, m_sampled,
                             *m_services.budget);
            store(cell.part, band);
        }
    }

    void store(raster::Window const& part, std::size_t band)
    {
        auto const width = static_cast<std::size_t>(m_image.width);
        auto const of_band = band * width * static_cast<std::size_t>(m_image.height);
        for (std::size_t i = 0; i < m_sampled.size(); ++i) {
            auto const row =
                static_cast<std::size_t>(part.y) + i / static_cast<std::size_t>(part.width);
            auto const column =
                static_cast<std::size_t>(part.x) + i % static_cast<std::size_t>(part.width);
            bool const is_hidden = m_layer_mask != nullptr &&
                                   m_layer_mask->view().pixels[(row * width + column) * 4 + 3] == 0;
            if (!std::isnan(m_sampled[i]) && !is_hidden) {
                auto const value = raster::as_sampled(m_sampled[i], m_type, m_processing.kernel);
                raster::put_sample(m_values, m_type, of_band + row * width + column,
                                   static_cast<float>(value));
            }
        }
    }

    Services const& m_services;
    ogr::RasterFile& m_file;
    raster::Size m_image;
    std::span<std::byte> m_values; ///< of all bands, of the type
    style::RasterProcessing const& m_processing;
    RasterCells m_cells;
    std::vector<int> m_bands;
    raster::SampleType m_type; ///< of the format
    std::vector<std::optional<double>> m_no_data;
    bool m_uses_mask;
    image::Bitmap const* m_layer_mask; ///< of the size of the image; nullptr: none
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
            for_each_file(plan, step, services, [&](ogr::RasterFile& file, RasterFrame frame) {
                ValuePainter{step, services, file, std::move(frame), format, size, mask, values}
                    .draw();
            });
        }
    }
    return values;
}

} // namespace ms::render
