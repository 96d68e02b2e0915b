// SPDX-License-Identifier: MIT
#include "ows/cgi/query_modes.hpp"

#include "base/string.hpp"
#include "crs/transformation.hpp"
#include "expr/regex.hpp"
#include "ows/cgi/click.hpp"
#include "ows/cgi/draw_map.hpp"
#include "ows/cgi/query_picture.hpp"
#include "ows/message_page.hpp"
#include "ows/service_exception.hpp"
#include "ows/template/query_page.hpp"
#include "ows/wms/get_map.hpp"
#include "render/pick.hpp"
#include "style/class_index.hpp"

#include <algorithm>
#include <utility>

namespace ms::ows::cgi {

namespace {

using render::LayerChoice;

render::ViewportRequest with_extent(render::ViewportRequest view, mapfile::Map const& map,
                                    geometry::Box const& extent)
{
    if (!view.extent && !map.extent.is_set()) {
        view.extent = extent;
    }
    return view;
}

/// One request of a query mode, on its way to the answer.
class QueryRequest {
public:
    explicit QueryRequest(Call const& call)
        : m_call(call), m_click(parse_click(call.parameters(), *call.map)),
          m_view(render::make_viewport(*call.map, m_click.view))
    {}
    /// Of a map without EXTENT too, when places do not matter.
    QueryRequest(Call const& call, geometry::Box const& extent)
        : m_call(call), m_click(parse_click(call.parameters(), *call.map)),
          m_view(render::make_viewport(*call.map, with_extent(m_click.view, *call.map, extent)))
    {}

    [[nodiscard]] Click const& click() const noexcept { return m_click; }
    [[nodiscard]] render::Viewport const& view() const noexcept { return m_view; }

    /// The layer a parameter names; nothing when it is not given.
    [[nodiscard]] std::optional<std::size_t> layer_named(std::string_view parameter) const
    {
        auto const* const name = m_call.parameters().last(parameter);
        if (name == nullptr) {
            return std::nullopt;
        }
        auto const& layers = m_call.map->layers;
        auto const found = std::ranges::find_if(layers, [&](mapfile::Layer const& layer) {
            return equals_ignoring_case(layer.name, *name);
        });
        if (found == layers.end()) {
            throw ServiceException{"",
                                   "Layer named by " + std::string{parameter} + " does not exist."};
        }
        return static_cast<std::size_t>(found - layers.begin());
    }

    [[nodiscard]] std::size_t required_layer(std::string_view parameter) const
    {
        if (auto const layer = layer_named(parameter)) {
            return *layer;
        }
        throw ServiceException{"", "Query layer not set or references an invalid layer (" +
                                       std::string{parameter} + ")."};
    }

    /// qlayer alone, or all layers that are shown.
    [[nodiscard]] std::vector<LayerChoice> asked_layers() const
    {
        if (auto const layer = layer_named("qlayer")) {
            return {{.layer = *layer, .class_group = {}, .filter = {}}};
        }
        return layers_of(m_call.parameters(), *m_call.map);
    }

    [[nodiscard]] render::Selection pick(std::vector<LayerChoice> const& layers,
                                         render::Wanted const& wanted) const
    {
        return render::pick(*m_call.map, m_view, layers, wanted,
                            wms::substitutions(m_call.parameters()), m_call.services);
    }

    /// The page for what was found, or where WEB EMPTY sends those who find nothing.
    /// With a qformat of pictures, the query map.
    [[nodiscard]] http::Response answer(render::Selection selection) const
    {
        auto const& web = m_call.map->web;
        if (selection.layers.empty() && !web.empty_url.empty()) {
            return redirect(web.empty_url);
        }
        auto const* const wanted = m_call.parameters().last("qformat");
        auto const& format = wanted == nullptr ? web.query_format : *wanted;
        if (auto const picture = query_picture_format(*m_call.map, format)) {
            return draw_query(m_call, m_click.view, std::move(selection), *picture);
        }
        return tmpl::query_page({.call = m_call,
                                 .view = m_view,
                                 .selection = selection,
                                 .point = m_click.point,
                                 .query_picture = m_call.map->image_type},
                                format);
    }

private:
    Call const& m_call;
    Click m_click;
    render::Viewport m_view;
};

/// Where the request points: a shape, a point or a box, in this order; else all that is shown.
render::Wanted wanted_at(QueryRequest const& request)
{
    auto const& click = request.click();
    render::Wanted wanted;
    if (click.shape) {
        wanted.where = render::AtShapes{*click.shape};
    } else if (click.point) {
        wanted.where = render::AtPoint{.point = *click.point};
    } else {
        wanted.where = render::InBox{click.box.value_or(request.view().extent)};
    }
    return wanted;
}

/// A value from a client as EXPRESSION and FILTER would read it: ( ), / /, { } or a string.
mapfile::Expression expression_from(std::string_view text)
{
    using mapfile::ExpressionKind;
    mapfile::Expression expression{.kind = ExpressionKind::String, .text = std::string{text}};
    auto const end = text.size() > 1 && text.back() == 'i' ? text.size() - 1 : text.size();
    if (text.size() > 1 && text.front() == '(' && text.back() == ')') {
        expression.kind = ExpressionKind::Logical;
    } else if (text.size() > 1 && text.front() == '{' && text.back() == '}') {
        expression.kind = ExpressionKind::List;
        expression.text = text.substr(1, text.size() - 2);
    } else if (end > 1 && (text.front() == '/' || text.front() == '"') &&
               text[end - 1] == text.front()) {
        expression.kind = text.front() == '/' ? ExpressionKind::Regex : ExpressionKind::String;
        expression.ignore_case = end < text.size();
        expression.text = text.substr(1, end - 2);
    }
    return expression;
}

void validate_qstring(mapfile::Map const& map, mapfile::Layer const& layer,
                      std::string const& value)
{
    auto const* pattern = layer.validation.find("qstring");
    if (pattern == nullptr) {
        pattern = map.web.validation.find("qstring");
    }
    if (pattern == nullptr || !expr::Regex{*pattern, false}.matches(value)) {
        throw ServiceException{"", "Parameter 'qstring' value fails to validate."};
    }
}

/// The condition that qstring and qitem put on a layer.
expr::Expression condition_from(Call const& call, mapfile::Layer const& layer)
{
    auto const* const text = call.parameters().last("qstring");
    if (text == nullptr) {
        throw ServiceException{"", "No query expression defined (qstring)."};
    }
    validate_qstring(*call.map, layer, *text);
    auto const* const item = call.parameters().last("qitem");
    try {
        return style::condition_of(expression_from(*text), item == nullptr ? "" : *item);
    } catch (Error const&) {
        throw ServiceException{"", "The query expression (qstring, qitem) cannot be read."};
    }
}

/// What qstring finds in a layer.
render::Selection pick_by_item(Call const& call, QueryRequest const& request, std::size_t layer,
                               std::int64_t max_features)
{
    auto const condition = condition_from(call, call.map->layers[layer]);
    render::Wanted wanted;
    wanted.where = render::ByFilter{request.view().extent};
    wanted.max_features = max_features;
    return request.pick({{.layer = layer, .class_group = {}, .filter = condition}}, wanted);
}

http::Response by_item(Call const& call, std::int64_t max_features)
{
    QueryRequest const request{call};
    return request.answer(
        pick_by_item(call, request, request.required_layer("qlayer"), max_features));
}

/// The features of the other layers that touch those of one, added to them.
http::Response with_touching(QueryRequest const& request, std::size_t slayer,
                             render::Selection selection)
{
    if (selection.layers.empty()) {
        throw ServiceException{"", "Selection layer has not been queried."};
    }
    auto const& found = selection.layers.front();
    render::AtShapes at{found.features.geometry};
    crs::Transformation{found.crs, request.view().crs}.forward(at.shapes.points);
    auto layers = request.asked_layers();
    std::erase_if(layers, [&](LayerChoice const& choice) { return choice.layer == slayer; });
    auto touching = request.pick(layers, {.where = std::move(at)});
    std::ranges::move(touching.layers, std::back_inserter(selection.layers));
    std::ranges::move(touching.searched, std::back_inserter(selection.searched));
    std::ranges::stable_sort(selection.layers, {}, &render::PickedLayer::layer);
    return request.answer(std::move(selection));
}

} // namespace

http::Response query(Call const& call)
{
    QueryRequest const request{call};
    if (!request.click().point) {
        throw ServiceException{"", "Query mode needs a point, imgxy and mapxy are not set."};
    }
    render::Wanted wanted;
    wanted.where = render::AtPoint{.point = *request.click().point, .only_nearest = true};
    wanted.ends_with_first_hit = true;
    return request.answer(request.pick(request.asked_layers(), wanted));
}

http::Response nquery(Call const& call)
{
    QueryRequest const request{call};
    return request.answer(request.pick(request.asked_layers(), wanted_at(request)));
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
    QueryRequest const request{call};
    auto const slayer = request.required_layer("slayer");
    auto selection =
        request.pick({{.layer = slayer, .class_group = {}, .filter = {}}}, wanted_at(request));
    return with_touching(request, slayer, std::move(selection));
}

http::Response itemfeaturequery(Call const& call)
{
    QueryRequest const request{call};
    auto const slayer = request.required_layer("slayer");
    return with_touching(request, slayer, pick_by_item(call, request, slayer, -1));
}

http::Response indexquery(Call const& call)
{
    QueryRequest const request{call, {0, 0, 1, 1}};
    auto const layer = request.required_layer("qlayer");
    auto const* const id = call.parameters().last("shapeindex");
    if (id == nullptr) {
        throw ServiceException{"", "Index query needs shapeindex."};
    }
    if (!render::is_queryable(call.map->layers[layer])) {
        throw ServiceException{"", "Requested layer has no templates defined."};
    }
    auto selection = request.pick({{.layer = layer, .class_group = {}, .filter = {}}},
                                  {.where = render::ById{*id}});
    if (selection.layers.empty() && call.map->web.empty_url.empty()) {
        throw ServiceException{"", "Search returned no results. Not valid record request.",
                               ErrorKind::NotFound};
    }
    return request.answer(std::move(selection));
}

} // namespace ms::ows::cgi
