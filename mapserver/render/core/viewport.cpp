// SPDX-License-Identifier: MIT
#include "render/core/viewport.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "style/scaling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace ms::render {

namespace {

void check_size(mapfile::Size size, int max_size)
{
    if (size.width <= 0 || size.height <= 0) {
        throw Error{ErrorKind::BadRequest, "the size of the image is not given (SIZE)"};
    }
    if (size.width > max_size || size.height > max_size) {
        throw Error{
            ErrorKind::Limit,
            fmt::format("image size out of range: width and height must be between 1 and {}",
                        max_size)};
    }
}

void check_extent(geometry::Box const& extent)
{
    bool const is_finite = std::isfinite(extent.min_x) && std::isfinite(extent.min_y) &&
                           std::isfinite(extent.max_x) && std::isfinite(extent.max_y);
    if (!is_finite || extent.min_x >= extent.max_x || extent.min_y >= extent.max_y) {
        throw Error{ErrorKind::BadRequest, "the extent of the map is missing or empty (EXTENT)"};
    }
}

geometry::Box extent_of(mapfile::Map const& map)
{
    return {map.extent.min_x, map.extent.min_y, map.extent.max_x, map.extent.max_y};
}

/// From pixel centre to pixel centre; an image of one pixel has no such span and counts as two.
double span_of(int pixels)
{
    return std::max(pixels - 1, 1);
}

/// Grows the shorter axis on both sides, as MapServer's msAdjustExtent does by its documentation:
/// square pixels of the larger cell size. Counted in pixels, for the same rounding errors: they
/// decide which pixel of a raster a centre on a border shows.
void square_pixels(Viewport& view)
{
    double const cell = std::max(view.cell_size_x, view.cell_size_y);
    auto const grown = [cell](int pixels, double length) {
        return std::max(span_of(pixels) - length / cell, 0.0) * 0.5 * cell;
    };
    double const grow_x = grown(view.width, view.extent.width());
    double const grow_y = grown(view.height, view.extent.height());
    view.extent = {view.extent.min_x - grow_x, view.extent.min_y - grow_y,
                   view.extent.max_x + grow_x, view.extent.max_y + grow_y};
    view.cell_size_x = view.cell_size_y = cell;
}

/// MapServer's pixels that need not be square (test_viewport.cpp, test_get_map.cpp): if they are
/// not, it uses their edges instead of their centres, so that everything lies half a pixel to the
/// right and below. If they are, as far as 1e-5 shows, a cell is one of as many as pixels in the
/// extent, not of one less.
void count_from_edges(Viewport& view)
{
    auto& extent = view.extent;
    double const cell_x = extent.width() / view.width;
    double const cell_y = extent.height() / view.height;
    if (std::abs(cell_x / cell_y - 1) <= 1e-5) {
        double const cell = (cell_x + cell_y) / 2;
        extent.max_x = extent.min_x + span_of(view.width) * cell;
        extent.min_y = extent.max_y - span_of(view.height) * cell;
        view.cell_size_x = view.cell_size_y = cell;
        return;
    }
    double const half_x = view.cell_size_x / 2;
    double const half_y = view.cell_size_y / 2;
    extent = {extent.min_x - half_x, extent.min_y + half_y, extent.max_x - half_x,
              extent.max_y + half_y};
    view.counts_from_edges = true;
}

/// The map units of a CRS; units that mapfiles cannot name leave the map's UNITS.
mapfile::Units units_of(crs::Definition const& crs, mapfile::Units otherwise)
{
    if (!crs.is_defined()) {
        return otherwise;
    }
    if (crs.is_geographic()) {
        return mapfile::Units::Degrees;
    }
    struct Row {
        double meters;
        mapfile::Units units;
    };
    constexpr std::array rows{Row{1, mapfile::Units::Meters},
                              Row{1000, mapfile::Units::Kilometers},
                              Row{0.3048, mapfile::Units::Feet},
                              Row{1200.0 / 3937.0, mapfile::Units::Feet}, // US survey foot
                              Row{0.0254, mapfile::Units::Inches},
                              Row{1609.344, mapfile::Units::Miles},
                              Row{1852, mapfile::Units::NauticalMiles}};
    double const meters = crs.meters_per_unit();
    auto const found = std::ranges::find_if(
        rows, [&](Row const& row) { return std::abs(row.meters - meters) < 1e-9 * row.meters; });
    return found == rows.end() ? otherwise : found->units;
}

} // namespace

ViewportRequest view_of_mapfile(mapfile::Map const& map)
{
    auto const* const setting = map.config.find("MS_NONSQUARE");
    constexpr std::array<std::string_view, 3> words{"YES", "ON", "TRUE"};
    bool const is_on = setting != nullptr && std::ranges::any_of(words, [&](auto const& word) {
                           return equals_ignoring_case(*setting, word);
                       });
    return {.aspect = is_on ? PixelAspect::Oblong : PixelAspect::Square};
}

crs::Definition map_crs(mapfile::Map const& map)
{
    try {
        return crs::parse(map.projection.arguments, {map.proj_data()});
    } catch (Error const& error) {
        throw Error{error.kind(), map.where(map.projection.at) + ": " + error.what()};
    }
}

Viewport make_viewport(mapfile::Map const& map, ViewportRequest const& request)
{
    auto const size = request.size.value_or(map.size);
    check_size(size, request.max_size.value_or(map.max_size));

    Viewport view;
    view.width = size.width;
    view.height = size.height;
    view.extent = request.extent.value_or(extent_of(map));
    check_extent(view.extent);
    view.resolution = request.resolution.value_or(map.resolution);
    if (!(view.resolution >= min_resolution && view.resolution <= max_resolution)) {
        throw Error{ErrorKind::BadRequest,
                    "the resolution must be between 10 and 1000 pixels per inch"};
    }
    view.def_resolution = map.def_resolution;
    view.edge_buffer = request.edge_buffer;
    view.crs = request.crs ? *request.crs : map_crs(map);

    view.cell_size_x = view.extent.width() / span_of(view.width);
    view.cell_size_y = view.extent.height() / span_of(view.height);
    if (request.aspect == PixelAspect::Square) {
        square_pixels(view);
    }
    auto const units = request.crs ? units_of(view.crs, map.units) : map.units;
    view.inches_per_unit = style::inches_per(units);
    // In this order, as MapServer: scripts see the last digit.
    view.scale_denominator =
        view.extent.width() / (span_of(view.width) / (view.resolution * view.inches_per_unit));
    if (request.aspect == PixelAspect::Oblong) {
        count_from_edges(view);
    }
    // MapServer turns with its projections: a map without one stays as it is.
    view.angle_rad =
        view.crs.is_defined() ? request.angle.value_or(map.angle) * std::numbers::pi / 180 : 0;
    return view;
}

style::ImageScale image_scale(Viewport const& view) noexcept
{
    // Of oblong pixels MapServer takes the quadratic mean.
    double const x = view.cell_size_x;
    double const y = view.cell_size_y;
    return {.denominator = view.scale_denominator,
            .cell_size = x == y ? x : std::hypot(x, y) / std::numbers::sqrt2,
            .inches_per_unit = view.inches_per_unit,
            .resolution_factor = view.resolution / view.def_resolution};
}

geometry::Box seen_of(Viewport const& view, double margin_px)
{
    double const half_width = view.extent.width() / 2 + margin_px * view.cell_size_x;
    double const half_height = view.extent.height() / 2 + margin_px * view.cell_size_y;
    double const cosine = std::abs(std::cos(view.angle_rad));
    double const sine = std::abs(std::sin(view.angle_rad));
    double const x = half_width * cosine + half_height * sine;
    double const y = half_height * cosine + half_width * sine;
    geometry::Point const middle{(view.extent.min_x + view.extent.max_x) / 2,
                                 (view.extent.min_y + view.extent.max_y) / 2};
    return {middle.x - x, middle.y - y, middle.x + x, middle.y + y};
}

geometry::Box vectors_seen_of(Viewport const& view, double margin_px)
{
    auto seen = seen_of(view, margin_px);
    if (view.counts_from_edges) {
        seen.max_x += view.cell_size_x;
        seen.min_y -= view.cell_size_y;
    }
    return seen;
}

geometry::Box centres_seen_of(Viewport const& view)
{
    auto seen = seen_of(view, 0);
    if (view.counts_from_edges) {
        double const right = view.cell_size_x / 2;
        double const down = view.cell_size_y / 2;
        seen = {seen.min_x + right, seen.min_y - down, seen.max_x + right, seen.max_y - down};
    }
    return seen;
}

geometry::Point pixel_of(geometry::Box const& in_layer, geometry::Box const& seen,
                         Viewport const& view)
{
    return {in_layer.width() / (seen.width() / view.cell_size_x),
            in_layer.height() / (seen.height() / view.cell_size_y)};
}

void turn(Viewport const& view, std::span<geometry::Point> points)
{
    double const cosine = std::cos(view.angle_rad);
    double const sine = std::sin(view.angle_rad);
    // MapServer's turned maps lie half a pixel further right and down than those that are not, as
    // maps whose pixels are not square do anyway.
    double const half_x = view.cell_size_x / 2;
    double const half_y = view.cell_size_y / 2;
    geometry::Point const centre{(view.extent.min_x + view.extent.max_x) / 2,
                                 (view.extent.min_y + view.extent.max_y) / 2};
    geometry::Point const to{centre.x + half_x, centre.y - half_y};
    auto const middle = view.counts_from_edges ? to : centre;
    for (auto& p : points) {
        double const x = p.x - middle.x;
        double const y = p.y - middle.y;
        p = {to.x + x * cosine + y * sine, to.y - x * sine + y * cosine};
    }
}

} // namespace ms::render
