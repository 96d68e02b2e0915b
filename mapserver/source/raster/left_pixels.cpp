// SPDX-License-Identifier: MIT
#include "source/raster/left_pixels.hpp"

#include "raster/level.hpp"

#include <algorithm>

namespace ms::source::raster {

namespace {

/// Pixels of a level that are read at once.
constexpr std::size_t max_pixels = std::size_t{1} << 18U;

int at_level(int pixel, int base_size, int size)
{
    return static_cast<int>((pixel + 0.5) * size / base_size);
}

/// How many of the numbers from `first` on lie in as many pixels as may be read at once: one or
/// more.
template <typename PixelOf>
int run_length(int first, int end, std::size_t max_length, PixelOf const& pixel_of)
{
    int const begin = pixel_of(first);
    int next = first + 1;
    while (next < end && static_cast<std::size_t>(pixel_of(next) - begin) < max_length) {
        ++next;
    }
    return next - first;
}

} // namespace

LeftPixels::LeftPixels(ms::ogr::RasterFile& file, ms::raster::ReducedAxis const& x,
                       ms::raster::ReducedAxis const& y, std::optional<std::size_t> level)
    : m_file(file), m_x(x), m_y(y)
{
    auto const& levels = file.header().levels;
    double const step = std::min(x.step(), y.step());
    m_level = level ? std::min(*level, levels.size() - 1)
                    : ms::raster::choose_level(levels, step * ms::raster::max_coarseness);
}

int LeftPixels::column_of(int number) const
{
    auto const& levels = m_file.header().levels;
    return at_level(m_x.pixel(number), levels.front().width, levels[m_level].width);
}

int LeftPixels::row_of(int number) const
{
    auto const& levels = m_file.header().levels;
    return at_level(m_y.pixel(number), levels.front().height, levels[m_level].height);
}

std::size_t LeftPixels::stored_bytes(std::size_t bands) noexcept
{
    return max_pixels * bands * sizeof(double);
}

ms::raster::Window LeftPixels::next_piece(ms::raster::Window const& part, int x, int y) const
{
    auto const column = [this](int number) { return column_of(number); };
    auto const row = [this](int number) { return row_of(number); };
    int const columns = run_length(x, part.x + part.width, max_pixels, column);
    auto const wide = column_of(x + columns - 1) - column_of(x) + 1;
    // Where few rows are left of many, each is read alone.
    bool const is_dense = m_y.step() < 2;
    auto const max_rows = is_dense ? max_pixels / static_cast<std::size_t>(wide) : 1;
    return {x, y, columns, run_length(y, part.y + part.height, max_rows, row)};
}

ms::raster::Window LeftPixels::window_of(ms::raster::Window const& piece) const
{
    int const left = column_of(piece.x);
    int const top = row_of(piece.y);
    return {left, top, column_of(piece.x + piece.width - 1) - left + 1,
            row_of(piece.y + piece.height - 1) - top + 1};
}

template <typename Sample>
void LeftPixels::copy(std::span<Sample const> samples, ms::raster::Window const& piece,
                      ms::raster::Window const& part, std::span<Sample> out) const
{
    auto const window = window_of(piece);
    for (int row = piece.y; row < piece.y + piece.height; ++row) {
        auto const* const from = samples.data() + static_cast<std::size_t>(row_of(row) - window.y) *
                                                      static_cast<std::size_t>(window.width);
        auto* const to = out.data() + static_cast<std::size_t>(row - part.y) *
                                          static_cast<std::size_t>(part.width);
        for (int column = piece.x; column < piece.x + piece.width; ++column) {
            to[column - part.x] = from[column_of(column) - window.x];
        }
    }
}

template <typename Sample, typename Read>
bool LeftPixels::read_pieces(ms::raster::Window const& part, std::size_t bands,
                             std::span<Sample> out, Read const& read) const
{
    std::vector<Sample> samples;
    for (int x = part.x; x < part.x + part.width;) {
        int width = 0;
        for (int y = part.y; y < part.y + part.height;) {
            auto const piece = next_piece(part, x, y);
            auto const window = window_of(piece);
            samples.resize(window.pixels() * bands);
            if (!read(window, std::span{samples})) {
                return false;
            }
            for (std::size_t band = 0; band < bands; ++band) {
                copy<Sample>(std::span{samples}.subspan(band * window.pixels(), window.pixels()),
                             piece, part, out.subspan(band * part.pixels(), part.pixels()));
            }
            y += piece.height;
            width = piece.width;
        }
        x += width;
    }
    return true;
}

bool LeftPixels::read(ms::raster::Window const& part, std::span<int const> bands,
                      ms::ogr::GoOn const& go_on, std::span<double> out)
{
    return read_pieces(part, bands.size(), out,
                       [&](ms::raster::Window const& window, std::span<double> samples) {
                           return m_file.read({m_level, window, bands, &go_on}, samples) && go_on();
                       });
}

bool LeftPixels::read_mask(ms::raster::Window const& part, ms::ogr::GoOn const& go_on,
                           std::span<std::uint8_t> out)
{
    return read_pieces(
        part, 1, out, [&](ms::raster::Window const& window, std::span<std::uint8_t> samples) {
            return m_file.read_mask({m_level, window, {}, &go_on}, samples) && go_on();
        });
}

} // namespace ms::source::raster
