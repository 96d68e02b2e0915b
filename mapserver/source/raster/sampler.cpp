// SPDX-License-Identifier: MIT
#include "source/raster/sampler.hpp"

#include "base/deadline_check.hpp"
#include "base/error.hpp"
#include "raster/level.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ms::source::raster {

namespace {

constexpr std::size_t max_samples = std::size_t{1} << 20U; ///< read at once

} // namespace

geometry::Point transformed(ms::raster::GeoTransform const& t, geometry::Point p)
{
    return {t[0] + p.x * t[1] + p.y * t[2], t[3] + p.x * t[4] + p.y * t[5]};
}

ms::raster::GeoTransform from_world(ms::raster::GeoTransform const& t)
{
    double const area = t[1] * t[5] - t[2] * t[4];
    if (area == 0 || !std::isfinite(area)) {
        throw Error{ErrorKind::Source, "the raster file has no area"};
    }
    double const a = t[5] / area;
    double const b = -t[2] / area;
    double const c = -t[4] / area;
    double const d = t[1] / area;
    return {-(t[0] * a + t[3] * b), a, b, -(t[0] * c + t[3] * d), c, d};
}

Sampler::Sampler(OpenedRaster& opened, std::vector<int> bands, geometry::Point cell, SampleBy by,
                 Services const& services)
    : m_opened(opened), m_bands(std::move(bands)), m_by(by), m_services(services),
      m_go_on(DeadlineCheck{services.deadline}), m_from_world(from_world(opened.to_world))
{
    auto const& levels = opened.file->header().levels;
    auto const& t = m_from_world;
    geometry::Point const base{std::abs(t[1] * cell.x) + std::abs(t[2] * cell.y),
                               std::abs(t[4] * cell.x) + std::abs(t[5] * cell.y)};
    m_level = ms::raster::choose_level(levels, std::min(base.x, base.y));
    m_size = levels[m_level];
    m_to_level = {static_cast<double>(m_size.width) / levels[0].width,
                  static_cast<double>(m_size.height) / levels[0].height};
    m_half = {base.x * m_to_level.x / 2, base.y * m_to_level.y / 2};
}

geometry::Point Sampler::to_level(geometry::Point place) const
{
    auto const base = transformed(m_from_world, place);
    return {base.x * m_to_level.x, base.y * m_to_level.y};
}

bool Sampler::contains(geometry::Point place) const
{
    auto const at = to_level(place);
    return at.x >= 0 && at.y >= 0 && at.x < m_size.width && at.y < m_size.height;
}

bool Sampler::reaches(geometry::Point at) const
{
    return at.x > -m_half.x && at.y > -m_half.y && at.x < m_size.width + m_half.x &&
           at.y < m_size.height + m_half.y;
}

bool Sampler::sample(geometry::Point place, std::span<double> out)
{
    m_services.deadline.check();
    auto const at = to_level(place);
    if (m_by == SampleBy::Average ? !reaches(at) : !contains(place)) {
        return false;
    }
    geometry::Box const box{std::max(0.0, at.x - m_half.x), std::max(0.0, at.y - m_half.y),
                            std::min<double>(m_size.width, at.x + m_half.x),
                            std::min<double>(m_size.height, at.y + m_half.y)};
    for (std::size_t i = 0; i < m_bands.size(); ++i) {
        bool has_value = false;
        if (m_by == SampleBy::Average) {
            has_value = mean_of(m_bands[i], box, out[i]);
        } else if (m_by == SampleBy::Bilinear) {
            has_value = between(m_bands[i], at, out[i]);
        } else {
            auto const value = value_at(m_bands[i], static_cast<int>(at.x), static_cast<int>(at.y));
            has_value = value.has_value();
            out[i] = value.value_or(0);
        }
        if (!has_value) {
            return false;
        }
    }
    return true;
}

bool Sampler::is_value(int band, double value) const
{
    auto const& no_data = m_opened.file->header().bands[static_cast<std::size_t>(band) - 1].no_data;
    return std::isfinite(value) && value != no_data;
}

void Sampler::read(int band, ms::raster::Window const& window, std::vector<double>& out)
{
    out.resize(window.pixels());
    std::array const bands{band};
    if (!m_opened.file->read({m_level, window, bands, &m_go_on}, std::span<double>{out})) {
        m_services.deadline.check();
        throw Error{ErrorKind::Limit, "reading was stopped"};
    }
}

std::optional<double> Sampler::value_at(int band, int x, int y)
{
    x = std::clamp(x, 0, m_size.width - 1);
    y = std::clamp(y, 0, m_size.height - 1);
    read(band, {x, y, 1, 1}, m_values);
    return is_value(band, m_values[0]) ? std::optional{m_values[0]} : std::nullopt;
}

bool Sampler::between(int band, geometry::Point at, double& out)
{
    double const left = std::floor(at.x - 0.5);
    double const top = std::floor(at.y - 0.5);
    double const right_share = at.x - 0.5 - left;
    double const bottom_share = at.y - 0.5 - top;
    double sum = 0;
    double weights = 0;
    for (int row = 0; row < 2; ++row) {
        for (int column = 0; column < 2; ++column) {
            double const weight = (column == 0 ? 1 - right_share : right_share) *
                                  (row == 0 ? 1 - bottom_share : bottom_share);
            auto const value = weight > 0 ? value_at(band, static_cast<int>(left) + column,
                                                     static_cast<int>(top) + row)
                                          : std::nullopt;
            sum += weight * value.value_or(0);
            weights += value ? weight : 0;
        }
    }
    out = weights > 0 ? sum / weights : 0;
    return weights > 0;
}

bool Sampler::mean_of(int band, geometry::Box const& box, double& out)
{
    int const left = static_cast<int>(std::floor(box.min_x));
    int const right = std::min(m_size.width, static_cast<int>(std::ceil(box.max_x)));
    int const top = static_cast<int>(std::floor(box.min_y));
    int const bottom = std::min(m_size.height, static_cast<int>(std::ceil(box.max_y)));
    int const width = right - left;
    if (width < 1 || bottom <= top) {
        return false;
    }
    auto const rows_at_once =
        std::max(1, static_cast<int>(max_samples / static_cast<std::size_t>(width)));
    double sum = 0;
    double weights = 0;
    for (int y = top; y < bottom; y += rows_at_once) {
        int const rows = std::min(rows_at_once, bottom - y);
        read(band, {left, y, width, rows}, m_values);
        for (int row = 0; row < rows; ++row) {
            double const high =
                std::min<double>(y + row + 1, box.max_y) - std::max<double>(y + row, box.min_y);
            for (int column = 0; column < width; ++column) {
                double const value =
                    m_values[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                             static_cast<std::size_t>(column)];
                if (is_value(band, value)) {
                    double const wide = std::min<double>(left + column + 1, box.max_x) -
                                        std::max<double>(left + column, box.min_x);
                    sum += value * wide * high;
                    weights += wide * high;
                }
            }
        }
    }
    out = weights > 0 ? sum / weights : 0;
    return weights > 0;
}

} // namespace ms::source::raster
