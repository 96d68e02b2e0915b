// SPDX-License-Identifier: MIT
#include "ows/wms/get_feature_info.hpp"
#include "base/string.hpp"
#include "mapfile/visible_items.hpp"
#include "ows/common/message_page.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/name_list.hpp"
#include "ows/common/substitutions.hpp"
#include "ows/features/gml.hpp"
#include "ows/features/growing_answer.hpp"
#include "ows/template/query_page.hpp"
#include "ows/wms/cascade.hpp"
#include "ows/wms/catalogue.hpp"
#include "ows/wms/dimensions.hpp"
#include "ows/wms/drawing.hpp"
#include "ows/wms/first_mistake.hpp"
#include "ows/wms/layer_names.hpp"
#include "ows/wms/time_dimension.hpp"
#include "ows/wms/unknown_properties.hpp"
#include "ows/wms/wms_exception.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>

namespace ms::ows::wms {

namespace {

constexpr std::string_view gml_type = "application/vnd.ogc.gml";

/// The parameters of a GetFeatureInfo request besides those of the map.
struct Question {
    std::vector<std::size_t> layers; ///< in the order they are drawn in
    geometry::Point pixel;
    std::optional<int> feature_count;
    std::string format;
    std::string radius; ///< pixels, "bbox" or ""
};

/// OGC 06-042, 7.4.3.3 requires this of every name in QUERY_LAYERS; MapServer of all together.
void check_queryable(mapfile::Map const& map, std::vector<std::size_t> const& layers)
{
    if (std::ranges::none_of(
            layers, [&](std::size_t index) { return render::is_queryable(map.layers[index]); })) {
        throw WmsException{"LayerNotQueryable", in_feature_info,
                           "Requested layer(s) are not queryable."};
    }
}

/// As drawn; those that are not drawn follow in the order of the mapfile.
void sort_as_drawn(std::vector<std::size_t>& layers, std::vector<render::LayerChoice> const& drawn)
{
    std::unordered_map<std::size_t, std::size_t> places; // a map may have thousands of layers
    for (std::size_t place = 0; place < drawn.size(); ++place) {
        places.try_emplace(drawn[place].layer, place);
    }
    std::ranges::stable_sort(layers, {}, [&](std::size_t index) {
        auto const found = places.find(index);
        return found == places.end() ? drawn.size() : found->second;
    });
}

/// Each once, in mapfile order.
std::vector<std::size_t> queried_layers(Call const& call)
{
    auto const& parameters = call.parameters();
    auto const& map = *call.map;
    auto const* const list = parameters.last("QUERY_LAYERS");
    if (list == nullptr || list->empty()) {
        throw WmsException{"LayerNotDefined", in_feature_info,
                           "Required QUERY_LAYERS parameter missing for getFeatureInfo."};
    }
    std::vector<std::size_t> layers;
    for (auto const name : split_unique_names(*list, "QUERY_LAYERS")) {
        call.services.deadline.check();
        auto const found = find_layers(map, name, "GetFeatureInfo");
        if (found.empty()) {
            throw WmsException{"LayerNotDefined", in_feature_info,
                               "Layer(s) specified in QUERY_LAYERS parameter is not offered by "
                               "the service instance."};
        }
        if (is_compliance_mode(map)) {
            check_queryable(map, found);
        }
        layers.insert(layers.end(), found.begin(), found.end());
        sort_once(layers); // repeated names of a group do not multiply its layers
    }
    check_queryable(map, layers);
    return layers;
}

/// X or I, Y or J: of any version, the last that is given.
std::string const* pixel_parameter(http::Parameters const& parameters, std::string_view name,
                                   std::string_view new_name)
{
    auto const* const value = parameters.last(new_name);
    return value == nullptr ? parameters.last(name) : value;
}

/// OGC 06-042, 7.4.3.7: "If the value of I or J is invalid, the server shall issue a service
/// exception (code = InvalidPoint)". Older versions have no such code; there, as in MapServer, a
/// point outside the map finds nothing.
geometry::Point parse_pixel(http::Parameters const& parameters, GetMap const& request)
{
    auto const* const x = pixel_parameter(parameters, "X", "I");
    auto const* const y = pixel_parameter(parameters, "Y", "J");
    bool const is_new = request.version == Version::V130;
    if (x == nullptr || y == nullptr) {
        throw WmsException{is_new ? "MissingParameterValue" : "", in_feature_info,
                           is_new ? "Required I/J parameters missing for getFeatureInfo."
                                  : "Required X/Y parameters missing for getFeatureInfo."};
    }
    auto const column = parse_double(*x);
    auto const row = parse_double(*y);
    bool const is_in_image = column && row && *column >= 0 && *row >= 0 &&
                             *column < request.size.width && *row < request.size.height;
    if (!column || !row || (is_new && !is_in_image)) {
        throw WmsException{"InvalidPoint", in_feature_info,
                           is_new ? "Invalid I/J values" : "Invalid X/Y values"};
    }
    return {*column, *row};
}

Question parse_question(Call const& call, GetMap const& request, MapView const& shown)
{
    auto const& parameters = call.parameters();
    Question question;
    question.layers = queried_layers(call);
    sort_as_drawn(question.layers, shown.layers);
    question.pixel = parse_pixel(parameters, request);
    if (auto const count = parse_int(parameters.value("FEATURE_COUNT"))) {
        question.feature_count = std::max(*count, 1);
    }
    question.format = parameters.value("INFO_FORMAT");
    question.radius = parameters.value("RADIUS");
    return question;
}

bool is_plain(std::string_view format)
{
    return format.empty() || equals_ignoring_case(format, "MIME") ||
           equals_ignoring_case(format, "text/plain");
}

bool is_gml(std::string_view format)
{
    return starts_with_ignoring_case(format, "GML") || equals_ignoring_case(format, gml_type);
}

/// A type that is offered, or the name of an OUTPUTFORMAT that has one.
bool is_offered(mapfile::Map const& map, std::string_view format)
{
    auto const known = info_formats(map);
    auto const is_known = [&](std::string_view type) {
        return std::ranges::any_of(
            known, [&](std::string const& other) { return equals_ignoring_case(other, type); });
    };
    return is_known(format) ||
           std::ranges::any_of(map.output_formats, [&](mapfile::OutputFormat const& output) {
               return equals_ignoring_case(output.name, format) && is_known(output.mime_type);
           });
}

void check_format(mapfile::Map const& map, std::string_view format)
{
    if (!is_plain(format) && !is_gml(format) && !is_offered(map, format)) {
        throw WmsException{"InvalidFormat", in_feature_info,
                           "Unsupported INFO_FORMAT value (" + std::string{format.substr(0, 100)} +
                               ")."};
    }
}

/// The queried layers with the class groups and filters of the requested map. As in MapServer, the
/// dimensions of all its layers are checked, queried or not.
std::vector<render::LayerChoice> choices(Question const& question, GetMap const& request,
                                         MapView const& shown, render::Viewport const& view,
                                         Call const& call)
{
    auto const& map = *call.map;
    auto const& parameters = call.parameters();
    std::vector<std::string> warnings; // are those of the map
    auto const drawn =
        drawn_layers(request, parameters, map, shown.layers, warnings, call.services.budget);
    auto const missing = missing_dimension(map);
    std::vector<render::LayerChoice> result;
    std::vector<CatalogueValue> by_catalogue;
    auto const add = [&](CatalogueValue value) {
        value.place = result.size();
        by_catalogue.push_back(std::move(value));
    };
    for (auto const index : question.layers) {
        auto const found = std::ranges::find(drawn.layers, index, &render::LayerChoice::layer);
        render::LayerChoice choice{.layer = index, .class_group = {}, .filter = {}};
        if (found != drawn.layers.end()) {
            choice.class_group = found->class_group;
            choice.filter = found->filter;
            choice.requested_filter = found->requested_filter;
            auto const place = static_cast<std::size_t>(found - drawn.layers.begin());
            std::ranges::for_each(
                std::ranges::equal_range(drawn.by_catalogue, place, {}, &CatalogueValue::place),
                add);
        } else {
            auto const& layer = map.layers[index];
            auto* const budget = call.services.budget;
            auto const chosen = choose_dimensions(layer, parameters, missing, budget);
            choice.filter =
                expr::both(choose_time(layer, request.time, missing, budget).filter, chosen.filter);
            std::ranges::for_each(chosen.by_catalogue, add);
        }
        result.push_back(std::move(choice));
    }
    check_filters(call, result);
    choose_entries(call, view, EntryUse::Together, result, by_catalogue);
    return result;
}

/// The centre of the pixel.
geometry::Point point_of(Question const& question, render::Viewport const& view)
{
    double const to_centre = view.counts_from_edges ? 0.5 : 0;
    return {view.extent.min_x + (question.pixel.x + to_centre) * view.cell_size_x,
            view.extent.max_y - (question.pixel.y + to_centre) * view.cell_size_y};
}

/// What MapServer's templates call the parameters of the request: those of its CGI interface. I and
/// J have no such names, as in MapServer.
http::Parameters translated(http::Parameters const& parameters)
{
    http::Parameters names;
    for (auto const& [name, value] : parameters.entries()) {
        if (equals_ignoring_case(name, "X")) {
            names.append("img.x", value);
        } else if (equals_ignoring_case(name, "Y")) {
            names.append("img.y", value);
        } else if (equals_ignoring_case(name, "BBOX")) {
            auto box = value;
            std::ranges::replace(box, ',', ' ');
            names.append("imgext", std::move(box));
        }
        bool const is_queried = equals_ignoring_case(name, "QUERY_LAYERS");
        if (is_queried || equals_ignoring_case(name, "LAYERS")) {
            names.append(is_queried ? "qlayer" : "layer", value.substr(0, value.find(',')));
        }
    }
    return names;
}

/// The view that a page describes: from centre to centre of its pixels and, with QUERYMAP, that of
/// the query map with its size and square pixels, as in MapServer.
render::Viewport described_view(mapfile::Map const& map, render::Viewport view)
{
    if (view.counts_from_edges) {
        auto& extent = view.extent;
        extent = {extent.min_x + view.cell_size_x / 2, extent.min_y - view.cell_size_y / 2,
                  extent.max_x + view.cell_size_x / 2, extent.max_y - view.cell_size_y / 2};
    }
    auto const& query_map = map.query_map;
    if (query_map.status != mapfile::Status::On) {
        return view;
    }
    mapfile::Size const size{query_map.size.width > 0 ? query_map.size.width : view.width,
                             query_map.size.height > 0 ? query_map.size.height : view.height};
    return render::make_viewport(
        map, {.extent = view.extent, .size = size, .crs = view.crs, .resolution = view.resolution});
}

render::PickRequest requested_features(Question const& question, render::Viewport const& view)
{
    render::PickRequest pick;
    if (equals_ignoring_case(question.radius, "bbox")) {
        pick.where = render::InBox{view.extent}; // all features in the view, as in MapServer
        if (question.feature_count) {
            pick.max_features = *question.feature_count;
        }
        return pick;
    }
    pick.max_features = question.feature_count.value_or(1);
    render::AtPoint at{.point = point_of(question, view), .only_nearest = pick.max_features == 1};
    if (auto const radius = parse_double(question.radius); radius && *radius > 0) {
        at.buffer = *radius * std::max(view.cell_size_x, view.cell_size_y);
    }
    pick.where = at;
    return pick;
}

void append_plain(GrowingText& text, render::PickedLayer const& picked)
{
    auto const items = visible_items(picked.definition, picked.fields, mapfile::ItemRules::Wms);
    auto const out = std::back_inserter(text.unsent());
    fmt::format_to(out, "\nLayer '{}'\n", picked.definition.name);
    render::PickedReader reader{picked};
    while (auto const* const found = reader.next()) {
        for (std::size_t row = 0; row < found->size(); ++row) {
            fmt::format_to(out, "  Feature {}: \n", found->features.ids[row]);
            for (auto const& item : items) {
                fmt::format_to(out, "    {} = '{}'\n", item.name,
                               found->features.attributes[item.field][row]);
            }
        }
        text.pass_on();
    }
}

/// "GetFeatureInfo results:" and the rest, byte for byte as MapServer writes it.
http::Response plain_text(Call const& call, render::Selection const& selection)
{
    GrowingText text{call, http::text_response(200, "text/plain; charset=UTF-8", {})};
    text.append("GetFeatureInfo results:\n");
    std::vector<render::PickedLayer const*> layers; // in mapfile order, not in drawing order
    std::ranges::transform(selection.layers, std::back_inserter(layers),
                           [](render::PickedLayer const& picked) { return &picked; });
    std::ranges::stable_sort(layers, {}, &render::PickedLayer::layer);
    for (auto const* const picked : layers) {
        append_plain(text, *picked);
    }
    if (selection.layers.empty()) {
        text.append("\n  Search returned no results.\n");
    }
    return text.finish();
}

http::Response answer(Call const& call, Version version, Question const& question,
                      render::Viewport const& view, render::Selection const& selection)
{
    if (is_plain(question.format)) {
        return plain_text(call, selection);
    }
    if (is_gml(question.format)) {
        auto const type = version == Version::V100 ? "text/xml" : std::string{gml_type};
        return gml_document(call, view.crs, type + "; charset=UTF-8", selection);
    }
    // Only for pages: a client that requested text or GML expects an answer that says there is
    // nothing.
    if (selection.layers.empty() && !call.map->web.empty_url.empty()) {
        return redirect(call.map->web.empty_url);
    }
    auto const described = described_view(*call.map, view);
    return tmpl::query_page({.call = call,
                             .view = described,
                             .selection = selection,
                             .point = point_of(question, view),
                             .translated = translated(call.parameters())},
                            question.format);
}

} // namespace

std::vector<std::string> info_formats(mapfile::Map const& map)
{
    std::vector<std::string> types;
    auto const add = [&](std::string_view type) {
        if (!type.empty() && std::ranges::find(types, type) == types.end()) {
            types.emplace_back(type);
        }
    };
    auto const& metadata = map.web.metadata;
    if (auto const* const list = find_wms(metadata, "getfeatureinfo_formatlist")) {
        for (auto const& type : split_list(*list)) {
            add(type);
        }
    } else {
        add(wms_value(metadata, "feature_info_mime_type"));
    }
    if (types.empty()) {
        add("text/plain"); // MapServer's order
    }
    // As in MapServer, a list that has a type of GML in any spelling gets no other.
    for (auto const& [word, type] : {std::pair{"gml", gml_type}, {"text/plain", "text/plain"}}) {
        bool const is_there = std::ranges::any_of(types, [name = word](std::string const& other) {
            return find_ignoring_case(other, name) != std::string::npos;
        });
        if (!is_there) {
            add(type);
        }
    }
    for (auto const& layer : map.layers) {
        for (auto const& type :
             split_list(wms_value(layer.metadata, "getfeatureinfo_formatlist"))) {
            add(type);
        }
    }
    return types;
}

http::Response get_feature_info(Call const& call)
{
    auto const& map = *call.map;
    auto const in_order = [&call](auto const& read) {
        return with_first_mistake(call, MapUse::FeatureInfo, "GetFeatureInfo", read);
    };
    auto const request =
        in_order([&] { return parse_get_map(call.parameters(), map, MapUse::FeatureInfo); });
    auto const shown = in_order(
        [&] { return resolve_view(request, map, "GetFeatureInfo", call.services.budget); });
    auto const question = parse_question(call, request, shown);
    auto const view = render::make_viewport(map, shown.view);
    if (are_cascaded(map, question.layers)) {
        return cascaded_feature_info(
            call, view,
            {question.layers, question.pixel, question.feature_count.value_or(1), question.format});
    }
    check_format(map, question.format);
    auto const selection = render::pick(map, view, choices(question, request, shown, view, call),
                                        requested_features(question, view),
                                        substitutions(call.parameters()), call.services);
    return answer(call, request.version, question, view, selection);
}

} // namespace ms::ows::wms
