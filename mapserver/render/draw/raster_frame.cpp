// SPDX-License-Identifier: MIT
#include "render/draw/raster_frame.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ms::render {

std::optional<raster::GeoTransform> inverted(raster::GeoTransform const& t)
{
    double const area = t[1] * t[5] - t[2] * t[4];
    if (area == 0 || !std::isfinite(area)) {
        return std::nullopt;
    }
    double const a = t[5] / area;
    double const b = -t[2] / area;
    double const c = -t[4] / area;
    double const d = t[1] / area;
    return raster::GeoTransform{t[0], a, b, t[3], c, d}; // origin first: preserves digits
}

namespace {

constexpr double frame_tolerance_px = 0.125;
/// Places per axis where the ratio is measured.
constexpr int ratio_samples = 3;
/// Sides of a cell, pixels.
constexpr int cell_px = 256;
constexpr int block_px = cell_px * CellGrids::Block::cells;

/// Column or row of the first pixel within its block. Centres usually lie on whole or half pixels
/// of the lattice, where rounding must not decide.
int origin_in_block(double coordinate, double cell_size)
{
    double const number = std::floor(coordinate / cell_size + 0.25);
    double const rest = number - std::floor(number / block_px) * block_px;
    return std::isfinite(rest) ? std::clamp(static_cast<int>(rest), 0, block_px - 1) : 0;
}

std::vector<std::pair<int, int>> pieces_of(int origin, int size)
{
    std::vector<std::pair<int, int>> pieces;
    for (int begin = 0; begin < size;) {
        int const length = std::min(cell_px - (begin + origin) % cell_px, size - begin);
        pieces.emplace_back(begin, length);
        begin += length;
    }
    return pieces;
}

/// Moves a position that a rounding error took off the border between two pixels back onto it.
double settled(double position) noexcept
{
    constexpr double steps = 1048576; // 2^20
    // As std::nearbyint, without a call, for all that is within a file; NaN stays.
    constexpr double to_whole = 6755399441055744; // 3 * 2^51
    double const scaled = position * steps;
    double const rounded = (scaled + to_whole - to_whole) / steps; // not in a branch: two at once
    return std::abs(scaled) < to_whole / 4 ? rounded : position;
}

} // namespace

RasterFrame::RasterFrame(Viewport const& view, crs::Definition const& file_crs,
                         raster::GeoTransform const& to_world, bool is_pixels,
                         std::shared_ptr<CellGrids> grids)
    : m_view(view),
      m_grids(grids ? std::move(grids) : std::make_shared<CellGrids>(view.crs, file_crs)),
      m_to_world(to_world), m_from_world(inverted(to_world)), m_is_pixels(is_pixels)
{
    m_view.angle_rad = -view.angle_rad;
    bool const is_upright = to_world[2] == 0 && to_world[4] == 0;
    if (file_crs.is_geographic() && is_upright && m_from_world) {
        m_turn_px = 360 / std::abs(to_world[1]);
    }
    if (!is_pixels && view.angle_rad == 0) {
        m_block_x = origin_in_block(view.extent.min_x, view.cell_size_x);
        m_block_y = origin_in_block(-view.extent.max_y, view.cell_size_y);
        m_origin_x = m_block_x % cell_px;
        m_origin_y = m_block_y % cell_px;
    }
}

void RasterFrame::stand_alone(raster::Size size, SingleRule const& rule)
{
    if (!m_is_pixels && m_from_world) {
        m_single = single_places(m_view, m_grids->exact(),
                                 {m_to_world, *m_from_world, size, m_turn_px}, rule);
    }
}

void RasterFrame::enter_view()
{
    m_to_file = nullptr;
    m_patch.reset();
    m_ratio.reset();
    raster::Window const all{0, 0, m_view.width, m_view.height};
    if (m_is_pixels) {
        m_ratio = geometry::Point{1, 1};
    } else if (m_from_world) {
        measure(all);
        if (m_ratio && !m_grids->exact().is_identity()) {
            approximate(all, seen_of(m_view, 1));
        }
    }
}

std::vector<raster::Window> RasterFrame::cells() const
{
    std::vector<raster::Window> cells;
    for (auto const& [y, height] : pieces_of(m_origin_y, m_view.height)) {
        for (auto const& [x, width] : pieces_of(m_origin_x, m_view.width)) {
            cells.push_back({x, y, width, height});
        }
    }
    return cells;
}

void RasterFrame::enter(raster::Window const& cell)
{
    m_to_file = nullptr;
    m_patch.reset();
    m_ratio.reset();
    m_cell = whole_cell(cell);
    if (m_is_pixels) {
        m_ratio = geometry::Point{1, 1};
        return;
    }
    if (!m_from_world) {
        return;
    }
    if (enter_patch()) {
        return;
    }
    measure(m_cell);
    if (!m_ratio) {
        measure(cell); // most of the cell may lie outside the world
    }
    if (!m_ratio || m_grids->exact().is_identity()) {
        return;
    }
    if (m_view.angle_rad != 0) {
        approximate({0, 0, m_view.width, m_view.height}, seen_of(m_view, 1));
    } else {
        approximate(m_cell, box_of_cell());
    }
}

raster::Window RasterFrame::whole_cell(raster::Window const& cell) const noexcept
{
    // As large as the visible part.
    return {cell.x - (cell.x + m_origin_x) % cell_px, cell.y - (cell.y + m_origin_y) % cell_px,
            cell_px, cell_px};
}

geometry::Box RasterFrame::box_of_cell() const noexcept
{
    return {map_point(m_cell.x - 1, 0).x, map_point(0, m_cell.y + cell_px).y,
            map_point(m_cell.x + cell_px, 0).x, map_point(0, m_cell.y - 1).y};
}

void RasterFrame::approximate(raster::Window const& window, geometry::Box const& box)
{
    double const pixel_units = std::min(m_ratio->x * std::hypot(m_to_world[1], m_to_world[4]),
                                        m_ratio->y * std::hypot(m_to_world[2], m_to_world[5]));
    m_to_file = &m_grids->approximate(window, box, frame_tolerance_px * pixel_units);
}

std::optional<PixelPlane> RasterFrame::plane_of_cell()
{
    auto const& t = *m_from_world;
    if (m_patch) {
        auto const& [origin, right, down, far, side] = m_patch->corners();
        geometry::Point const plane_far{right.x + down.x - origin.x, right.y + down.y - origin.y};
        return PixelPlane{origin,
                          {(right.x - origin.x) / side, (right.y - origin.y) / side},
                          {(down.x - origin.x) / side, (down.y - origin.y) / side},
                          std::hypot(far.x - plane_far.x, far.y - plane_far.y)};
    }
    if (!m_to_file) {
        // From the centre of the upper left pixel.
        std::vector<geometry::Point> points{map_point(m_cell.x, m_cell.y)};
        to_file_pixels(points);
        return PixelPlane{points[0],
                          {t[1] * m_view.cell_size_x, t[4] * m_view.cell_size_x},
                          {-t[2] * m_view.cell_size_y, -t[5] * m_view.cell_size_y},
                          0};
    }
    auto const plane = m_to_file->plane();
    if (!plane) {
        return std::nullopt;
    }
    // The box begins a pixel beside the cell, and ends one beside it.
    constexpr double steps = cell_px + 1;
    std::vector<geometry::Point> points{
        {plane->origin.x + plane->up.x, plane->origin.y + plane->up.y}};
    to_file_pixels(points);
    auto const turned = [&](geometry::Point const& step, double sign) {
        return geometry::Point{sign * (step.x * t[1] + step.y * t[2]) / steps,
                               sign * (step.x * t[4] + step.y * t[5]) / steps};
    };
    PixelPlane pixels{points[0], turned(plane->across, 1), turned(plane->up, -1), 0};
    pixels.origin.x += pixels.right.x + pixels.down.x;
    pixels.origin.y += pixels.right.y + pixels.down.y;
    pixels.deviation = plane->deviation * std::max(std::hypot(t[1], t[2]), std::hypot(t[4], t[5]));
    return pixels;
}

raster::Window RasterFrame::visible_part(raster::Window const& cell, raster::Size size)
{
    if (m_is_pixels || m_view.angle_rad != 0 || !m_ratio) {
        return cell;
    }
    auto const plane = plane_of_cell();
    auto const seen = plane ? seen_part(*plane, size, m_turn_px, cell_px) : std::nullopt;
    if (!seen) {
        return cell;
    }
    auto const cut = [](double value, int origin, int begin, int length) {
        return static_cast<int>(std::clamp<double>(origin + value, begin, begin + length));
    };
    int const left = cut(std::floor(seen->min_x) - 1, m_cell.x, cell.x, cell.width);
    int const right = cut(std::ceil(seen->max_x) + 2, m_cell.x, cell.x, cell.width);
    int const top = cut(std::floor(seen->min_y) - 1, m_cell.y, cell.y, cell.height);
    int const bottom = cut(std::ceil(seen->max_y) + 2, m_cell.y, cell.y, cell.height);
    return {left, top, right - left, bottom - top};
}

geometry::Point RasterFrame::map_point(double x, double y) const noexcept
{
    double const to_centre = m_view.counts_from_edges ? 0.5 : 0;
    return {m_view.extent.min_x + (x + to_centre) * m_view.cell_size_x,
            m_view.extent.max_y - (y + to_centre) * m_view.cell_size_y};
}

void RasterFrame::to_file_pixels(std::vector<geometry::Point>& points) const
{
    auto const& t = *m_from_world;
    for (auto& p : points) {
        double const x = p.x - t[0];
        double const y = p.y - t[3];
        p = {x * t[1] + y * t[2], x * t[4] + y * t[5]};
    }
}

bool RasterFrame::enter_patch()
{
    if (m_view.angle_rad != 0 || m_grids->exact().is_identity()) {
        return false;
    }
    auto const origin = [](int cell, int first) { return cell - (cell + first) % block_px; };
    raster::Window const block{origin(m_cell.x, m_block_x), origin(m_cell.y, m_block_y), block_px,
                               block_px};
    auto const corner = map_point(block.x, block.y + block_px);
    auto const opposite = map_point(block.x + block_px, block.y);
    auto const& found =
        m_grids->block(block, {corner.x, corner.y, opposite.x, opposite.y}, frame_tolerance_px);
    if (!found.is_smooth) {
        return false;
    }
    auto const column = static_cast<std::size_t>((m_cell.x - block.x) / cell_px);
    auto const row =
        static_cast<std::size_t>(CellGrids::Block::cells - (m_cell.y - block.y) / cell_px);
    std::vector<geometry::Point> corners{
        found.images.at(column, row), found.images.at(column + 1, row),
        found.images.at(column, row - 1), found.images.at(column + 1, row - 1)};
    to_file_pixels(corners);
    m_patch.emplace(raster::Patch{corners[0], corners[1], corners[2], corners[3], cell_px}, m_cell);
    set_ratio(m_patch->pixel_size());
    return m_ratio.has_value();
}

void RasterFrame::set_ratio(geometry::Point ratio)
{
    if (ratio.x > 0 && ratio.y > 0) {
        // To seven digits: rounding of extents must not affect weights.
        m_ratio = geometry::Point{static_cast<float>(ratio.x), static_cast<float>(ratio.y)};
    }
}

void RasterFrame::measure(raster::Window const& whole_cell)
{
    std::vector<geometry::Point> points;
    for (int row = 0; row < ratio_samples; ++row) {
        for (int column = 0; column < ratio_samples; ++column) {
            double const x = whole_cell.x + (column + 0.5) * whole_cell.width / ratio_samples;
            double const y = whole_cell.y + (row + 0.5) * whole_cell.height / ratio_samples;
            points.push_back(map_point(x, y));
            points.push_back(map_point(x + 1, y));
            points.push_back(map_point(x, y + 1));
        }
    }
    if (m_view.angle_rad != 0) {
        turn(m_view, points);
    }
    auto const images = m_grids->measured(whole_cell, points);
    points.assign(images.begin(), images.end());
    to_file_pixels(points);
    geometry::Point sum{};
    int count = 0;
    auto const size_along = [&](double first, double right, double below) {
        auto const step = [&](double to) {
            double const size = std::abs(to - first);
            bool const is_jump = m_turn_px > 0 && size > m_turn_px / 2; // from 180 to -180 degrees
            return is_jump ? std::abs(m_turn_px - size) : size;
        };
        return step(right) + step(below);
    };
    for (std::size_t i = 0; i < points.size(); i += 3) {
        geometry::Point const size{size_along(points[i].x, points[i + 1].x, points[i + 2].x),
                                   std::abs(points[i + 1].y - points[i].y) +
                                       std::abs(points[i + 2].y - points[i].y)};
        if (std::isfinite(size.x) && std::isfinite(size.y)) {
            sum = {sum.x + size.x, sum.y + size.y};
            ++count;
        }
    }
    if (count > 0) {
        set_ratio({sum.x / count, sum.y / count});
    }
}

bool RasterFrame::is_upright() const noexcept
{
    return !m_is_pixels && m_view.angle_rad == 0 && !m_to_file && !m_patch &&
           (*m_from_world)[2] == 0 && (*m_from_world)[4] == 0;
}

void RasterFrame::upright_positions(raster::Window const& of_image, raster::Size size,
                                    std::vector<geometry::Point>& columns,
                                    std::vector<geometry::Point>& rows) const
{
    columns.clear();
    rows.clear();
    if (m_single && m_single->stretched) {
        for (int x = of_image.x; x < of_image.x + of_image.width; ++x) {
            columns.push_back({m_single->stretched->columns.at(x), 0});
        }
        for (int y = of_image.y; y < of_image.y + of_image.height; ++y) {
            rows.push_back({0, m_single->stretched->rows.at(y)});
        }
        return;
    }
    if (m_single && m_single->centres) {
        for (int x = of_image.x; x < of_image.x + of_image.width; ++x) {
            columns.push_back({m_single->centres->columns[static_cast<std::size_t>(x)], 0});
        }
        for (int y = of_image.y; y < of_image.y + of_image.height; ++y) {
            rows.push_back({0, m_single->centres->rows[static_cast<std::size_t>(y)]});
        }
        return;
    }
    for (int x = of_image.x; x < of_image.x + of_image.width; ++x) {
        columns.push_back(map_point(x, of_image.y));
    }
    place(columns, size);
    for (int y = of_image.y; y < of_image.y + of_image.height; ++y) {
        rows.push_back(map_point(of_image.x, y));
    }
    place(rows, size);
}

void RasterFrame::reprojected_positions(raster::Window const& of_image,
                                        std::vector<geometry::Point>& out)
{
    std::vector<double> columns;
    for (int x = of_image.x; x < of_image.x + of_image.width; ++x) {
        columns.push_back(map_point(x, of_image.y).x);
    }
    std::vector<double> rows;
    for (int y = of_image.y; y < of_image.y + of_image.height; ++y) {
        rows.push_back(map_point(of_image.x, y).y);
    }
    m_to_file->forward(columns, rows, out);
}

bool RasterFrame::row_lines(raster::Window const& of_image, raster::Size size, raster::Size level,
                            std::vector<raster::RowLine>& out) const
{
    return !reduced() && !left_pixels() &&
           patch_lines(of_image, size, raster::LineUnits::of_level(size, level), out);
}

bool RasterFrame::left_lines(raster::Window const& of_image, raster::Size size,
                             std::vector<raster::RowLine>& out) const
{
    auto const* const left = reduced();
    if (left == nullptr) {
        return false;
    }
    auto const& [x, y] = *left;
    raster::LineUnits const units{{x.begin(), y.begin()},
                                  {1 / x.counted_step(), 1 / y.counted_step()},
                                  {x.count(), y.count()}};
    // Positions beside them stay where they are.
    return patch_lines(of_image, size, units, out) &&
           std::ranges::all_of(out, [&](raster::RowLine const& line) {
               return line.begin == 0 && line.end == of_image.width;
           });
}

bool RasterFrame::patch_lines(raster::Window const& of_image, raster::Size size,
                              raster::LineUnits const& units,
                              std::vector<raster::RowLine>& out) const
{
    bool const may_turn =
        m_turn_px > 0 && m_patch && !m_patch->is_within_columns(of_image, size.width);
    return m_patch && !may_turn && m_patch->lines(of_image, units, out);
}

void RasterFrame::place(std::vector<geometry::Point>& points, raster::Size size) const
{
    to_file_pixels(points);
    settle(points, size);
}

void RasterFrame::settle(std::vector<geometry::Point>& points, raster::Size size) const
{
    for (auto& p : points) {
        p = {settled(p.x), settled(p.y)};
    }
    if (m_turn_px > 0) {
        for (auto& p : points) {
            if (!(p.x >= 0 && p.x < size.width)) {
                double const turned = p.x - m_turn_px * std::floor(p.x / m_turn_px);
                p.x = turned < size.width ? turned : p.x;
            }
        }
    }
    if (auto const* const left = reduced()) {
        for (auto& p : points) {
            p = {left->x.at(p.x), left->y.at(p.y)};
        }
    }
    if (auto const* const left = left_pixels()) {
        for (auto& p : points) {
            p = {left->x.among_left(p.x), left->y.among_left(p.y)};
        }
    }
}

void RasterFrame::cross(std::span<geometry::Point const> columns,
                        std::span<geometry::Point const> rows, std::vector<geometry::Point>& out)
{
    out.resize(columns.size() * rows.size());
    auto* to = out.data();
    for (auto const& row : rows) {
        for (auto const& column : columns) {
            *to++ = {column.x, row.y};
        }
    }
}

void RasterFrame::positions(raster::Window const& of_image, raster::Size size,
                            std::vector<geometry::Point>& out)
{
    if (is_upright()) {
        std::vector<geometry::Point> columns;
        std::vector<geometry::Point> rows;
        upright_positions(of_image, size, columns, rows);
        cross(columns, rows, out);
        return;
    }
    if (m_patch) {
        m_patch->positions(of_image, out);
        settle(out, size);
        return;
    }
    if (m_to_file && m_view.angle_rad == 0) {
        reprojected_positions(of_image, out);
        place(out, size);
        return;
    }
    out.clear();
    out.reserve(of_image.pixels());
    for (int y = of_image.y; y < of_image.y + of_image.height; ++y) {
        for (int x = of_image.x; x < of_image.x + of_image.width; ++x) {
            out.push_back(m_is_pixels ? geometry::Point{x + 0.5, y + 0.5} : map_point(x, y));
        }
    }
    if (m_is_pixels) {
        return;
    }
    if (m_view.angle_rad != 0) {
        turn(m_view, out);
    }
    if (m_to_file) {
        m_to_file->forward(out);
    }
    place(out, size);
}

} // namespace ms::render
