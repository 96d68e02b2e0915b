// SPDX-License-Identifier: MIT
#include "ows/cgi/click.hpp"

#include "base/string.hpp"
#include "crs/transformation.hpp"
#include "geometry/wkt.hpp"
#include "ows/cgi/draw_map.hpp"
#include "ows/service_exception.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ms::ows::cgi {

namespace {

using geometry::Box;
using geometry::Point;

constexpr std::size_t max_shape_numbers = 20'000;
/// Queries need no SIZE; tolerances in pixels then mean those of such a picture.
constexpr mapfile::Size size_without_picture{400, 300};

std::vector<double> numbers(std::string_view name, std::string_view text)
{
    std::vector<double> values;
    auto const blank_separated = replace_all(text, ",", " ");
    for (auto const word : split_words(blank_separated)) {
        auto const value = parse_double(word);
        if (!value || values.size() >= max_shape_numbers) {
            throw ServiceException{"", "Invalid value for " + std::string{name} + "."};
        }
        values.push_back(*value);
    }
    return values;
}

/// Exactly `count` of them; nothing when the parameter is not given.
std::optional<std::vector<double>> numbers_of(http::Parameters const& parameters,
                                              std::string_view name, std::size_t count)
{
    auto const* const text = parameters.last(name);
    if (text == nullptr) {
        return std::nullopt;
    }
    auto values = numbers(name, *text);
    if (values.size() != count) {
        throw ServiceException{"", std::string{name} + " must be " + std::to_string(count) +
                                       " numbers."};
    }
    return values;
}

/// The picture that was clicked on: its extent and size, else those of the map.
struct Picture {
    Box extent;
    double width = 0, height = 0;

    [[nodiscard]] Point to_map(double x, double y) const
    {
        return {extent.min_x + x * extent.width() / std::max(width - 1, 1.0),
                extent.max_y - y * extent.height() / std::max(height - 1, 1.0)};
    }
};

Picture picture_of(http::Parameters const& parameters, mapfile::Map const& map)
{
    auto const& extent = map.extent;
    Picture picture{{extent.min_x, extent.min_y, extent.max_x, extent.max_y},
                    static_cast<double>(map.size.width),
                    static_cast<double>(map.size.height)};
    if (auto const sides = numbers_of(parameters, "imgext", 4)) {
        picture.extent = {(*sides)[0], (*sides)[1], (*sides)[2], (*sides)[3]};
    }
    if (auto const size = numbers_of(parameters, "imgsize", 2)) {
        picture.width = (*size)[0];
        picture.height = (*size)[1];
    }
    bool const is_sound = picture.extent.width() > 0 && picture.extent.height() > 0 &&
                          picture.width >= 1 && picture.height >= 1 &&
                          picture.width <= map.max_size && picture.height <= map.max_size;
    if (!is_sound) {
        throw ServiceException{"", "imgext and imgsize must make a picture."};
    }
    return picture;
}

std::optional<Point> image_point(http::Parameters const& parameters)
{
    if (auto const both = numbers_of(parameters, "imgxy", 2)) {
        return Point{both->front(), both->back()};
    }
    auto const x = numbers_of(parameters, "img.x", 1);
    auto const y = numbers_of(parameters, "img.y", 1);
    return x && y ? std::optional{Point{x->front(), y->front()}} : std::nullopt;
}

geometry::GeometryColumn polygon_from(std::string_view name, std::vector<double> const& values)
{
    constexpr std::size_t least = 8; // three corners and the first again
    if (values.size() < least || values.size() % 2 != 0) {
        throw ServiceException{"", "Malformed polygon geometry for " + std::string{name} + "."};
    }
    geometry::GeometryColumn column;
    for (std::size_t i = 0; i + 1 < values.size(); i += 2) {
        column.points.push_back({values[i], values[i + 1]});
    }
    if (column.points.front() != column.points.back()) {
        column.points.push_back(column.points.front());
    }
    column.end_ring();
    column.end_part();
    column.end_feature(geometry::Kind::Polygon);
    return column;
}

geometry::GeometryColumn shape_from(std::string_view name, std::string_view text)
{
    auto const start = trim(text);
    bool const is_wkt = !start.empty() && ((start.front() >= 'A' && start.front() <= 'Z') ||
                                           (start.front() >= 'a' && start.front() <= 'z'));
    if (!is_wkt) {
        return polygon_from(name, numbers(name, text));
    }
    geometry::GeometryColumn column;
    if (!geometry::append_wkt(start, geometry::Kind::None, column)) {
        throw ServiceException{"", "WKT parse failed for " + std::string{name} + "."};
    }
    return column;
}

void read_image_parameters(Click& click, http::Parameters const& parameters, Picture const& picture)
{
    auto const has = [&](std::string_view name) { return parameters.last(name) != nullptr; };
    if (auto const pixel = image_point(parameters)) {
        click.point = picture.to_map(pixel->x, pixel->y);
        click.is_on_picture = true;
    }
    if (auto const sides = numbers_of(parameters, "imgbox", 4)) {
        auto const a = picture.to_map((*sides)[0], (*sides)[1]);
        auto const b = picture.to_map((*sides)[2], (*sides)[3]);
        Box box;
        box.extend(a);
        box.extend(b);
        click.box = box;
    }
    if (auto const* const text = parameters.last("imgshape")) {
        click.shape = shape_from("imgshape", *text);
        for (auto& point : click.shape->points) {
            point = picture.to_map(point.x, point.y);
        }
    }
    bool const is_on_picture = click.point || has("imgbox") || has("imgshape");
    if (is_on_picture) {
        click.view.extent = picture.extent;
        click.view.size =
            mapfile::Size{static_cast<int>(picture.width), static_cast<int>(picture.height)};
    }
}

std::optional<double> denominator_of(http::Parameters const& parameters)
{
    for (auto const name : {"scaledenom", "scale"}) {
        if (auto const value = numbers_of(parameters, name, 1)) {
            if (value->front() <= 0) {
                throw ServiceException{"", "scaledenom must be positive."};
            }
            return value->front();
        }
    }
    return std::nullopt;
}

/// scaledenom around mapxy, else around the middle: the extent that shows it so. (MapServer scales
/// around -1 -1 when there is no mapxy.)
void apply_scale(Click& click, http::Parameters const& parameters, mapfile::Map const& map)
{
    auto const denominator = denominator_of(parameters);
    bool const has_extent = click.view.extent || map.extent.is_set();
    if (!denominator || (!click.point && !has_extent)) {
        return;
    }
    auto const view = render::make_viewport(map, click.view);
    auto const& shown = view.extent;
    auto const middle = click.point.value_or(
        geometry::Point{(shown.min_x + shown.max_x) / 2, (shown.min_y + shown.max_y) / 2});
    double const cell = *denominator / (view.resolution * view.inches_per_unit);
    double const half_x = cell * std::max(view.width - 1, 1) / 2;
    double const half_y = cell * std::max(view.height - 1, 1) / 2;
    click.view.extent =
        Box{middle.x - half_x, middle.y - half_y, middle.x + half_x, middle.y + half_y};
    click.box = click.view.extent;
}

/// buffer around mapxy.
void apply_buffer(Click& click, http::Parameters const& parameters)
{
    auto const distance = numbers_of(parameters, "buffer", 1);
    if (distance && distance->front() > 0 && click.point && !click.is_on_picture) {
        Box box;
        box.extend(*click.point);
        click.view.extent = box.grown(distance->front());
        click.box = click.view.extent;
    }
}

bool could_be_degrees(Point const& point) noexcept
{
    return std::abs(point.x) <= 180 && std::abs(point.y) <= 90;
}

/// From degrees to a map that has another system; the identity for maps in degrees or without one.
crs::Transformation degrees_to(mapfile::Map const& map)
{
    if (!map.projection.is_set()) {
        return {{}, {}};
    }
    auto const system = crs::parse(map.projection.arguments);
    return system.is_geographic() ? crs::Transformation{{}, {}}
                                  : crs::Transformation{crs::parse("CRS:84"), system};
}

} // namespace

Point from_degrees(Point const& point, mapfile::Map const& map)
{
    auto result = point;
    if (could_be_degrees(point)) {
        (void)degrees_to(map).forward({&result, 1});
    }
    return std::isfinite(result.x) && std::isfinite(result.y) ? result : point;
}

Box from_degrees(Box const& box, mapfile::Map const& map)
{
    if (!could_be_degrees({box.min_x, box.min_y}) || !could_be_degrees({box.max_x, box.max_y})) {
        return box;
    }
    auto const result = degrees_to(map).forward(box);
    return result.is_empty() ? box : result;
}

Box zoomed(Box const& extent, Point const& center, double zoom) noexcept
{
    double const factor = zoom > 0 ? 1 / zoom : zoom < 0 ? -zoom : 1;
    double const half_x = extent.width() * factor / 2;
    double const half_y = extent.height() * factor / 2;
    return {center.x - half_x, center.y - half_y, center.x + half_x, center.y + half_y};
}

double zoom_of(http::Parameters const& parameters, int direction)
{
    constexpr double limit = 25;
    auto const number = [&](std::string_view name, double otherwise) {
        auto const numbers = numbers_of(parameters, name, 1);
        return numbers ? numbers->front() : otherwise;
    };
    auto const zoom = number("zoom", 1);
    auto const size = number("zoomsize", 1);
    auto const way = direction != 0 ? direction : number("zoomdir", 0);
    if (!(size >= 1 && size <= limit)) {
        throw ServiceException{"", "Invalid zoom size."};
    }
    auto const value = zoom == 1 && way != 0 ? way * size : zoom;
    if (!(std::abs(value) <= limit)) {
        throw ServiceException{"", "zoom must be between -25 and 25."};
    }
    return value;
}

Click parse_click(http::Parameters const& parameters, mapfile::Map const& map)
{
    Click click;
    click.view = view_of(parameters, map);
    if (click.view.extent) {
        click.view.extent = from_degrees(*click.view.extent, map);
        click.box = click.view.extent;
    }
    if (!click.view.size && map.size.width <= 0) {
        click.view.size = size_without_picture;
        click.view.keep_aspect = false;
    }
    click.drawn_size = click.view.size;
    constexpr std::array names{"imgxy", "img.x", "imgbox", "imgshape"};
    if (std::ranges::any_of(names, [&](char const* name) { return parameters.last(name); })) {
        read_image_parameters(click, parameters, picture_of(parameters, map));
    }
    if (auto const place = numbers_of(parameters, "mapxy", 2)) {
        click.point = from_degrees(Point{place->front(), place->back()}, map);
        click.is_on_picture = false;
    }
    if (auto const* const text = parameters.last("mapshape")) {
        click.shape = shape_from("mapshape", *text);
    }
    apply_scale(click, parameters, map);
    apply_buffer(click, parameters);
    return click;
}

ClickedView clicked_view(Click const& click, mapfile::Map const& map, double zoom)
{
    auto request = click.view;
    if (click.is_on_picture) {
        auto const view = render::make_viewport(map, request);
        request.extent = zoomed(view.extent, *click.point, zoom);
    } else if (click.box) {
        request.extent = click.box;
    }
    request.size = click.drawn_size;
    auto const& all = map.extent;
    auto const asked = request.extent.value_or(Box{all.min_x, all.min_y, all.max_x, all.max_y});
    return {render::make_viewport(map, request), asked};
}

} // namespace ms::ows::cgi
