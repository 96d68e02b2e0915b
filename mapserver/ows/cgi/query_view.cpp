// SPDX-License-Identifier: MIT
#include "ows/cgi/query_view.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ms::ows::cgi {

namespace {

/// The parameters without places on an image, and what lies around a place.
http::Parameters without_image_places(http::Parameters const& parameters)
{
    constexpr std::array<std::string_view, 9> left_out{"imgxy",   "img.x",    "img.y",
                                                       "imgbox",  "imgshape", "imgext",
                                                       "imgsize", "buffer",   "scaledenom"};
    http::Parameters result;
    for (auto const& [name, value] : parameters.entries()) {
        bool const is_left_out = std::ranges::any_of(
            left_out, [&](std::string_view other) { return equals_ignoring_case(other, name); });
        if (!is_left_out) {
            result.append(name, value);
        }
    }
    return result;
}

Click click_of(Call const& call)
{
    return parse_click(call.parameters(), *call.map);
}

/// Searches what it shows.
QueryView query_view_of(Call const& call, Click click, render::ViewportRequest const& request)
{
    auto const view = render::make_viewport(*call.map, request);
    bool const is_of_image = click.is_of_image;
    return {.click = std::move(click),
            .searched = view,
            .ignores_scale = !is_of_image,
            .request = request,
            .shown = view};
}

/// The same, with the extent of the image that was clicked on.
QueryView view_of_click(Call const& call, Click click)
{
    auto const request = click.view;
    auto view = query_view_of(call, std::move(click), request);
    view.fits = view.click.is_of_image;
    return view;
}

/// The map, or mapext, in the size to draw.
render::ViewportRequest own_request(Click const& click)
{
    auto request = click.view;
    if (!click.is_of_image) {
        request.extent = click.has_own_box ? click.box : std::nullopt;
    }
    request.size = click.drawn_size;
    return request;
}

} // namespace

QueryView as_clicked(Call const& call)
{
    return view_of_click(call, click_of(call));
}

QueryView around_click(Call const& call, double zoom)
{
    auto click = click_of(call);
    auto const request = clicked_request(click, *call.map, zoom);
    return query_view_of(call, std::move(click), request);
}

QueryView in_own_pixels(Call const& call)
{
    auto click = click_of(call);
    auto const of_click = click.view;
    auto const request = own_request(click);
    auto view = query_view_of(call, std::move(click), request);
    view.ignores_scale = true;
    if (view.click.is_of_image) {
        view.searched = render::make_viewport(*call.map, of_click);
    }
    return view;
}

QueryView without_image(Call const& call)
{
    auto click = parse_click(without_image_places(call.parameters()), *call.map);
    if (!click.view.extent && !call.map->extent.is_set()) {
        click.view.extent = geometry::Box{0, 0, 1, 1};
    }
    return view_of_click(call, std::move(click));
}

QueryView fitted(QueryView view)
{
    view.request.extent = view.shown.extent;
    return view;
}

geometry::Box unfitted_extent(QueryView const& view, mapfile::Map const& map)
{
    auto const& all = map.extent;
    auto const otherwise = all.is_set() ? geometry::Box{all.min_x, all.min_y, all.max_x, all.max_y}
                                        : view.shown.extent;
    return view.request.extent.value_or(otherwise);
}

} // namespace ms::ows::cgi
