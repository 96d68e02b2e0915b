// SPDX-License-Identifier: MIT
#include "render/draw/cascade_view.hpp"

#include "crs/transformation.hpp"
#include "render/draw/raster_frame.hpp"

#include <algorithm>
#include <cmath>

namespace ms::render {

namespace {

using source::wms::OfferedCrs;
using source::wms::Server;

constexpr int max_side_px = 4096; // a common limit of servers

bool is_same(crs::Definition const& a, crs::Definition const& b)
{
    return a == b || crs::Transformation{a, b}.is_identity();
}

OfferedCrs const* find_system(Server const& server, crs::Definition const& crs)
{
    auto const found = std::ranges::find_if(
        server.systems, [&](OfferedCrs const& offered) { return is_same(offered.crs, crs); });
    return found == server.systems.end() ? nullptr : &*found;
}

/// The view's, else the layer's, else the first.
OfferedCrs const& choose_system(Server const& server, crs::Definition const& layer_crs,
                                Viewport const& view)
{
    if (!view.crs.is_defined()) {
        return server.systems.front();
    }
    if (auto const* const same = find_system(server, view.crs)) {
        return *same;
    }
    auto const* const own = layer_crs.is_defined() ? find_system(server, layer_crs) : nullptr;
    return own == nullptr ? server.systems.front() : *own;
}

bool is_drawn_as_it_is(OfferedCrs const& system, Viewport const& view)
{
    return view.angle_rad == 0 && (!view.crs.is_defined() || is_same(system.crs, view.crs));
}

geometry::Box common(geometry::Box const& a, geometry::Box const& b)
{
    return {std::max(a.min_x, b.min_x), std::max(a.min_y, b.min_y), std::min(a.max_x, b.max_x),
            std::min(a.max_y, b.max_y)};
}

bool has_area(geometry::Box const& box)
{
    return std::isfinite(box.min_x) && std::isfinite(box.max_x) && std::isfinite(box.min_y) &&
           std::isfinite(box.max_y) && box.min_x < box.max_x && box.min_y < box.max_y;
}

/// The server's extent, in a CRS; nullopt if it is not declared.
std::optional<geometry::Box> box_in(Server const& server, crs::Definition const& crs)
{
    if (!server.box || !server.box_crs.is_defined() || !crs.is_defined()) {
        return server.box;
    }
    return crs::Transformation{server.box_crs, crs}.forward(*server.box);
}

/// Whole pixels of the view, those that the box touches.
std::optional<CascadeView> own_pixels(Server const& server, OfferedCrs const& system,
                                      Viewport const& view)
{
    auto const seen = seen_of(view, 0.5);
    int left = 0;
    int top = 0;
    int right = view.width;
    int bottom = view.height;
    auto const crs = view.crs.is_defined() ? view.crs : system.crs;
    if (auto const box = box_in(server, crs)) {
        auto const cut = common(*box, seen);
        if (!has_area(cut)) {
            return std::nullopt;
        }
        constexpr double trifle = 1e-6;
        auto const column = [&](double x) { return (x - seen.min_x) / view.cell_size_x; };
        auto const row = [&](double y) { return (seen.max_y - y) / view.cell_size_y; };
        left = std::max(left, static_cast<int>(std::floor(column(cut.min_x) + trifle)));
        right = std::min(right, static_cast<int>(std::ceil(column(cut.max_x) - trifle)));
        top = std::max(top, static_cast<int>(std::floor(row(cut.max_y) + trifle)));
        bottom = std::min(bottom, static_cast<int>(std::ceil(row(cut.min_y) - trifle)));
        if (left >= right || top >= bottom) {
            return std::nullopt;
        }
    }
    geometry::Box const box{
        seen.min_x + left * view.cell_size_x, seen.max_y - bottom * view.cell_size_y,
        seen.min_x + right * view.cell_size_x, seen.max_y - top * view.cell_size_y};
    return CascadeView{{system, box, right - left, bottom - top},
                       geometry::Point{static_cast<double>(left), static_cast<double>(top)},
                       {box.min_x, view.cell_size_x, 0, box.max_y, 0, -view.cell_size_y}};
}

/// The size of a pixel of the view in units of a CRS, on the finer axis.
std::optional<double> pixel_in(crs::Definition const& crs, Viewport const& view)
{
    RasterFrame frame{view, crs, {0, 1, 0, 0, 0, -1}, false};
    frame.enter_view();
    auto const ratio = frame.ratio();
    return ratio ? std::optional{std::min(ratio->x, ratio->y)} : std::nullopt;
}

std::optional<CascadeView> around(Server const& server, OfferedCrs const& system,
                                  Viewport const& view)
{
    auto const pixel = pixel_in(system.crs, view);
    auto box = crs::Transformation{view.crs, system.crs}.forward(seen_of(view, 1));
    if (auto const own = box_in(server, system.crs)) {
        box = common(box, *own);
    }
    if (!pixel || !has_area(box)) {
        return std::nullopt;
    }
    double const longest = std::max(box.max_x - box.min_x, box.max_y - box.min_y);
    double const size = std::max(*pixel, longest / (max_side_px - 1));
    int const width =
        std::clamp(static_cast<int>(std::ceil((box.max_x - box.min_x) / size)), 1, max_side_px);
    int const height =
        std::clamp(static_cast<int>(std::ceil((box.max_y - box.min_y) / size)), 1, max_side_px);
    box.max_x = box.min_x + width * size;
    box.min_y = box.max_y - height * size;
    return CascadeView{
        {system, box, width, height}, std::nullopt, {box.min_x, size, 0, box.max_y, 0, -size}};
}

} // namespace

std::optional<CascadeView> cascade_view(Server const& server, crs::Definition const& layer_crs,
                                        Viewport const& view)
{
    auto const& system = choose_system(server, layer_crs, view);
    return is_drawn_as_it_is(system, view) ? own_pixels(server, system, view)
                                           : around(server, system, view);
}

std::optional<CascadePoint> cascade_point(Server const& server, crs::Definition const& layer_crs,
                                          Viewport const& view, geometry::Point pixel)
{
    auto const& system = choose_system(server, layer_crs, view);
    if (is_drawn_as_it_is(system, view)) {
        return CascadePoint{{system, seen_of(view, 0.5), view.width, view.height},
                            static_cast<int>(pixel.x),
                            static_cast<int>(pixel.y)};
    }
    constexpr int side = 101; // servers look around in pixels
    std::array<geometry::Point, 1> point{
        geometry::Point{view.extent.min_x + pixel.x * view.cell_size_x,
                        view.extent.max_y - pixel.y * view.cell_size_y}};
    if (view.angle_rad != 0) {
        auto back = view;
        back.angle_rad = -view.angle_rad;
        turn(back, point);
    }
    crs::Transformation{view.crs, system.crs}.forward(point);
    auto const size = pixel_in(system.crs, view);
    if (!size || !std::isfinite(point[0].x) || !std::isfinite(point[0].y)) {
        return std::nullopt;
    }
    double const half = *size * side / 2;
    geometry::Box const box{point[0].x - half, point[0].y - half, point[0].x + half,
                            point[0].y + half};
    return CascadePoint{{system, box, side, side}, side / 2, side / 2};
}

} // namespace ms::render
