// SPDX-License-Identifier: MIT
#include "render/raster_frame.hpp"

#include "base/error.hpp"
#include "base/string.hpp"

#include <algorithm>
#include <cmath>

namespace ms::render {

namespace {

constexpr double frame_tolerance_px = 0.125;
/// Places per axis where the ratio is measured.
constexpr int ratio_samples = 5;

bool is_auto(std::vector<std::string> const& arguments)
{
    return arguments.size() == 1 && equals_ignoring_case(trim(arguments[0]), "AUTO");
}

} // namespace

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
    return raster::GeoTransform{t[0], a, b, t[3], c, d}; // origin first: digits are kept
}

crs::Definition crs_of_file(VectorStep const& step, Viewport const& view,
                            source::raster::RasterPath const& path, raster::Header const& header)
{
    bool const is_tile_auto = equals_ignoring_case(trim(path.crs), "AUTO");
    if (!view.crs.is_defined()) {
        return view.crs;
    }
    if (!path.crs.empty() && !is_tile_auto) {
        return crs::parse(path.crs);
    }
    if (!is_tile_auto && !is_auto(step.layer.projection.arguments)) {
        return step.layer_crs;
    }
    if (header.wkt.empty()) {
        std::string const text = "PROJECTION AUTO cannot be used: the file has no CRS";
        throw ToldError{ErrorKind::BadMapfile, text, text};
    }
    return crs::parse(header.wkt);
}

RasterFrame::RasterFrame(Viewport const& view, crs::Definition const& file_crs,
                         raster::GeoTransform const& to_world, bool is_pixels)
    : m_view(view), m_is_pixels(is_pixels)
{
    if (is_pixels) {
        m_ratio = geometry::Point{1, 1};
        return;
    }
    auto const from_world = inverted(to_world);
    if (!from_world) {
        return;
    }
    m_from_world = *from_world;
    m_view.angle_rad = -view.angle_rad;
    crs::Transformation const to_file{view.crs, file_crs};
    measure(to_file);
    if (m_ratio && !to_file.is_identity()) {
        double const pixel_units = std::min(m_ratio->x * std::hypot(to_world[1], to_world[4]),
                                            m_ratio->y * std::hypot(to_world[2], to_world[5]));
        m_to_file = std::make_unique<crs::ApproximateTransformation>(
            to_file, seen_of(view, 1), frame_tolerance_px * pixel_units);
    }
}

geometry::Point RasterFrame::map_point(double x, double y) const noexcept
{
    return {m_view.extent.min_x + x * m_view.cell_size_x,
            m_view.extent.max_y - y * m_view.cell_size_y};
}

void RasterFrame::to_file_pixels(std::vector<geometry::Point>& points) const
{
    auto const& t = m_from_world;
    for (auto& p : points) {
        double const x = p.x - t[0];
        double const y = p.y - t[3];
        p = {x * t[1] + y * t[2], x * t[4] + y * t[5]};
    }
}

void RasterFrame::measure(crs::Transformation const& to_file)
{
    std::vector<geometry::Point> points;
    for (int row = 0; row < ratio_samples; ++row) {
        for (int column = 0; column < ratio_samples; ++column) {
            double const x = (column + 0.5) * m_view.width / ratio_samples;
            double const y = (row + 0.5) * m_view.height / ratio_samples;
            points.push_back(map_point(x, y));
            points.push_back(map_point(x + 1, y));
            points.push_back(map_point(x, y + 1));
        }
    }
    if (m_view.angle_rad != 0) {
        turn(m_view, points);
    }
    to_file.forward(points);
    to_file_pixels(points);
    geometry::Point sum{};
    int count = 0;
    for (std::size_t i = 0; i < points.size(); i += 3) {
        geometry::Point const size{
            std::abs(points[i + 1].x - points[i].x) + std::abs(points[i + 2].x - points[i].x),
            std::abs(points[i + 1].y - points[i].y) + std::abs(points[i + 2].y - points[i].y)};
        if (std::isfinite(size.x) && std::isfinite(size.y)) {
            sum = {sum.x + size.x, sum.y + size.y};
            ++count;
        }
    }
    if (count > 0 && sum.x > 0 && sum.y > 0) {
        m_ratio = geometry::Point{sum.x / count, sum.y / count};
    }
}

void RasterFrame::positions(raster::Window const& of_image, std::vector<geometry::Point>& out)
{
    out.clear();
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
    to_file_pixels(out);
}

} // namespace ms::render
