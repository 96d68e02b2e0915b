// SPDX-License-Identifier: MIT
#include "ows/cgi/query_modes.hpp"

#include "ows/cgi/form.hpp"
#include "ows/cgi/query_answer.hpp"
#include "ows/cgi/query_search.hpp"
#include "ows/common/service_exception.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ms::ows::cgi {

namespace {

http::Response by_item(Call const& call, std::int64_t max_features)
{
    auto const view = around_click(call, zoom_of(call.parameters()));
    return answer_query(call, view,
                        pick_by_item(call, view, required_layer(call, "qlayer"), max_features));
}

/// The features of the other layers that touch those of one, added to them.
http::Response with_touching(Call const& call, QueryView view, render::Selection selection)
{
    if (selection.layers.empty()) {
        return answer_query(call, view, std::move(selection));
    }
    auto touching = pick_touching(call, view, selection.layers.front());
    if (!touching.searched.empty()) {
        view = fitted(std::move(view));
    }
    std::ranges::move(touching.layers, std::back_inserter(selection.layers));
    std::ranges::move(touching.searched, std::back_inserter(selection.searched));
    std::ranges::stable_sort(selection.layers, {}, &render::PickedLayer::layer);
    return answer_query(call, view, std::move(selection));
}

/// slayer, which must be queryable.
std::size_t selecting_layer(Call const& call)
{
    auto const slayer = required_layer(call, "slayer");
    check_queryable(call.map->layers[slayer], "msQueryByFeatures",
                    "Selection layer has not been queried.");
    return slayer;
}

http::Response by_feature(Call const& call, QueryView const& view)
{
    auto selection =
        pick(call, view, {{.layer = selecting_layer(call), .class_group = {}, .filter = {}}},
             requested_at(view, Buffer::Distance));
    return with_touching(call, view, std::move(selection));
}

http::Response by_item_and_feature(Call const& call, std::int64_t max_features)
{
    auto const view = around_click(call, zoom_of(call.parameters()));
    return with_touching(call, view, pick_by_item(call, view, selecting_layer(call), max_features));
}

/// searchmap, with whatever value: not the place on the image or the box, but all of the map that
/// they lead to is searched.
bool searches_map(Call const& call)
{
    if (call.parameters().last("searchmap") == nullptr) {
        return false;
    }
    auto const click = as_clicked(call).click;
    return !click.shape && (click.is_on_image || click.has_own_box);
}

} // namespace

http::Response query(Call const& call)
{
    auto const view = as_clicked(call);
    auto const& click = view.click;
    if (!click.point || click.has_own_box) { // a box replaces the point
        refuse("mapserv", "Query mode needs a point, imgxy and mapxy are not set.");
    }
    render::PickRequest request{
        .where =
            render::AtPoint{.point = *click.point, .buffer = click.buffer, .only_nearest = true}};
    request.ends_with_first_hit = true;
    return answer_query(call, view, pick(call, view, requested_layers(call), request));
}

http::Response nquery(Call const& call)
{
    if (searches_map(call)) {
        auto const view = around_click(call, zoom_of(call.parameters()));
        return answer_query(
            call, view,
            pick(call, view, requested_layers(call), {.where = render::InBox{view.shown.extent}}));
    }
    auto const view = as_clicked(call);
    auto selection = pick(call, view, requested_layers(call), requested_at(view, Buffer::Box));
    return answer_query(call, view.click.shape ? fitted(view) : view, std::move(selection));
}

http::Response itemquery(Call const& call)
{
    return by_item(call, 1);
}

http::Response itemnquery(Call const& call)
{
    return by_item(call, -1);
}

http::Response featurequery(Call const& call)
{
    auto const view = in_own_pixels(call);
    static_cast<void>(required_layer(call, "slayer"));
    if (view.click.shape || view.click.has_own_box || !view.click.point) {
        refuse("mapserv", "No way to perform the initial search, not enough information.");
    }
    return by_feature(call, view);
}

http::Response featurenquery(Call const& call)
{
    return by_feature(call, in_own_pixels(call));
}

http::Response itemfeaturequery(Call const& call)
{
    return by_item_and_feature(call, 1);
}

http::Response itemfeaturenquery(Call const& call)
{
    return by_item_and_feature(call, -1);
}

http::Response indexquery(Call const& call)
{
    auto const view = without_image(call);
    auto const layer = layer_named(call, "qlayer");
    if (!layer) {
        throw ServiceException{"", "msQueryByIndex(): Query error. No query layer defined."};
    }
    check_queryable(call.map->layers[*layer], "msQueryByIndex",
                    "Requested layer has no templates defined.");
    auto const* const id = call.parameters().last("shapeindex");
    auto selection = id == nullptr
                         ? render::Selection{}
                         : pick(call, view, {{.layer = *layer, .class_group = {}, .filter = {}}},
                                {.where = render::ById{*id}});
    if (selection.layers.empty() && call.map->web.empty_url.empty()) {
        throw ServiceException{
            "", "msQueryByIndex(): Search returned no results. Not valid record request.",
            ErrorKind::NotFound};
    }
    return answer_query(call, view, std::move(selection));
}

} // namespace ms::ows::cgi
