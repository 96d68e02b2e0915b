// SPDX-License-Identifier: MIT
#include "source/raster/sampler.hpp"

#include "base/deadline_check.hpp"
#include "base/error.hpp"
#include "raster/interpolate.hpp"
#include "source/raster/left_pixels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ms::source::raster {

namespace {

constexpr std::size_t max_samples = std::size_t{1} << 24U; ///< of all bands

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

namespace {

/// Without what rounding adds to whole pixels: it would show pixels of which a cell has nothing.
double settled(double value)
{
    constexpr double steps = 1048576; // 2^20
    return std::nearbyint(value * steps) / steps;
}

/// The cells in base pixels.
geometry::Box base_box(ms::raster::GeoTransform const& from_world, SampleCells const& cells)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    geometry::Box box{infinity, infinity, -infinity, -infinity};
    for (int const column : {0, cells.columns}) {
        for (int const line : {0, cells.lines}) {
            auto const at = transformed(from_world, {cells.origin.x + column * cells.side,
                                                     cells.origin.y + line * cells.side});
            box = {std::min(box.min_x, at.x), std::min(box.min_y, at.y), std::max(box.max_x, at.x),
                   std::max(box.max_y, at.y)};
        }
    }
    return box;
}

} // namespace

Sampler::Sampler(OpenedRaster& opened, std::vector<int> const& bands, SampleCells const& cells,
                 SampleBy by, Services const& services)
    : m_opened(opened), m_by(by), m_from_world(from_world(opened.to_world)), m_x(0, 0, 1, 0),
      m_y(0, 0, 1, 0)
{
    auto const& header = opened.file->header();
    auto const [width, height] = header.levels.front();
    auto const box = base_box(m_from_world, cells);
    double const part = ms::raster::reduced_part(box.min_x, box.max_x, cells.columns);
    m_x = {box.min_x, box.max_x, part, width};
    m_y = {box.min_y, box.max_y, part, height};
    auto const& to_world = opened.to_world;
    ms::raster::count_as_mapserver(m_x, m_y, std::hypot(to_world[1], to_world[4]),
                                   std::hypot(to_world[2], to_world[5]));
    auto const& t = m_from_world;
    auto const counted = [](ms::raster::ReducedAxis const& axis, double base) {
        return axis.among_left(base) - axis.among_left(0);
    };
    m_half = {counted(m_x, (std::abs(t[1]) + std::abs(t[2])) * cells.side) / 2,
              counted(m_y, (std::abs(t[4]) + std::abs(t[5])) * cells.side) / 2};
    for (auto const band : bands) {
        m_no_data.push_back(header.bands[static_cast<std::size_t>(band) - 1].no_data);
    }
    read(bands, services);
}

/// Row by row: of each those pixels that are left.
void Sampler::read(std::span<int const> bands, Services const& services)
{
    auto const columns = static_cast<std::size_t>(m_x.count());
    auto const rows = static_cast<std::size_t>(m_y.count());
    if (columns == 0 || rows == 0) {
        return;
    }
    auto const samples = columns * rows * bands.size();
    if (samples > max_samples || samples * sizeof(double) > services.max_kept_bytes) {
        throw Error{ErrorKind::Limit, "too many pixels"};
    }
    ms::ogr::GoOn const go_on{DeadlineCheck{services.deadline}};
    LeftPixels left{*m_opened.file, m_x, m_y};
    m_values.resize(samples);
    if (!left.read({0, 0, m_x.count(), m_y.count()}, bands, go_on, m_values)) {
        services.deadline.check();
        throw Error{ErrorKind::Limit, "reading was stopped"};
    }
    auto const pixels = columns * rows;
    for (std::size_t i = 0; i < samples; ++i) {
        if (!std::isfinite(m_values[i]) || m_values[i] == m_no_data[i / pixels]) {
            m_values[i] = std::numeric_limits<double>::quiet_NaN();
        }
    }
}

geometry::Point Sampler::among_left(geometry::Point place) const
{
    auto const base = transformed(m_from_world, place);
    return {m_x.among_left(base.x), m_y.among_left(base.y)};
}

bool Sampler::contains(geometry::Point place) const
{
    auto const at = transformed(m_from_world, place);
    auto const [width, height] = m_opened.file->header().levels.front();
    return at.x >= 0 && at.y >= 0 && at.x < width && at.y < height;
}

bool Sampler::sample(geometry::Point place, std::span<double> out) const
{
    if (m_values.empty()) {
        return false;
    }
    auto const at = among_left(place);
    for (std::size_t band = 0; band < m_no_data.size(); ++band) {
        bool const has_value = m_by == SampleBy::Average    ? mean_of(band, at, out[band])
                               : m_by == SampleBy::Bilinear ? between(band, at, out[band])
                                                            : nearest(band, at, out[band]);
        if (!has_value) {
            return false;
        }
    }
    return true;
}

double Sampler::value(std::size_t band, int x, int y) const
{
    auto const rows = static_cast<std::size_t>(m_y.count());
    return m_values[(band * rows + static_cast<std::size_t>(y)) *
                        static_cast<std::size_t>(m_x.count()) +
                    static_cast<std::size_t>(x)];
}

bool Sampler::nearest(std::size_t band, geometry::Point at, double& out) const
{
    if (!(at.x >= 0 && at.y >= 0 && at.x < m_x.count() && at.y < m_y.count())) {
        return false;
    }
    out = value(band, static_cast<int>(at.x), static_cast<int>(at.y));
    return !std::isnan(out);
}

bool Sampler::between(std::size_t band, geometry::Point at, double& out) const
{
    ms::raster::Size const left{m_x.count(), m_y.count()};
    ms::raster::Window const all{0, 0, left.width, left.height};
    out = ms::raster::interpolate(std::span{m_values}.subspan(band * all.pixels(), all.pixels()),
                                  all, left, at);
    return !std::isnan(out);
}

bool Sampler::mean_of(std::size_t band, geometry::Point at, double& out) const
{
    geometry::Box const box{std::max(0.0, settled(at.x - m_half.x)),
                            std::max(0.0, settled(at.y - m_half.y)),
                            std::min<double>(m_x.count(), settled(at.x + m_half.x)),
                            std::min<double>(m_y.count(), settled(at.y + m_half.y))};
    double sum = 0;
    double weights = 0;
    for (int y = static_cast<int>(box.min_y); y < box.max_y; ++y) {
        double const high = std::min<double>(y + 1, box.max_y) - std::max<double>(y, box.min_y);
        for (int x = static_cast<int>(box.min_x); x < box.max_x; ++x) {
            auto const each = value(band, x, y);
            if (!std::isnan(each)) {
                double const wide =
                    std::min<double>(x + 1, box.max_x) - std::max<double>(x, box.min_x);
                sum += each * wide * high;
                weights += wide * high;
            }
        }
    }
    out = weights > 0 ? sum / weights : 0;
    return weights > 0;
}

} // namespace ms::source::raster
