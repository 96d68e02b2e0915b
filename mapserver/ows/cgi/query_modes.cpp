// SPDX-License-Identifier: MIT
#include "ows/cgi/query_modes.hpp"

#include "base/budget.hpp"
#include "base/string.hpp"
#include "crs/transformation.hpp"
#include "expr/regex.hpp"
#include "geometry/relate.hpp"
#include "ows/cgi/click.hpp"
#include "ows/cgi/form.hpp"
#include "ows/cgi/query_image.hpp"
#include "ows/cgi/request_view.hpp"
#include "ows/cgi/scale_redirect.hpp"
#include "ows/cgi/web_scale.hpp"
#include "ows/common/message_page.hpp"
#include "ows/common/service_exception.hpp"
#include "ows/common/substitutions.hpp"
#include "ows/template/query_page.hpp"
#include "render/plan/query_map.hpp"
#include "render/query/pick.hpp"
#include "source/registry.hpp"
#include "style/class_index.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ms::ows::cgi {

namespace {

using render::LayerChoice;

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

/// \param parameter qlayer or slayer
[[noreturn]] void refuse_layer(std::string_view parameter)
{
    refuse("mapserv", parameter == "slayer"
                          ? "Selection layer not set or references an invalid layer."
                          : "Query layer not set or references an invalid layer.");
}

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

/// One request of a query mode, from its parameters to its answer.
class QueryRequest {
public:
    explicit QueryRequest(Call const& call)
        : QueryRequest(call, parse_click(call.parameters(), *call.map))
    {}
    /// Of what is found in a view, which the clicked point is the middle of.
    QueryRequest(Call const& call, double zoom) : QueryRequest(call)
    {
        m_click.view = clicked_request(m_click, *call.map, zoom);
        m_view = render::make_viewport(*call.map, m_click.view);
        m_fits = false;
    }
    /// Of a mode that uses no places: also for a map without EXTENT. What lies on an image does not
    /// count, as in MapServer.
    static QueryRequest without_image(Call const& call)
    {
        auto click = parse_click(without_image_places(call.parameters()), *call.map);
        if (!click.view.extent && !call.map->extent.is_set()) {
            click.view.extent = geometry::Box{0, 0, 1, 1};
        }
        return {call, std::move(click)};
    }

    /// In featurequery, as in MapServer, the page shows the map, or mapext, whatever was clicked on
    /// and in whatever scale; TOLERANCE in pixels means these, or those of the image that was
    /// clicked on. Limits of scale do not count.
    void search_in_own_pixels()
    {
        m_ignores_scale = true;
        auto const clicked = m_view;
        auto& own = m_click.view;
        if (!m_click.is_of_image) {
            own.extent = m_click.has_own_box ? m_click.box : std::nullopt;
        }
        own.size = m_click.drawn_size;
        m_fits = false;
        m_view = render::make_viewport(*m_call.map, own);
        m_search_view = m_click.is_of_image ? clicked : m_view;
    }

    /// As in MapServer, a search by shapes fits the extent to the size of the map, also if none is
    /// drawn or a query map has another size.
    void fit_extent() { m_click.view.extent = m_view.extent; }

    [[nodiscard]] Click const& click() const noexcept { return m_click; }
    [[nodiscard]] render::Viewport const& view() const noexcept { return m_view; }
    /// As it was requested, else that of the map: before it is fitted to the proportions of SIZE.
    [[nodiscard]] geometry::Box unfitted_extent() const
    {
        auto const& all = m_call.map->extent;
        auto const otherwise = all.is_set()
                                   ? geometry::Box{all.min_x, all.min_y, all.max_x, all.max_y}
                                   : m_view.extent;
        return m_click.view.extent.value_or(otherwise);
    }

    /// The layer that a parameter names; nullopt if it is missing. Refuses a name of no layer.
    [[nodiscard]] std::optional<std::size_t> layer_named(std::string_view parameter) const
    {
        auto const found = find_layer(parameter);
        if (!found && m_call.parameters().last(parameter) != nullptr) {
            refuse_layer(parameter);
        }
        return found;
    }

    [[nodiscard]] std::size_t required_layer(std::string_view parameter) const
    {
        if (auto const layer = layer_named(parameter)) {
            return *layer;
        }
        refuse_layer(parameter);
    }

    /// qlayer alone, or all layers that are shown: also for a qlayer that is not in the map.
    [[nodiscard]] std::vector<LayerChoice> requested_layers() const
    {
        if (auto const layer = find_layer("qlayer")) {
            return {{.layer = *layer, .class_group = {}, .filter = {}}};
        }
        return layers_of(m_call.parameters(), *m_call.map);
    }

    /// As in MapServer, the scale is that of the image that was clicked on: without one, and in
    /// featurequery, layers outside their limits of scale are searched, too.
    [[nodiscard]] render::Selection pick(std::vector<LayerChoice> const& layers,
                                         render::PickRequest pick_request) const
    {
        pick_request.ignores_scale = m_ignores_scale || !m_click.is_of_image;
        return render::pick(*m_call.map, m_search_view.value_or(m_view), layers, pick_request,
                            substitutions(m_call.parameters()), m_call.services);
    }

    /// The page of the found features, or a redirect to WEB EMPTY without any. With an image format
    /// as qformat, the query map.
    [[nodiscard]] http::Response answer(render::Selection selection) const
    {
        auto const& web = m_call.map->web;
        if (selection.layers.empty() && !web.empty_url.empty()) {
            return redirect(web.empty_url);
        }
        auto const* const pick_request = m_call.parameters().last("qformat");
        auto const& format = pick_request == nullptr ? web.query_format : *pick_request;
        auto const image = query_image_format(*m_call.map, format);
        bool const is_drawn = image || m_call.map->query_map.status != mapfile::Status::Off;
        auto const found = shown_by(selection, is_drawn || m_fits);
        auto const shown = is_drawn ? within_scales(found) : found;
        if (is_drawn) {
            if (auto elsewhere = redirect_beyond_scale(m_call, shown.view, shown.point)) {
                return std::move(*elsewhere);
            }
        }
        if (image) {
            auto view = m_click.view;
            view.extent = shown.view.extent;
            return draw_query(m_call, view, std::move(selection), *image);
        }
        return tmpl::query_page({.call = m_call,
                                 .view = as_query_map(shown.view, is_drawn),
                                 .selection = selection,
                                 .point = shown.point,
                                 .query_image = m_call.map->image_type},
                                format);
    }

    /// The shapes of a layer's features, on the map. They are kept while other layers are searched.
    /// \throws Error{Limit} beyond the memory budget
    [[nodiscard]] geometry::GeometryColumn shapes_of(render::PickedLayer const& layer) const
    {
        Budget budget{m_call.services.deadline, m_call.services.max_kept_bytes};
        geometry::GeometryColumn shapes;
        shapes.has_z = layer.first.features.geometry.has_z;
        render::PickedReader reader{layer};
        while (auto const* const found = reader.next()) {
            auto const& more = found->features.geometry;
            budget.keep(more.bytes());
            for (std::size_t row = 0; row < more.size(); ++row) {
                geometry::append_feature({more, row}, shapes);
            }
        }
        crs::Transformation{layer.crs, m_view.crs}.forward(shapes.points);
        return shapes;
    }

private:
    QueryRequest(Call const& call, Click click)
        : m_call(call), m_click(std::move(click)),
          m_view(render::make_viewport(*call.map, m_click.view)), m_fits(m_click.is_of_image)
    {}

    [[nodiscard]] std::optional<std::size_t> find_layer(std::string_view parameter) const
    {
        auto const* const name = m_call.parameters().last(parameter);
        if (name == nullptr) {
            return std::nullopt;
        }
        auto const& layers = m_call.map->layers;
        auto const found = std::ranges::find_if(layers, [&](mapfile::Layer const& layer) {
            return equals_ignoring_case(layer.name, *name);
        });
        return found == layers.end()
                   ? std::nullopt
                   : std::optional{static_cast<std::size_t>(found - layers.begin())};
    }

    /// The part of the world that the page describes and its map shows.
    struct Shown {
        render::Viewport view;
        std::optional<geometry::Point> point;
    };

    /// The requested extent, which only a map that is drawn fits to its size; with mapext or mapxy
    /// "shape" that of the found features: scaledenom or buffer around their centre, else all of
    /// them with a margin.
    [[nodiscard]] Shown shown_by(render::Selection const& selection, bool fits) const
    {
        Shown shown{m_view, m_click.point};
        if (!asks_for_shapes(m_call.parameters())) {
            if (!fits) {
                stretch(shown.view, unfitted_extent());
            }
            return shown;
        }
        auto const box = bounds_of(selection, m_view.crs);
        auto const middle =
            geometry::Point{(box.min_x + box.max_x) / 2, (box.min_y + box.max_y) / 2};
        auto& extent = shown.view.extent;
        if (auto const around = box_around(middle, m_call.parameters(), m_view);
            around && !box.is_empty()) {
            extent = *around;
        } else if (double const closest = m_call.map->web.min_scale_denominator;
                   closest > 0 && box.width() == 0 && box.height() == 0) {
            extent = of_single_point(middle, closest);
        } else {
            constexpr double margin = 1.05;
            extent = zoomed(box, middle, -margin);
        }
        if (!(extent.width() > 0 && extent.height() > 0)) {
            refuse("mapserv", "No way to generate a valid map extent from selected shapes.");
        }
        shown.point = middle;
        return shown;
    }

    /// QUERYMAP SIZE counts for pages as well, also with STATUS OFF; then the extent stays as it
    /// is.
    [[nodiscard]] render::Viewport as_query_map(render::Viewport view, bool is_drawn) const
    {
        auto const& size = m_call.map->query_map.size;
        if (size.width <= 0 || size.height <= 0) {
            return view;
        }
        if (is_drawn) {
            auto request = m_click.view;
            request.extent = asks_for_shapes(m_call.parameters()) ? view.extent : unfitted_extent();
            return render::make_viewport(*m_call.map,
                                         render::view_of_query_map(*m_call.map, request));
        }
        view.width = size.width;
        view.height = size.height;
        return view;
    }

    /// What a query map of them shows. As in MapServer, the search itself knows no limits.
    [[nodiscard]] Shown within_scales(Shown const& shown) const
    {
        auto request = m_click.view;
        request.extent = shown.view.extent;
        auto const scaled = view_within_scales(*m_call.map, request);
        if (scaled.middle || asks_for_shapes(m_call.parameters())) {
            return {scaled.view, scaled.middle ? scaled.middle : shown.point};
        }
        auto same = shown;
        same.view.scale_denominator = scaled.view.scale_denominator;
        return same;
    }

    /// MINSCALEDENOM around the only point that was found, as MapServer computes it: from edge to
    /// edge of the image instead of between the centres of its pixels.
    [[nodiscard]] geometry::Box of_single_point(geometry::Point const& point,
                                                double denominator) const
    {
        double const cell = denominator / (m_view.resolution * m_view.inches_per_unit);
        double const half_x = cell * m_view.width / 2;
        double const half_y = cell * m_view.height / 2;
        return {point.x - half_x, point.y - half_y, point.x + half_x, point.y + half_y};
    }

    Call const& m_call;
    Click m_click;
    render::Viewport m_view;
    std::optional<render::Viewport> m_search_view{}; ///< if it is another one
    bool m_ignores_scale = false;
    bool m_fits; ///< the extent, also if no map is drawn
};

/// What `buffer` around a point is, as in MapServer: a box in nquery, a distance elsewhere.
enum class Buffer : std::uint8_t { Box, Distance };

/// The queried place: a shape, a box or a point, in this order; else the whole view.
render::PickRequest requested_at(QueryRequest const& request, Buffer buffer)
{
    auto const& click = request.click();
    render::PickRequest pick_request;
    if (click.shape) {
        pick_request.where = render::AtShapes{*click.shape};
    } else if (click.point && !click.has_own_box) {
        if (click.buffer && buffer == Buffer::Box) {
            pick_request.where = render::InBox{box_of_buffer(*click.point, *click.buffer)};
        } else {
            pick_request.where = render::AtPoint{.point = *click.point, .buffer = click.buffer};
        }
    } else {
        pick_request.where = render::InBox{click.box.value_or(request.view().extent)};
    }
    return pick_request;
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
        refuse("mapserv", "Parameter 'qstring' value fails to validate.");
    }
}

/// The condition that qstring and qitem put on a layer.
expr::Expression condition_from(Call const& call, mapfile::Layer const& layer)
{
    auto const* const text = call.parameters().last("qstring");
    if (text == nullptr) {
        refuse("mapserv", "No query expression defined (qstring).");
    }
    validate_qstring(*call.map, layer, *text);
    auto const* const item = call.parameters().last("qitem");
    try {
        return style::condition_of(expression_from(*text), item == nullptr ? "" : *item);
    } catch (Error const&) {
        refuse("mapserv", "The query expression (qstring, qitem) cannot be read.");
    }
}

/// The features that qstring selects in a layer.
render::Selection pick_by_item(Call const& call, QueryRequest const& request, std::size_t layer,
                               std::int64_t max_features)
{
    auto const& definition = call.map->layers[layer];
    auto const condition = condition_from(call, definition);
    auto const source = source::open_source(*call.map, definition, call.services);
    auto const& schema = source->schema();
    for (auto const& attribute : condition.attributes()) {
        if (!schema.find(attribute)) {
            refuse("mapserv",
                   "The query expression (qstring, qitem) names no attribute of the layer.");
        }
    }
    render::PickRequest pick_request;
    pick_request.where = render::ByFilter{request.unfitted_extent()};
    pick_request.max_features = max_features;
    return request.pick({{.layer = layer, .class_group = {}, .filter = condition}}, pick_request);
}

http::Response by_item(Call const& call, std::int64_t max_features)
{
    QueryRequest const request{call, zoom_of(call.parameters())};
    return request.answer(
        pick_by_item(call, request, request.required_layer("qlayer"), max_features));
}

/// A result needs queryable layers; a map without any is an error of the mapfile.
void check_queryable(mapfile::Layer const& layer, std::string_view routine, std::string_view text)
{
    if (!render::is_queryable(layer)) {
        throw ServiceException{"", std::string{routine} + "(): Query error. " + std::string{text}};
    }
}

/// The features of the other layers that touch those of one, added to them.
http::Response with_touching(QueryRequest request, std::size_t slayer, render::Selection selection)
{
    if (selection.layers.empty()) {
        return request.answer(std::move(selection));
    }
    render::AtShapes at{request.shapes_of(selection.layers.front())};
    auto layers = request.requested_layers();
    std::erase_if(layers, [&](LayerChoice const& choice) { return choice.layer == slayer; });
    auto touching = request.pick(layers, {.where = std::move(at)});
    if (!touching.searched.empty()) {
        request.fit_extent();
    }
    std::ranges::move(touching.layers, std::back_inserter(selection.layers));
    std::ranges::move(touching.searched, std::back_inserter(selection.searched));
    std::ranges::stable_sort(selection.layers, {}, &render::PickedLayer::layer);
    return request.answer(std::move(selection));
}

http::Response by_feature(Call const& call, QueryRequest request)
{
    request.search_in_own_pixels();
    auto const slayer = request.required_layer("slayer");
    check_queryable(call.map->layers[slayer], "msQueryByFeatures",
                    "Selection layer has not been queried.");
    auto selection = request.pick({{.layer = slayer, .class_group = {}, .filter = {}}},
                                  requested_at(request, Buffer::Distance));
    return with_touching(request, slayer, std::move(selection));
}

http::Response by_item_and_feature(Call const& call, std::int64_t max_features)
{
    QueryRequest const request{call, zoom_of(call.parameters())};
    auto const slayer = request.required_layer("slayer");
    check_queryable(call.map->layers[slayer], "msQueryByFeatures",
                    "Selection layer has not been queried.");
    return with_touching(request, slayer, pick_by_item(call, request, slayer, max_features));
}

} // namespace

http::Response query(Call const& call)
{
    QueryRequest const request{call};
    if (!request.click().point || request.click().has_own_box) { // a box replaces the point
        refuse("mapserv", "Query mode needs a point, imgxy and mapxy are not set.");
    }
    render::PickRequest pick_request;
    pick_request.where = render::AtPoint{
        .point = *request.click().point, .buffer = request.click().buffer, .only_nearest = true};
    pick_request.ends_with_first_hit = true;
    return request.answer(request.pick(request.requested_layers(), pick_request));
}

http::Response nquery(Call const& call)
{
    QueryRequest request{call};
    auto selection = request.pick(request.requested_layers(), requested_at(request, Buffer::Box));
    if (request.click().shape) {
        request.fit_extent();
    }
    return request.answer(std::move(selection));
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
    QueryRequest request{call};
    auto const& click = request.click();
    static_cast<void>(request.required_layer("slayer"));
    if (click.shape || click.has_own_box || !click.point) {
        refuse("mapserv", "No way to perform the initial search, not enough information.");
    }
    return by_feature(call, std::move(request));
}

http::Response featurenquery(Call const& call)
{
    return by_feature(call, QueryRequest{call});
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
    auto const request = QueryRequest::without_image(call);
    auto const layer = request.layer_named("qlayer");
    if (!layer) {
        throw ServiceException{"", "msQueryByIndex(): Query error. No query layer defined."};
    }
    check_queryable(call.map->layers[*layer], "msQueryByIndex",
                    "Requested layer has no templates defined.");
    auto const* const id = call.parameters().last("shapeindex");
    auto selection = id == nullptr
                         ? render::Selection{}
                         : request.pick({{.layer = *layer, .class_group = {}, .filter = {}}},
                                        {.where = render::ById{*id}});
    if (selection.layers.empty() && call.map->web.empty_url.empty()) {
        throw ServiceException{
            "", "msQueryByIndex(): Search returned no results. Not valid record request.",
            ErrorKind::NotFound};
    }
    return request.answer(std::move(selection));
}

} // namespace ms::ows::cgi
