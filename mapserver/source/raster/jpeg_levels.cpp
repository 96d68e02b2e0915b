// SPDX-License-Identifier: MIT
#include "source/raster/jpeg_levels.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace ms::source::raster {

namespace {

constexpr int max_scale = 8;      ///< libjpeg's
constexpr int min_level_px = 128; ///< of the longer side, as GDAL has it

/// As libjpeg and GDAL count what is left of rows and columns.
int scaled(int pixels, int scale)
{
    return (pixels + scale - 1) / scale;
}

ms::raster::Size scaled(ms::raster::Size size, int scale)
{
    return {scaled(size.width, scale), scaled(size.height, scale)};
}

bool shows_all_pixels(ms::raster::Header const& header)
{
    return !header.has_mask && std::ranges::none_of(header.bands, [](auto const& band) {
        return band.is_alpha || band.no_data;
    });
}

/// Whether blocks lie side by side when each of them is scaled.
bool is_divisible(int block, int level)
{
    return block % max_scale == 0 || block >= level;
}

class JpegLevels final : public ms::ogr::RasterFile {
public:
    explicit JpegLevels(std::unique_ptr<ms::ogr::RasterFile> file)
        : m_file(std::move(file)), m_header(m_file->header())
    {
        auto const base = m_header.levels.front();
        auto const block = m_header.blocks.front();
        int const side = std::max(base.width, base.height);
        for (int scale = 2; scale <= max_scale && side >= min_level_px * scale; scale *= 2) {
            m_header.levels.push_back(scaled(base, scale));
            m_header.blocks.push_back(scaled(block, scale));
            ++m_header.jpeg_levels;
        }
    }

    [[nodiscard]] ms::raster::Header const& header() const override { return m_header; }
    [[nodiscard]] std::string wkt() const override { return m_file->wkt(); }
    [[nodiscard]] bool read(ms::ogr::RasterRead const& what, std::span<std::uint8_t> out) override
    {
        return what.level == 0 ? m_file->read(what, out) : read_means(what, out);
    }
    [[nodiscard]] bool read(ms::ogr::RasterRead const& what, std::span<double> out) override
    {
        return what.level == 0 ? m_file->read(what, out) : read_means(what, out);
    }
    [[nodiscard]] bool read_mask(ms::ogr::RasterRead const& what,
                                 std::span<std::uint8_t> out) override
    {
        if (what.level == 0) {
            return m_file->read_mask(what, out);
        }
        std::ranges::fill(out, std::uint8_t{255});
        return true;
    }
    [[nodiscard]] std::optional<std::pair<double, double>>
    range(int band, ms::ogr::GoOn const& go_on) override
    {
        return m_file->range(band, go_on);
    }
    [[nodiscard]] std::optional<ms::raster::StoredForm>
    stored_form(std::size_t level) const override
    {
        auto form = m_file->stored_form(0);
        if (form) {
            form->jpeg_scale = scale_of(level);
            form->block = scaled(form->block, form->jpeg_scale);
        }
        return form;
    }
    [[nodiscard]] std::optional<ms::raster::StoredPlace>
    stored_place(std::size_t /*level*/, int column, int row) const override
    {
        return m_file->stored_place(0, column, row);
    }
    void rest() noexcept override { m_file->rest(); }

private:
    [[nodiscard]] static int scale_of(std::size_t level) { return 1 << level; }

    /// A row of few pixels at a time.
    template <typename Sample>
    [[nodiscard]] bool read_means(ms::ogr::RasterRead const& what, std::span<Sample> out)
    {
        constexpr int columns = 2048;
        auto const& window = what.window;
        for (int y = window.y; y < window.y + window.height; ++y) {
            for (int x = window.x; x < window.x + window.width; x += columns) {
                int const count = std::min(columns, window.x + window.width - x);
                if (!read_row(what, {x, y, count, 1}, out)) {
                    return false;
                }
            }
        }
        return true;
    }

    template <typename Sample>
    [[nodiscard]] bool read_row(ms::ogr::RasterRead const& what, ms::raster::Window const& row,
                                std::span<Sample> out)
    {
        int const scale = scale_of(what.level);
        auto const base = m_header.levels.front();
        ms::raster::Window const of_base{row.x * scale, row.y * scale,
                                         std::min(row.width * scale, base.width - row.x * scale),
                                         std::min(scale, base.height - row.y * scale)};
        m_samples.resize(of_base.pixels() * what.bands.size());
        if (!m_file->read({0, of_base, what.bands, what.go_on}, m_samples)) {
            return false;
        }
        auto const& window = what.window;
        auto const to =
            static_cast<std::size_t>(row.y - window.y) * static_cast<std::size_t>(window.width) +
            static_cast<std::size_t>(row.x - window.x);
        for (std::size_t band = 0; band < what.bands.size(); ++band) {
            auto const samples =
                std::span{m_samples}.subspan(band * of_base.pixels(), of_base.pixels());
            for (int column = 0; column < row.width; ++column) {
                out[band * window.pixels() + to + static_cast<std::size_t>(column)] =
                    static_cast<Sample>(mean_of(samples, of_base, column * scale, scale));
            }
        }
        return true;
    }

    /// Of `scale` columns, or of those that there are.
    [[nodiscard]] static int mean_of(std::span<std::uint8_t const> samples,
                                     ms::raster::Window const& window, int column, int scale)
    {
        int const end = std::min(column + scale, window.width);
        int sum = 0;
        for (int y = 0; y < window.height; ++y) {
            for (int x = column; x < end; ++x) {
                sum +=
                    samples[static_cast<std::size_t>(y) * static_cast<std::size_t>(window.width) +
                            static_cast<std::size_t>(x)];
            }
        }
        int const count = (end - column) * window.height;
        return (sum + count / 2) / count;
    }

    std::unique_ptr<ms::ogr::RasterFile> m_file;
    ms::raster::Header m_header;
    std::vector<std::uint8_t> m_samples;
};

} // namespace

std::unique_ptr<ms::ogr::RasterFile> with_jpeg_levels(std::unique_ptr<ms::ogr::RasterFile> file)
{
    auto const& header = file->header();
    if (header.levels.size() != 1 || !shows_all_pixels(header)) {
        return file;
    }
    auto const form = file->stored_form(0);
    auto const size = header.levels.front();
    if (!form || form->compression != ms::raster::BlockCompression::Jpeg ||
        !is_divisible(form->block.width, size.width) ||
        !is_divisible(form->block.height, size.height)) {
        return file;
    }
    return std::make_unique<JpegLevels>(std::move(file));
}

} // namespace ms::source::raster
