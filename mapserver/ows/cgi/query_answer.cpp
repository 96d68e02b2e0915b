// SPDX-License-Identifier: MIT
#include "ows/cgi/query_answer.hpp"

#include "crs/transformation.hpp"
#include "ows/cgi/form.hpp"
#include "ows/cgi/query_image.hpp"
#include "ows/cgi/scale_redirect.hpp"
#include "ows/cgi/web_scale.hpp"
#include "ows/common/message_page.hpp"
#include "ows/template/query_page.hpp"
#include "render/plan/query_map.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ms::ows::cgi {

namespace {

/// The part of the world that the page describes and its map shows.
struct ShownPlace {
    render::Viewport view;
    std::optional<geometry::Point> point;
};

/// Shows an extent in the whole image, whatever its proportions.
void stretch(render::Viewport& view, geometry::Box const& extent)
{
    view.extent = extent;
    view.cell_size_x = extent.width() / std::max(view.width - 1, 1);
    view.cell_size_y = extent.height() / std::max(view.height - 1, 1);
}

/// The bounds of all found features, in a CRS; empty without any.
geometry::Box bounds_of(render::Selection const& selection, crs::Definition const& system)
{
    geometry::Box box;
    for (auto const& layer : selection.layers) {
        crs::Transformation const to_system{layer.crs, system};
        render::PickedReader reader{layer};
        while (auto const* const found = reader.next()) {
            auto points = found->features.geometry.points;
            to_system.forward(points);
            for (auto const& point : points) {
                if (std::isfinite(point.x) && std::isfinite(point.y)) { // else not in that CRS
                    box.extend(point);
                }
            }
        }
    }
    return box;
}

/// MINSCALEDENOM around the only point that was found, as MapServer computes it: from edge to edge
/// of the image instead of between the centres of its pixels.
geometry::Box of_single_point(geometry::Point const& point, double denominator,
                              render::Viewport const& view)
{
    double const cell = denominator / (view.resolution * view.inches_per_unit);
    double const half_x = cell * view.width / 2;
    double const half_y = cell * view.height / 2;
    return {point.x - half_x, point.y - half_y, point.x + half_x, point.y + half_y};
}

/// The extent of found features: scaledenom or buffer around their centre, else all of them with a
/// margin.
geometry::Box extent_around(geometry::Box const& found, geometry::Point const& middle,
                            Call const& call, render::Viewport const& view)
{
    auto const around = box_around(middle, call.parameters(), view);
    if (around && !found.is_empty()) {
        return *around;
    }
    double const closest = call.map->web.min_scale_denominator;
    if (closest > 0 && found.width() == 0 && found.height() == 0) {
        return of_single_point(middle, closest, view);
    }
    constexpr double margin = 1.05;
    return zoomed(found, middle, -margin);
}

/// With mapext or mapxy "shape".
ShownPlace around_features(Call const& call, render::Viewport const& view,
                           render::Selection const& selection)
{
    auto const box = bounds_of(selection, view.crs);
    geometry::Point const middle{(box.min_x + box.max_x) / 2, (box.min_y + box.max_y) / 2};
    ShownPlace shown{view, middle};
    auto& extent = shown.view.extent;
    extent = extent_around(box, middle, call, view);
    if (!(extent.width() > 0 && extent.height() > 0)) {
        refuse("mapserv", "No way to generate a valid map extent from selected shapes.");
    }
    return shown;
}

/// The requested extent, which only a map that is drawn fits to its size.
ShownPlace requested_place(Call const& call, QueryView const& view, bool is_drawn)
{
    ShownPlace shown{view.shown, view.click.point};
    if (!is_drawn && !view.fits) {
        stretch(shown.view, unfitted_extent(view, *call.map));
    }
    return shown;
}

/// What a query map shows. As in MapServer, the search itself knows no limits.
ShownPlace within_scales(Call const& call, render::ViewportRequest request, ShownPlace shown)
{
    request.extent = shown.view.extent;
    auto const scaled = view_within_scales(*call.map, request);
    if (scaled.middle || asks_for_shapes(call.parameters())) {
        return {scaled.view, scaled.middle ? scaled.middle : shown.point};
    }
    shown.view.scale_denominator = scaled.view.scale_denominator;
    return shown;
}

ShownPlace shown_by(Call const& call, QueryView const& view, render::Selection const& selection,
                    bool is_drawn)
{
    auto shown = asks_for_shapes(call.parameters()) ? around_features(call, view.shown, selection)
                                                    : requested_place(call, view, is_drawn);
    return is_drawn ? within_scales(call, view.request, std::move(shown)) : shown;
}

/// QUERYMAP SIZE counts for pages as well, also with STATUS OFF; then the extent stays as it is.
render::Viewport as_query_map(Call const& call, QueryView const& view, render::Viewport shown,
                              bool is_drawn)
{
    auto const& size = call.map->query_map.size;
    if (size.width <= 0 || size.height <= 0) {
        return shown;
    }
    if (is_drawn) {
        auto request = view.request;
        request.extent =
            asks_for_shapes(call.parameters()) ? shown.extent : unfitted_extent(view, *call.map);
        return render::make_viewport(*call.map, render::view_of_query_map(*call.map, request));
    }
    shown.width = size.width;
    shown.height = size.height;
    return shown;
}

} // namespace

http::Response answer_query(Call const& call, QueryView const& view, render::Selection selection)
{
    auto const& web = call.map->web;
    if (selection.layers.empty() && !web.empty_url.empty()) {
        return redirect(web.empty_url);
    }
    auto const* const requested = call.parameters().last("qformat");
    auto const& format = requested == nullptr ? web.query_format : *requested;
    auto const image = query_image_format(*call.map, format);
    bool const is_drawn = image || call.map->query_map.status != mapfile::Status::Off;
    auto const shown = shown_by(call, view, selection, is_drawn);
    if (is_drawn) {
        if (auto elsewhere = redirect_beyond_scale(call, shown.view, shown.point)) {
            return std::move(*elsewhere);
        }
    }
    if (image) {
        auto request = view.request;
        request.extent = shown.view.extent;
        return draw_query(call, request, std::move(selection), *image);
    }
    return tmpl::query_page({.call = call,
                             .view = as_query_map(call, view, shown.view, is_drawn),
                             .selection = selection,
                             .point = shown.point,
                             .query_image = call.map->image_type},
                            format);
}

} // namespace ms::ows::cgi
