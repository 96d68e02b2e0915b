// SPDX-License-Identifier: MIT
#include "ows/cgi/click.hpp"

#include "base/string.hpp"
#include "crs/transformation.hpp"
#include "geometry/wkt.hpp"
#include "ows/cgi/form.hpp"
#include "ows/cgi/request_view.hpp"
#include "ows/cgi/web_scale.hpp"
#include "ows/common/service_exception.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace ms::ows::cgi {

namespace {

using geometry::Box;
using geometry::Point;

/// Queries need no SIZE; tolerances in pixels then mean those of such an image.
constexpr mapfile::Size size_without_image{400, 300};

/// The image that was clicked on: imgext and imgsize, else mapsize, else those of the map.
struct Image {
    Box extent;
    double width = 0, height = 0;

    [[nodiscard]] Point to_map(double x, double y) const
    {
        return {extent.min_x + x * extent.width() / std::max(width - 1, 1.0),
                extent.max_y - y * extent.height() / std::max(height - 1, 1.0)};
    }
};

Image image_of(http::Parameters const& parameters, mapfile::Map const& map,
               std::optional<mapfile::Size> const& map_size)
{
    auto const& extent = map.extent;
    auto const size = map_size.value_or(map.size);
    Image image{{extent.min_x, extent.min_y, extent.max_x, extent.max_y},
                static_cast<double>(size.width),
                static_cast<double>(size.height)};
    if (auto const sides = numbers_of(parameters, "imgext", 4)) {
        image.extent = {(*sides)[0], (*sides)[1], (*sides)[2], (*sides)[3]};
    }
    if (auto const sides = numbers_of(parameters, "imgsize", 2)) {
        image.width = (*sides)[0];
        image.height = (*sides)[1];
    }
    if (!(image.extent.width() > 0 && image.extent.height() > 0)) {
        refuse_form("Invalid value for imgext.");
    }
    if (!(image.width >= 1 && image.height >= 1 && image.width <= map.max_size &&
          image.height <= map.max_size)) {
        refuse_form("Image size out of range.");
    }
    return image;
}

/// refxy, or ref.x and ref.y: pixels of the reference map, from the middle of its first to that of
/// its last.
std::optional<Point> reference_point(http::Parameters const& parameters,
                                     mapfile::Reference const& reference)
{
    auto const both = numbers_of(parameters, "refxy", 2);
    auto const x = number_of(parameters, "ref.x");
    auto const y = number_of(parameters, "ref.y");
    bool const is_given = both || (x && y);
    bool const has_image = reference.extent.is_set() && reference.size.width > 0;
    if (!is_given || !has_image) {
        return std::nullopt;
    }
    auto const& extent = reference.extent;
    Image const image{{extent.min_x, extent.min_y, extent.max_x, extent.max_y},
                      static_cast<double>(reference.size.width),
                      static_cast<double>(reference.size.height)};
    return both ? image.to_map(both->front(), both->back()) : image.to_map(*x, *y);
}

std::optional<Point> image_point(http::Parameters const& parameters)
{
    if (auto const both = numbers_of(parameters, "imgxy", 2)) {
        return Point{both->front(), both->back()};
    }
    auto const x = number_of(parameters, "img.x");
    auto const y = number_of(parameters, "img.y");
    return x && y ? std::optional{Point{*x, *y}} : std::nullopt;
}

geometry::GeometryColumn polygon_from(std::vector<double> const& values)
{
    constexpr std::size_t least = 8; // three corners and the first again
    if (values.size() < least || values.size() % 2 != 0) {
        refuse_form("Malformed polygon geometry for mapshape/imgshape.");
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

bool is_wkt(std::string_view text) noexcept
{
    auto const start = trim(text);
    return !start.empty() && ((start.front() >= 'A' && start.front() <= 'Z') ||
                              (start.front() >= 'a' && start.front() <= 'z'));
}

geometry::GeometryColumn shape_from(std::string_view name, std::string_view text)
{
    auto const start = trim(text);
    if (!is_wkt(start)) {
        return polygon_from(numbers_in(name, text));
    }
    geometry::GeometryColumn column;
    if (!geometry::append_wkt(start, geometry::Kind::None, column)) {
        refuse_form("WKT parse failed for mapshape/imgshape.");
    }
    return column;
}

/// As in MapServer, a place replaces the shapes before it.
bool is_last_place(http::Parameters const& parameters, std::string_view shape)
{
    constexpr std::array<std::string_view, 10> places{
        "mapext", "map_extent", "map.extent", "maxy",     "mapxy",
        "imgxy",  "img.x",      "imgbox",     "mapshape", "imgshape"};
    auto const is_place = [&](auto const& entry) {
        return !is_shape_word(entry.second) &&
               std::ranges::any_of(places, [&](std::string_view known) {
                   return equals_ignoring_case(entry.first, known);
               });
    };
    auto const& entries = parameters.entries();
    auto const last = std::find_if(entries.rbegin(), entries.rend(), is_place);
    return last != entries.rend() && equals_ignoring_case(last->first, shape);
}

/// Which of the parameters of the extent comes last.
enum class Where : std::uint8_t { Nowhere, Extent, ImageBox };

/// MapServer treats maxy alone as the last of four sides of an extent; the other sides are ignored
/// then.
Where where_of(http::Parameters const& parameters)
{
    auto where = Where::Nowhere;
    for (auto const& [name, value] : parameters.entries()) {
        auto const is = [&parameter = name](std::string_view known) {
            return equals_ignoring_case(parameter, known);
        };
        bool const is_extent = is("mapext") || is("map_extent") || is("map.extent") || is("maxy");
        if (is_extent && !is_shape_word(value)) {
            where = Where::Extent;
        } else if (is("imgbox")) {
            where = Where::ImageBox;
        }
    }
    return where;
}

/// Its pixels as those of the map that was drawn: square, so that the extent is larger. MapServer
/// counts so even with MS_NONSQUARE (tests/unit/ows/test_cgi_form.cpp).
Image with_square_pixels(Image image)
{
    double const across = std::max(image.width - 1, 1.0);
    double const down = std::max(image.height - 1, 1.0);
    double const cell = std::max(image.extent.width() / across, image.extent.height() / down);
    double const more_x = (cell * across - image.extent.width()) / 2;
    double const more_y = (cell * down - image.extent.height()) / 2;
    image.extent = {image.extent.min_x - more_x, image.extent.min_y - more_y,
                    image.extent.max_x + more_x, image.extent.max_y + more_y};
    return image;
}

void read_image_parameters(Click& click, http::Parameters const& parameters, Image const& image)
{
    auto const drawn = with_square_pixels(image);
    auto const where = where_of(parameters);
    auto const pixel = image_point(parameters);
    bool const is_extent = where == Where::Extent; // has priority over any earlier click
    if (pixel && !is_extent) {
        click.point = drawn.to_map(pixel->x, pixel->y);
        click.is_on_image = true;
        click.box.reset();
    }
    auto const sides = numbers_of(parameters, "imgbox", 4);
    if (sides && !is_extent) {
        auto const a = drawn.to_map((*sides)[0], (*sides)[1]);
        auto const b = drawn.to_map((*sides)[2], (*sides)[3]);
        Box box;
        box.extend(a);
        box.extend(b);
        click.box = box;
    }
    if (is_last_place(parameters, "imgshape")) {
        click.shape = shape_from("imgshape", *parameters.last("imgshape"));
        for (auto& point : click.shape->points) {
            point = drawn.to_map(point.x, point.y);
        }
    }
    bool const is_on_image = click.point || where == Where::ImageBox || click.shape;
    click.is_of_image = is_on_image;
    if (is_on_image) {
        click.view.extent = image.extent;
        click.view.size =
            mapfile::Size{static_cast<int>(image.width), static_cast<int>(image.height)};
    }
}

std::optional<double> denominator_of(http::Parameters const& parameters)
{
    for (auto const name : {"scaledenom", "scale"}) {
        if (auto const value = number_of(parameters, name)) {
            if (*value <= 0) {
                refuse_form("Scale out of range.");
            }
            return value;
        }
    }
    return std::nullopt;
}

/// The extent that shows scaledenom around mapxy, else around the centre. (MapServer scales around
/// -1 -1 without mapxy.)
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
    click.view.extent = box_of_scale(middle, *denominator, view);
    click.box = click.view.extent;
}

/// nullopt if it is missing or invalid.
std::optional<double> buffer_of(http::Parameters const& parameters)
{
    auto const distance = number_of(parameters, "buffer");
    return distance && *distance > 0 ? distance : std::nullopt;
}

/// buffer around mapxy.
void apply_buffer(Click& click, http::Parameters const& parameters)
{
    auto const distance = buffer_of(parameters);
    if (distance && click.point && !click.is_on_image) {
        click.buffer = distance;
        click.view.extent = box_of_buffer(*click.point, *distance);
        click.box = click.view.extent;
    }
}

/// mapxy, which has priority over a place on the image.
void apply_map_point(Click& click, http::Parameters const& parameters, mapfile::Map const& map)
{
    auto const* const text = parameters.last("mapxy");
    if (text != nullptr && !is_shape_word(*text)) {
        auto const place = numbers_in("mapxy", *text, 2);
        click.point = from_degrees(Point{place.front(), place.back()}, map);
        click.is_on_image = false;
        click.is_of_image = false;
    }
}

bool could_be_degrees(Point const& point) noexcept
{
    return std::abs(point.x) <= 180 && std::abs(point.y) <= 90;
}

/// From degrees to the CRS of the map; the identity for maps in degrees or without a CRS.
crs::Transformation degrees_to(mapfile::Map const& map)
{
    if (!map.projection.is_set()) {
        return {{}, {}};
    }
    auto const system = crs::parse(map.projection.arguments, {map.proj_data()});
    return system.is_geographic() ? crs::Transformation{{}, {}}
                                  : crs::Transformation{crs::parse("CRS:84"), system};
}

Point from_degrees(Point const& point, crs::Transformation const& to_map)
{
    auto result = point;
    if (could_be_degrees(point)) {
        (void)to_map.forward({&result, 1});
    }
    return std::isfinite(result.x) && std::isfinite(result.y) ? result : point;
}

/// mapshape: corners that could be degrees are, each on its own; WKT is in the CRS of the map.
void apply_map_shape(Click& click, http::Parameters const& parameters, mapfile::Map const& map)
{
    if (!is_last_place(parameters, "mapshape")) {
        return;
    }
    auto const& text = *parameters.last("mapshape");
    click.shape = shape_from("mapshape", text);
    if (is_wkt(text)) {
        return;
    }
    auto const to_map = degrees_to(map);
    for (auto& corner : click.shape->points) {
        corner = from_degrees(corner, to_map);
    }
}

/// The last image in its size, centred where the reference map was clicked.
void apply_reference_point(Click& click, http::Parameters const& parameters,
                           mapfile::Map const& map)
{
    if (auto const middle = reference_point(parameters, map.reference)) {
        click.point = middle;
        click.is_on_image = false;
        click.view.extent = zoomed(image_of(parameters, map, {}).extent, *middle, 1);
        click.box = click.view.extent;
    }
}

} // namespace

Point from_degrees(Point const& point, mapfile::Map const& map)
{
    return from_degrees(point, degrees_to(map));
}

Box from_degrees(Box const& box, mapfile::Map const& map)
{
    if (!could_be_degrees({box.min_x, box.min_y}) || !could_be_degrees({box.max_x, box.max_y})) {
        return box;
    }
    auto const result = degrees_to(map).forward(box);
    return result.is_empty() ? box : result;
}

Box box_of_buffer(Point const& middle, double distance)
{
    Box box;
    box.extend(middle);
    return box.grown(distance);
}

Box zoomed(Box const& extent, Point const& center, double zoom) noexcept
{
    double const factor = zoom > 0 ? 1 / zoom : zoom < 0 ? -zoom : 1;
    double const half_x = extent.width() * factor / 2;
    double const half_y = extent.height() * factor / 2;
    return {center.x - half_x, center.y - half_y, center.x + half_x, center.y + half_y};
}

std::optional<Box> box_around(Point const& middle, http::Parameters const& parameters,
                              render::Viewport const& view)
{
    if (auto const denominator = denominator_of(parameters)) {
        return box_of_scale(middle, *denominator, view);
    }
    auto const distance = buffer_of(parameters);
    return distance ? std::optional{box_of_buffer(middle, *distance)} : std::nullopt;
}

double zoom_of(http::Parameters const& parameters, int direction)
{
    constexpr double limit = 25;
    auto const number = [&](std::string_view name, double otherwise) {
        return number_of(parameters, name).value_or(otherwise);
    };
    auto const zoom = number("zoom", 1);
    auto const size = number("zoomsize", 1);
    auto const way = direction != 0 ? direction : number("zoomdir", 0);
    if (!(size >= 1 && size <= limit)) {
        refuse_form("Invalid zoom size.");
    }
    auto const value = zoom == 1 && way != 0 ? way * size : zoom;
    if (!(std::abs(value) <= limit)) {
        refuse_form("Zoom value out of range.");
    }
    return value;
}

Click parse_click(http::Parameters const& parameters, mapfile::Map const& map)
{
    Click click;
    click.view = view_of(parameters, map);
    auto const map_size = click.view.size;
    bool const has_extent = click.view.extent.has_value();
    if (has_extent) {
        click.view.extent = from_degrees(*click.view.extent, map);
        click.box = click.view.extent;
    }
    if (!click.view.size && map.size.width <= 0) {
        click.view.size = size_without_image;
        click.view.aspect = render::PixelAspect::AsGiven;
    }
    click.drawn_size = click.view.size;
    constexpr std::array names{"imgxy", "img.x", "imgbox", "imgshape"};
    if (std::ranges::any_of(names, [&](char const* name) { return parameters.last(name); })) {
        read_image_parameters(click, parameters, image_of(parameters, map, map_size));
    }
    click.has_own_box = click.box.has_value();
    apply_map_point(click, parameters, map);
    if (!has_extent) {
        apply_reference_point(click, parameters, map);
    }
    apply_map_shape(click, parameters, map);
    apply_scale(click, parameters, map);
    apply_buffer(click, parameters);
    return click;
}

render::ViewportRequest clicked_request(Click const& click, mapfile::Map const& map, double zoom)
{
    auto request = click.view;
    if (click.is_on_image) {
        auto square = request;
        square.aspect = render::PixelAspect::Square;
        request.extent = zoomed(render::make_viewport(map, square).extent, *click.point, zoom);
    } else if (click.box) {
        request.extent = click.box;
    }
    request.size = click.drawn_size;
    return request;
}

ClickedView clicked_view(Click const& click, mapfile::Map const& map, double zoom)
{
    auto const request = clicked_request(click, map, zoom);
    auto const& all = map.extent;
    auto const requested = request.extent.value_or(Box{all.min_x, all.min_y, all.max_x, all.max_y});
    auto const scaled = view_within_scales(map, request);
    return {scaled.view, requested, scaled.middle ? scaled.middle : click.point};
}

} // namespace ms::ows::cgi
