// SPDX-License-Identifier: MIT
#include "render/draw/raster_cells.hpp"

#include "base/deadline_check.hpp"
#include "base/error.hpp"
#include "base/trace.hpp"
#include "raster/level.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace ms::render {

namespace {

/// Samples of all bands that are read at once.
constexpr std::size_t max_samples = std::size_t{1} << 22U;

} // namespace

RasterCells::RasterCells(Services const& services, ogr::RasterFile& file, RasterFrame frame,
                         raster::Kernel kernel, std::optional<std::size_t> level)
    : m_services(services), m_file(file), m_frame(std::move(frame)), m_kernel(kernel),
      m_wanted_level(level), m_go_on(DeadlineCheck{services.deadline}), m_kept(*services.budget)
{}

void RasterCells::for_each(CellWork const& work)
{
    for (auto const& cell : m_frame.cells()) {
        check_read(m_go_on());
        m_frame.enter(cell);
        enter(cell, work);
    }
}

void RasterCells::enter(raster::Window const& cell, CellWork const& work)
{
    auto const ratio = m_frame.ratio();
    if (!ratio) {
        return;
    }
    auto const& levels = m_file.header().levels;
    m_level = m_wanted_level ? std::min(*m_wanted_level, levels.size() - 1)
                             : raster::choose_level(levels, std::min(ratio->x, ratio->y));
    m_size = levels[m_level];
    m_to_level = {static_cast<double>(m_size.width) / levels[0].width,
                  static_cast<double>(m_size.height) / levels[0].height};
    m_ratio = {ratio->x * m_to_level.x, ratio->y * m_to_level.y};
    if (auto const part = m_frame.visible_part(cell, levels.front()); !part.is_empty()) {
        divide(part, work);
    }
}

namespace {

/// The range of positions on one axis that lie in the level; low > high: none does.
struct Range {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
};

} // namespace

raster::Window RasterCells::window_of_axes()
{
    auto const range_of = [](std::vector<geometry::Point>& points, double geometry::Point::*axis,
                             double scale, double begin, double end) {
        Range range;
        for (auto& p : points) {
            double& value = p.*axis;
            value *= scale;
            if (value >= begin && value < end) {
                range = {std::min(range.low, value), std::max(range.high, value)};
            }
        }
        return range;
    };
    auto const area = raster::area_of(m_kernel, m_ratio, m_size);
    auto const x = range_of(m_columns, &geometry::Point::x, m_to_level.x, area.min_x, area.max_x);
    auto const y = range_of(m_rows, &geometry::Point::y, m_to_level.y, area.min_y, area.max_y);
    return window_of({x.low, y.low, x.high, y.high});
}

raster::Window RasterCells::window_of(geometry::Box const& box) const
{
    return box.min_x > box.max_x || box.min_y > box.max_y
               ? raster::Window{}
               : raster::window_around(box, raster::margin_of(m_kernel, m_ratio), m_size);
}

raster::Window RasterCells::window_of_level()
{
    // In locals, and without branches: this is done for every pixel of the image.
    constexpr double infinity = std::numeric_limits<double>::infinity();
    double min_x = infinity;
    double min_y = infinity;
    double max_x = -infinity;
    double max_y = -infinity;
    auto const [scale_x, scale_y] = m_to_level;
    auto const area = raster::area_of(m_kernel, m_ratio, m_size);
    for (auto& p : m_positions) {
        p = {p.x * scale_x, p.y * scale_y};
        bool const is_inside = area.contains(p);
        min_x = std::min(min_x, is_inside ? p.x : infinity);
        min_y = std::min(min_y, is_inside ? p.y : infinity);
        max_x = std::max(max_x, is_inside ? p.x : -infinity);
        max_y = std::max(max_y, is_inside ? p.y : -infinity);
    }
    return window_of({min_x, min_y, max_x, max_y});
}

void RasterCells::divide(raster::Window const& part, CellWork const& work)
{
    check_read(m_go_on());
    auto const part_bytes = part.pixels() * (sizeof(geometry::Point) + 4);
    m_kept.set(part_bytes + work.kept_bytes());
    auto const read = find_places(part, work.needs_positions);
    if (read.is_empty()) {
        return;
    }
    bool const is_one_pixel = part.width == 1 && part.height == 1;
    if (read.pixels() * work.bands > max_samples && !is_one_pixel) {
        halve(part, work);
        return;
    }
    m_kept.set(part_bytes + work.kept_bytes() + read.pixels() * work.bytes_per_pixel);
    if (!m_columns.empty() && work.needs_positions) {
        RasterFrame::cross(m_columns, m_rows, m_positions);
    }
    work.paint({part, read, m_level, m_size, m_ratio, m_positions, m_columns, m_rows, m_lines,
                m_left ? &*m_left : nullptr});
}

raster::Window RasterCells::find_places(raster::Window const& part, bool needs_positions)
{
    auto const& base = m_file.header().levels.front();
    m_columns.clear();
    m_lines.clear();
    if (m_frame.is_upright()) {
        m_frame.upright_positions(part, base, m_columns, m_rows);
        return window_of_axes();
    }
    if (!needs_positions && find_lines(part)) {
        return m_left ? m_left->window_of(m_lines) : raster::window_of(m_lines);
    }
    m_lines.clear();
    m_frame.positions(part, base, m_positions);
    return window_of_level();
}

bool RasterCells::find_lines(raster::Window const& part)
{
    auto const& base = m_file.header().levels.front();
    auto const* const reduced = m_frame.reduced();
    if (reduced == nullptr) {
        return m_frame.row_lines(part, base, m_size, m_lines);
    }
    if (std::max(reduced->x.count(), reduced->y.count()) > raster::LeftPlaces::max_count ||
        !m_frame.left_lines(part, base, m_lines)) {
        return false;
    }
    if (!m_left || m_level_of_left != m_level) {
        m_left.emplace(reduced->x, reduced->y, base, m_size);
        m_level_of_left = m_level;
    }
    return true;
}

void RasterCells::halve(raster::Window part, CellWork const& work)
{
    // Rows first: files are stored in rows of blocks.
    auto rest = part;
    if (part.height > 1) {
        part.height /= 2;
        rest.y += part.height;
        rest.height -= part.height;
    } else {
        part.width /= 2;
        rest.x += part.width;
        rest.width -= part.width;
    }
    divide(part, work);
    divide(rest, work);
}

void RasterCells::check_read(bool is_whole) const
{
    if (!is_whole) {
        m_services.deadline.check();
        throw Error{ErrorKind::Limit, "reading was stopped"};
    }
}

void RasterCells::count_read(RasterCell const& cell, std::size_t bands,
                             std::size_t sample_bytes) const
{
    auto* const trace = m_services.trace;
    if (trace == nullptr) {
        return;
    }
    trace->add(Counter::RasterWindows, 1);
    trace->add(Counter::RasterOverviews, cell.level > 0 ? 1 : 0);
    trace->add(Counter::RasterBlocks,
               bands * raster::count_blocks(cell.window, m_file.header().blocks[cell.level]));
    trace->add(Counter::RasterBytes, cell.window.pixels() * bands * sample_bytes);
}

} // namespace ms::render
