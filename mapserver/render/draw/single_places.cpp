// SPDX-License-Identifier: MIT
#include "render/draw/single_places.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <vector>

namespace ms::render {

namespace {

/// From the CRS of a file, origin first.
geometry::Point placed(raster::GeoTransform const& t, geometry::Point p)
{
    double const x = p.x - t[0];
    double const y = p.y - t[3];
    return {x * t[1] + y * t[2], x * t[4] + y * t[5]};
}

/// Without what rounding adds to whole and half pixels.
double snapped(double value)
{
    constexpr double steps = 1048576; // 2^20
    return std::nearbyint(value * steps) / steps;
}

constexpr int samples = 10; ///< per axis

std::vector<geometry::Point> grid_of(Viewport const& view)
{
    std::vector<geometry::Point> points;
    double const to_edge = view.counts_from_edges ? 0 : 0.5;
    double const left = view.extent.min_x - to_edge * view.cell_size_x;
    double const top = view.extent.max_y + to_edge * view.cell_size_y;
    for (int row = 0; row <= samples; ++row) {
        for (int column = 0; column <= samples; ++column) {
            points.push_back({left + view.cell_size_x * view.width * column / samples,
                              top - view.cell_size_y * view.height * row / samples});
        }
    }
    return points;
}

/// The image in pixels of the file; all of the file where no part of it has an image.
geometry::Box bounds(Viewport const& view, crs::Transformation const& to_file,
                     raster::GeoTransform const& from_world, raster::Size file)
{
    auto points = grid_of(view);
    if (view.angle_rad != 0) {
        turn(view, points);
    }
    bool const is_whole = to_file.forward(points) == 0;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    geometry::Box box{infinity, infinity, -infinity, -infinity};
    for (auto const& point : points) {
        auto const p = placed(from_world, point);
        if (std::isfinite(p.x) && std::isfinite(p.y)) {
            box = {std::min(box.min_x, p.x), std::min(box.min_y, p.y), std::max(box.max_x, p.x),
                   std::max(box.max_y, p.y)};
        }
    }
    if (!(box.min_x <= box.max_x)) {
        return {0, 0, static_cast<double>(file.width), static_cast<double>(file.height)};
    }
    // Between the places that have an image and those that do not.
    double const margin_x = is_whole ? 0 : box.width() / samples;
    double const margin_y = is_whole ? 0 : box.height() / samples;
    return {box.min_x - margin_x, box.min_y - margin_y, box.max_x + margin_x, box.max_y + margin_y};
}

geometry::Box snapped(geometry::Box const& box)
{
    return {snapped(box.min_x), snapped(box.min_y), snapped(box.max_x), snapped(box.max_y)};
}

/// Whether an image in degrees shows the file 360 degrees further: in two parts.
bool is_around(geometry::Box const& box, raster::Size file, double turn_px)
{
    bool const is_in_the_west = box.min_x < 0 && box.min_x + turn_px < file.width;
    bool const is_in_the_east = box.max_x > file.width && box.max_x - turn_px > 0;
    return turn_px > 0 && (is_in_the_west || is_in_the_east);
}

geometry::Point level_ratio(double step_x, double step_y)
{
    return {step_x * raster::max_coarseness, step_y * raster::max_coarseness};
}

/// With MapServer's rounding errors: in its order, and not snapped.
SinglePlaces::Stretched stretched_axes(Viewport const& view, geometry::Box const& box,
                                       raster::GeoTransform const& from_world, raster::Size file)
{
    double const to_edge = view.counts_from_edges ? 0 : 0.5;
    double const left = view.extent.min_x - to_edge * view.cell_size_x;
    double const top = view.extent.max_y + to_edge * view.cell_size_y;
    auto const& t = from_world;
    auto const column = [&](double x) { return (x - left) / view.cell_size_x; };
    auto const row = [&](double y) { return (top - y) / view.cell_size_y; };
    return {{box.min_x, box.max_x, view.width, file.width, column(t[0]),
             column(t[0] + file.width / t[1])},
            {box.min_y, box.max_y, view.height, file.height, row(t[3]),
             row(t[3] + file.height / t[5])}};
}

/// The short decimal number that rounding errors have changed.
double as_written(double value)
{
    constexpr int digits = 15;
    std::array<char, 32> text{};
    auto const written = std::to_chars(text.data(), text.data() + text.size(), value,
                                       std::chars_format::general, digits);
    double number = value;
    std::from_chars(text.data(), written.ptr, number);
    return number;
}

/// One axis of an upright file, with its place in the world.
struct FileAxis {
    double origin = 0;
    double pixel = 1; ///< signed
    int size = 0;
};

/// From the world to pixels, as MapServer inverts a geotransform: with the other axis's size.
struct ToPixels {
    double origin = 0;
    double scale = 1;

    ToPixels(FileAxis const& axis, double other_pixel) noexcept
    {
        double const per_area = 1 / (axis.pixel * other_pixel);
        origin = -axis.origin * other_pixel * per_area;
        scale = other_pixel * per_area;
    }
    [[nodiscard]] double operator()(double place) const noexcept { return origin + place * scale; }
};

/// The pixels of an image along one axis, between the centres of the first and the last one.
struct Run {
    double low = 0;
    double high = 0;
    double cell = 1;
    int count = 1;

    /// Of the edges that a request has, without errors of the way through the centres.
    void count_from_edges(double low_edge, double high_edge)
    {
        double const from = as_written(low_edge);
        double const to = as_written(high_edge);
        double const half = (to - from) / count * 0.5;
        low = from + half;
        high = to - half;
        cell = count > 1 ? (high - low) / (count - 1) : 2 * half;
    }
    // MapServer counts from the middle of the map. A single pixel lies around `low`.
    [[nodiscard]] double low_edge() const
    {
        return count > 1 ? middle() - count * 0.5 * cell : low - 0.5 * cell;
    }
    [[nodiscard]] double high_edge() const
    {
        return count > 1 ? middle() + count * 0.5 * cell : high + 0.5 * cell;
    }
    [[nodiscard]] double middle() const { return low + (high - low) * 0.5; }
};

/// Where the centres of an image's pixels lie in an upright file in the CRS of the map.
class CentresFinder {
public:
    CentresFinder(Viewport const& view, SingleFile const& file, SingleRule const& rule)
        : m_view(view), m_x{file.to_world[0], file.to_world[1], file.size.width},
          m_y{file.to_world[3], file.to_world[5], file.size.height},
          m_is_interpolated(rule.is_interpolated)
    {
        set_edges();
        ToPixels const to_column{m_x, m_y.pixel};
        ToPixels const to_row{m_y, m_x.pixel};
        double const left = to_column(m_left);
        double const right = to_column(m_left + view.width * m_cell_x);
        double const top = to_row(m_top);
        double const bottom = to_row(m_top - view.height * m_cell_y);
        double const part = raster::reduced_part(left, right, view.width, rule.oversampling);
        m_columns.emplace(left, right, part, m_x.size);
        m_rows.emplace(top, bottom, part, m_y.size);
        if (part > 1) {
            raster::count_as_mapserver(*m_columns, *m_rows, m_x.pixel, -m_y.pixel);
        }
    }

    [[nodiscard]] SinglePlaces::Centres find() const
    {
        auto const x = left_of(m_x, *m_columns);
        auto const y = left_of(m_y, *m_rows);
        ToPixels const to_column{x, y.pixel};
        ToPixels const to_row{y, x.pixel};
        SinglePlaces::Centres centres;
        // Along a row MapServer divides the way from the first centre to the last one.
        double const first = to_column(m_left + 0.5 * m_cell_x);
        double const last = to_column(m_left + (m_view.width - 0.5) * m_cell_x);
        double const step = (last - first) / std::max(m_view.width - 1, 1);
        for (int i = 0; i < m_view.width; ++i) {
            centres.columns.push_back(place(*m_columns, first + step * i));
        }
        for (int i = 0; i < m_view.height; ++i) {
            double const at = to_row(m_top - (i + 0.5) * m_cell_y);
            centres.rows.push_back(place(*m_rows, at));
        }
        return centres;
    }

    /// For the choice of a level.
    [[nodiscard]] geometry::Point steps() const { return {m_columns->step(), m_rows->step()}; }
    [[nodiscard]] SinglePlaces::Reduced left() const { return {*m_columns, *m_rows}; }

private:
    [[nodiscard]] double place(raster::ReducedAxis const& axis, double among) const
    {
        return m_is_interpolated ? among : axis.in_file(among);
    }

    void set_edges()
    {
        auto const& view = m_view;
        auto const& box = view.extent;
        auto const cell = [](double span, int count, double otherwise) {
            return count > 1 ? span / (count - 1) : otherwise;
        };
        Run x{box.min_x, box.max_x, cell(box.width(), view.width, view.cell_size_x), view.width};
        Run y{box.min_y, box.max_y, cell(box.height(), view.height, view.cell_size_y), view.height};
        if (view.counts_from_edges) {
            x.count_from_edges(box.min_x, box.min_x + view.width * view.cell_size_x);
            y.count_from_edges(box.max_y - view.height * view.cell_size_y, box.max_y);
        }
        m_cell_x = x.cell;
        m_cell_y = y.cell;
        m_left = x.low_edge();
        m_top = y.high_edge();
    }

    static FileAxis left_of(FileAxis const& axis, raster::ReducedAxis const& left)
    {
        return {axis.origin + left.begin() * axis.pixel, axis.pixel * left.counted_step(),
                left.count()};
    }

    Viewport const& m_view;
    FileAxis m_x, m_y;
    bool m_is_interpolated;
    double m_left = 0, m_top = 0, m_cell_x = 1, m_cell_y = 1;
    std::optional<raster::ReducedAxis> m_columns, m_rows;
};

} // namespace

SinglePlaces single_places(Viewport const& view, crs::Transformation const& to_file,
                           SingleFile const& file, SingleRule const& rule)
{
    auto const& t = file.from_world;
    auto const exact = bounds(view, to_file, t, file.size);
    auto const box = snapped(exact);
    bool const is_upright = view.angle_rad == 0 && t[2] == 0 && t[4] == 0 && t[1] > 0 && t[5] < 0;
    SinglePlaces places;
    if (is_upright && to_file.is_identity() && !is_around(box, file.size, file.turn_px)) {
        if (rule.rule == NearestRule::Stretched) {
            places.stretched.emplace(stretched_axes(view, box, t, file.size));
            places.ratio =
                level_ratio(places.stretched->columns.step(), places.stretched->rows.step());
            return places;
        }
        if (!rule.has_neighbours) {
            CentresFinder const finder{view, file, rule};
            places.centres.emplace(finder.find());
            places.ratio = level_ratio(finder.steps().x, finder.steps().y);
            if (rule.is_interpolated) {
                places.left.emplace(finder.left());
            }
            return places;
        }
    }
    // Of a map of a whole file, twice as many parts as it has columns fit but for rounding errors,
    // which decide whether one is missing; MapServer has them, too.
    double const part =
        raster::reduced_part(exact.min_x, exact.max_x, view.width, rule.oversampling);
    if (part > 1 || rule.is_interpolated) {
        auto& left = rule.is_interpolated ? places.left : places.reduced;
        left.emplace(SinglePlaces::Reduced{{box.min_x, box.max_x, part, file.size.width},
                                           {box.min_y, box.max_y, part, file.size.height}});
        if (part > 1) {
            raster::count_as_mapserver(left->x, left->y, 1 / std::hypot(t[1], t[2]),
                                       1 / std::hypot(t[4], t[5]));
        }
        places.ratio = level_ratio(left->x.step(), left->y.step());
    }
    return places;
}

} // namespace ms::render
