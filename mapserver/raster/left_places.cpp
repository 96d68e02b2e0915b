// SPDX-License-Identifier: MIT
#include "raster/left_places.hpp"

#include <algorithm>
#include <cstddef>

namespace ms::raster {

namespace {

std::vector<std::int32_t> pixels_of(ReducedAxis const& axis, int base, int level)
{
    double const to_level = static_cast<double>(level) / base;
    std::vector<std::int32_t> pixels;
    pixels.reserve(static_cast<std::size_t>(axis.count()));
    for (int number = 0; number < axis.count(); ++number) {
        auto const pixel = static_cast<std::int32_t>(axis.in_file(number) * to_level);
        pixels.push_back(std::min(pixel, level - 1));
    }
    return pixels;
}

} // namespace

LeftPlaces::LeftPlaces(ReducedAxis const& x, ReducedAxis const& y, Size base, Size level)
    : m_columns(pixels_of(x, base.width, level.width)),
      m_rows(pixels_of(y, base.height, level.height))
{}

Window LeftPlaces::window_of(std::span<RowLine const> lines) const noexcept
{
    auto const left = raster::window_of(lines);
    if (left.is_empty()) {
        return {};
    }
    auto const at = [](std::vector<std::int32_t> const& pixels, int number) {
        return pixels[static_cast<std::size_t>(number)];
    };
    int const x = at(m_columns, left.x);
    int const y = at(m_rows, left.y);
    return {x, y, at(m_columns, left.x + left.width - 1) - x + 1,
            at(m_rows, left.y + left.height - 1) - y + 1};
}

void LeftPlaces::indices_of(RowLine const& line, Window const& window,
                            std::span<std::int32_t> out) const noexcept
{
    constexpr unsigned fraction_bits = 32; // RowLine::unit
    auto x = static_cast<std::uint64_t>(line.x);
    auto y = static_cast<std::uint64_t>(line.y);
    auto const dx = static_cast<std::uint64_t>(line.dx);
    auto const dy = static_cast<std::uint64_t>(line.dy);
    auto const* const columns = m_columns.data();
    auto const* const rows = m_rows.data();
    for (auto& index : out) {
        index = (rows[y >> fraction_bits] - window.y) * window.width + columns[x >> fraction_bits] -
                window.x;
        x += dx;
        y += dy;
    }
}

} // namespace ms::raster
