// SPDX-License-Identifier: MIT
#include "ows/wms/get_legend_graphic.hpp"

#include "base/string.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/service_exception.hpp"
#include "ows/common/substitutions.hpp"
#include "ows/images/image_response.hpp"
#include "ows/wms/cascade.hpp"
#include "ows/wms/catalogue.hpp"
#include "ows/wms/class_groups.hpp"
#include "ows/wms/drawing.hpp"
#include "ows/wms/formats.hpp"
#include "ows/wms/layer_names.hpp"
#include "ows/wms/wms_exception.hpp"
#include "render/core/output.hpp"
#include "render/query/class_hits.hpp"
#include "render/surround/legend.hpp"
#include "source/wms/server.hpp"

#include <algorithm>

namespace ms::ows::wms {

namespace {

using render::LayerChoice;

constexpr std::string_view operation = "GetLegendGraphic";

/// The parameters of a GetLegendGraphic request; names are not resolved yet.
struct LegendRequest {
    std::string layer;
    std::string style; ///< "" is the default style
    std::string format;
    std::string_view rule;
    std::optional<double> scale_denominator;
    std::optional<mapfile::Size> size;
};

constexpr std::string_view in_legend = "msWMSGetLegendGraphic()";

std::string const& mandatory(http::Parameters const& parameters, std::string_view name,
                             char const* code)
{
    if (auto const* const value = parameters.last(name)) {
        return *value;
    }
    throw WmsException{code, in_legend,
                       "Mandatory " + std::string{name} +
                           " parameter missing in GetLegendGraphic request."};
}

/// OGC 05-078r4 (SLD profile of WMS), 6.2: GetLegendGraphic of WMS 1.3.0 carries SLD_VERSION=1.1.0.
void check_sld_version(http::Parameters const& parameters)
{
    auto const* const version = parameters.last("SLD_VERSION");
    if (version == nullptr) {
        throw WmsException{"MissingParameterValue", "GetLegendGraphic()",
                           "Missing required parameter SLD_VERSION"};
    }
    if (!equals_ignoring_case(*version, "1.1.0")) {
        throw WmsException{"InvalidParameterValue", "GetLegendGraphic()",
                           "SLD_VERSION must be 1.1.0"};
    }
}

/// WIDTH and HEIGHT of the icon. MapServer ignores an invalid size and takes KEYSIZE for a side
/// that is not given.
std::optional<mapfile::Size> icon_size(http::Parameters const& parameters, mapfile::Size key_size)
{
    constexpr int smallest = 5;
    constexpr int largest = 1000;
    auto const side = [&](std::string_view name) -> std::optional<int> {
        auto const value = parse_int(parameters.value(name));
        return value && *value >= smallest && *value <= largest ? value : std::nullopt;
    };
    auto const width = side("WIDTH");
    auto const height = side("HEIGHT");
    if (!width && !height) {
        return std::nullopt;
    }
    return mapfile::Size{width.value_or(key_size.width), height.value_or(key_size.height)};
}

std::optional<double> scale_of(http::Parameters const& parameters)
{
    auto const* const text = parameters.last("SCALE");
    if (text == nullptr || text->empty()) {
        return std::nullopt;
    }
    auto const scale = parse_double(*text);
    if (!scale || *scale <= 0) {
        throw ServiceException{"InvalidParameterValue",
                               "Invalid value \"" + text->substr(0, 100) + "\" for SCALE."};
    }
    return scale;
}

LegendRequest parse(http::Parameters const& parameters, mapfile::Size key_size)
{
    auto const version = required_version(parameters);
    LegendRequest requested;
    requested.layer = mandatory(parameters, "LAYER", "LayerNotDefined");
    requested.format = mandatory(parameters, "FORMAT", "InvalidFormat");
    if (version == Version::V130) {
        check_sld_version(parameters);
    }
    auto const style = parameters.value("STYLE");
    requested.style = equals_ignoring_case(style, "default") ? std::string_view{} : style;
    requested.rule = parameters.value("RULE");
    requested.scale_denominator = scale_of(parameters);
    requested.size = icon_size(parameters, key_size);
    return requested;
}

/// The name of the default style of layers without class groups, which the mapfile may give.
bool is_default_style(mapfile::Map const& map, mapfile::Layer const& layer, std::string_view style)
{
    return wms_value(layer.metadata, "style_name") == style ||
           wms_value(map.web.metadata, "style_name") == style;
}

/// The layers of the name with the class groups of the style. A name of several layers shows each
/// in its default style and accepts any STYLE, as in MapServer.
std::vector<LayerChoice> choose(mapfile::Map const& map, LegendRequest const& requested)
{
    auto const layers = find_layers(map, requested.layer, operation);
    if (layers.empty()) {
        throw WmsException{"LayerNotDefined", in_legend,
                           "Invalid layer given in the LAYER parameter. A layer might be "
                           "disabled for this request. Check wms/ows_enable_request settings."};
    }
    std::vector<LayerChoice> choices;
    bool const is_group = layers.size() > 1;
    bool is_defined = requested.style.empty() || is_group;
    for (auto const index : layers) {
        auto const& layer = map.layers[index];
        auto group = is_group ? std::string{} : class_group_of(layer, requested.style);
        is_defined |= !group.empty() || is_default_style(map, layer, requested.style);
        choices.push_back({.layer = index, .class_group = std::move(group), .filter = {}});
    }
    if (!is_defined) {
        throw WmsException{"StyleNotDefined", in_legend,
                           "style used in the STYLE parameter is not defined on the layer."};
    }
    return choices;
}

/// A class by its name, of those that the style or else CLASSGROUP shows.
/// \throws ServiceException InvalidRule
mapfile::Class const& find_rule(mapfile::Layer const& layer, LayerChoice const& choice,
                                std::string_view rule)
{
    auto const& group = choice.class_group.empty() ? layer.class_group : choice.class_group;
    auto const found = std::ranges::find_if(layer.classes, [&](mapfile::Class const& other) {
        return equals_ignoring_case(other.name, rule) &&
               (group.empty() || equals_ignoring_case(other.group, group));
    });
    if (found == layer.classes.end()) {
        throw ServiceException{"InvalidRule", std::string{in_legend} +
                                                  ": Image handling error. Unavailable RULE (" +
                                                  std::string{rule.substr(0, 100)} + ")."};
    }
    return *found;
}

/// The view of a content-dependent legend, with the layers that TIME and the other dimensions
/// filter.
struct Content {
    render::ViewportRequest view;
    std::vector<LayerChoice> drawn;
};

/// Parameters are as of GetMap. SRCWIDTH and SRCHEIGHT go before WIDTH and HEIGHT, which may be
/// those of the legend (GeoServer's way). As in MapServer, FILTER does not count.
Content content_of(Call const& call, LegendRequest const& requested)
{
    auto const& map = *call.map;
    auto parameters = call.parameters();
    parameters.append("LAYERS", requested.layer);
    parameters.append("STYLES", requested.style);
    for (auto const& [own, source] : {std::pair{"WIDTH", "SRCWIDTH"}, {"HEIGHT", "SRCHEIGHT"}}) {
        if (auto const value = parameters.value(source); !value.empty()) {
            parameters.append(own, std::string{value});
        }
    }
    auto request = parse_get_map(parameters, map);
    request.filters.clear();
    auto shown = resolve_view(request, map, operation, call.services.budget);
    std::vector<std::string> warnings; // are those of the map
    auto drawn = drawn_layers(request, parameters, map, std::move(shown.layers), warnings,
                              call.services.budget);
    choose_entries(call, render::make_viewport(map, shown.view), EntryUse::Together, drawn.layers,
                   drawn.by_catalogue);
    return {std::move(shown.view), std::move(drawn.layers)};
}

/// The layers of a legend with the filters of the map.
std::vector<LayerChoice> with_filters(std::vector<LayerChoice> choices,
                                      std::vector<LayerChoice> const& drawn)
{
    for (auto& choice : choices) {
        auto const found = std::ranges::find(drawn, choice.layer, &LayerChoice::layer);
        if (found != drawn.end()) {
            choice.filter = found->filter;
        }
    }
    return choices;
}

/// keysize "width height", as the CGI modes have it.
std::optional<mapfile::Size> key_size(http::Parameters const& parameters)
{
    auto const words = split_words(parameters.value("keysize"));
    if (words.size() != 2) {
        return std::nullopt;
    }
    http::Parameters const sides{{"WIDTH", std::string{words[0]}},
                                 {"HEIGHT", std::string{words[1]}}};
    auto const size = icon_size(sides, {});
    return size && size->width > 0 && size->height > 0 ? size : std::nullopt;
}

double resolution_of(Call const& call)
{
    for (auto const* const name : {"MAP_RESOLUTION", "MAP.RESOLUTION"}) {
        auto const value = parse_double(call.parameters().value(name));
        if (value && *value >= 10 && *value <= 1000) {
            return *value;
        }
    }
    return call.map->resolution;
}

} // namespace

http::Response get_legend_graphic(Call const& call)
{
    auto const& map = *call.map;
    auto const& parameters = call.parameters();
    auto const requested = parse(parameters, map.legend.key_size);
    auto choices = choose(map, requested);
    auto format = find_legend_format(map, requested.format);
    auto const setting = render::setting_of(format, map.legend.transparent);
    render::LegendRequest request;
    request.resolution = resolution_of(call);
    request.key_size = key_size(parameters);
    request.scale_denominator = requested.scale_denominator.value_or(0);
    request.substitutions = substitutions(parameters);

    if (choices.size() == 1 && source::wms::is_cascaded(map.layers[choices.front().layer]) &&
        map.layers[choices.front().layer].classes.empty()) {
        if (!setting.document.empty()) {
            throw ServiceException{"InvalidFormat", "The legends of layers of other servers are "
                                                    "images of pixels: FORMAT cannot be " +
                                                        format.mime_type + "."};
        }
        auto const legend =
            cascaded_legend(call, map.layers[choices.front().layer], request.scale_denominator);
        return image_response(call, legend, format, request.resolution);
    }
    // A rule names a class of one layer; of a group MapServer shows everything.
    if (!requested.rule.empty() && choices.size() == 1) {
        auto const& layer = map.layers[choices.front().layer];
        auto const& shown = find_rule(layer, choices.front(), requested.rule);
        request.key_size = requested.size ? requested.size : request.key_size;
        return image_response(
            call, render::icon_image(map, layer, shown, request, setting, call.services), format,
            request.resolution);
    }
    std::optional<render::ClassHits> hits;
    if (parameters.last("BBOX") != nullptr) {
        auto const content = content_of(call, requested);
        auto const view = render::make_viewport(map, content.view);
        hits = render::find_class_hits(map, view, with_filters(choices, content.drawn),
                                       request.substitutions, call.services);
        request.hits = &*hits;
        request.scale_denominator = view.scale_denominator; // as in MapServer, whatever SCALE says
    }
    request.layers = std::move(choices);
    return image_response(call, render::legend_image(map, request, setting, call.services), format,
                          request.resolution);
}

mapfile::Size legend_size(Call const& call, std::vector<std::size_t> const& layers,
                          std::string_view class_group)
{
    auto const& map = *call.map;
    std::vector<LayerChoice> choices;
    for (auto const index : layers) {
        auto group =
            layers.size() == 1 ? class_group_of(map.layers[index], class_group) : std::string{};
        choices.push_back({.layer = index, .class_group = std::move(group), .filter = {}});
    }
    render::LegendRequest request;
    request.layers = std::move(choices);
    request.resolution = map.resolution;
    return render::legend_size(map, request, call.services);
}

} // namespace ms::ows::wms
