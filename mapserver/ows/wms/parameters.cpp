// SPDX-License-Identifier: MIT
#include "ows/wms/parameters.hpp"

#include "base/string.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/name_list.hpp"
#include "ows/wms/color.hpp"
#include "ows/wms/filter_parameter.hpp"
#include "ows/wms/wms_exception.hpp"

#include <algorithm>
#include <cmath>

namespace ms::ows::wms {

namespace {

std::string const& required(http::Parameters const& parameters, std::string_view name)
{
    if (auto const* const value = parameters.last(name)) {
        return *value;
    }
    throw WmsException{"MissingParameterValue", in_map_parameters,
                       "Missing required parameter " + std::string{name}};
}

[[noreturn]] void refuse(std::string_view name, std::string_view value, std::string_view why)
{
    throw ServiceException{"InvalidParameterValue",
                           "Invalid value \"" + std::string{value.substr(0, 100)} + "\" for " +
                               std::string{name} + ": " + std::string{why}};
}

mapfile::Size parse_size(http::Parameters const& parameters, int limit)
{
    auto const& width = required(parameters, "WIDTH");
    auto const& height = required(parameters, "HEIGHT");
    return {parse_length(width, limit), parse_length(height, limit)};
}

std::optional<bool> parse_flag(http::Parameters const& parameters, std::string_view name)
{
    auto const value = parameters.value(name);
    if (equals_ignoring_case(value, "TRUE")) {
        return true;
    }
    if (equals_ignoring_case(value, "FALSE")) {
        return false;
    }
    return std::nullopt; // MapServer ignores anything else
}

std::optional<image::Color> parse_background(http::Parameters const& parameters)
{
    auto const* const text = parameters.last("BGCOLOR");
    if (text == nullptr || text->empty()) {
        return std::nullopt;
    }
    if (auto const color = parse_color(*text)) {
        return color;
    }
    refuse("BGCOLOR", *text, "it must look like 0xRRGGBB.");
}

/// "dpi:96" or "antialias:on;dpi:96", as GeoServer's clients send it.
std::string_view dpi_option(std::string_view options)
{
    for (auto const option : split(options, ';')) {
        if (starts_with_ignoring_case(trim(option), "dpi:")) {
            return trim(trim(option).substr(4));
        }
    }
    return {};
}

/// MapServer's own spellings, then those of QGIS and GeoServer.
std::optional<double> parse_resolution(http::Parameters const& parameters)
{
    for (auto const name : {"MAP_RESOLUTION", "MAP.RESOLUTION", "DPI", "FORMAT_OPTIONS"}) {
        auto text = parameters.value(name);
        if (name == std::string_view{"FORMAT_OPTIONS"}) {
            text = dpi_option(text);
        }
        if (text.empty()) {
            continue;
        }
        auto const value = parse_double(text);
        if (!value || *value < 10 || *value > 1000) {
            refuse(name, text, "it must be between 10 and 1000 pixels per inch.");
        }
        return value;
    }
    return std::nullopt;
}

/// A parameter of MapServer, which takes for 0 what is not a number.
std::optional<double> parse_angle(http::Parameters const& parameters)
{
    auto const text = parameters.value("ANGLE");
    if (text.empty()) {
        return std::nullopt;
    }
    auto const value = parse_double(text);
    if (!value || !std::isfinite(*value)) {
        refuse("ANGLE", text, "it must be a number of degrees.");
    }
    return value;
}

/// OGC 06-042, 6.8.1: "Parameter values shall be case sensitive"; maps without strict conformance
/// accept any case, and ignore other values.
std::optional<bool> parse_transparent(http::Parameters const& parameters, mapfile::Map const& map)
{
    auto const* const text = parameters.last("TRANSPARENT");
    if (text != nullptr && is_compliance_mode(map) && *text != "TRUE" && *text != "FALSE") {
        throw WmsException{"", in_map_parameters,
                           "Value for TRANSPARENT must be either TRUE or FALSE."};
    }
    return parse_flag(parameters, "TRANSPARENT");
}

} // namespace

// LayerLimit exists in 1.3.0 (OGC 06-042, 7.2.4.3) and applies only there, as in MapServer.
std::vector<std::string> parse_layers(http::Parameters const& parameters, mapfile::Map const& map,
                                      Version version)
{
    auto const& list = required(parameters, "LAYERS");
    auto const count = static_cast<std::size_t>(std::ranges::count(list, ',')) + 1;
    auto const* const limit = find_wms(map.web.metadata, "layerlimit");
    auto const allowed =
        limit == nullptr || version != Version::V130 ? 0 : parse_int(*limit).value_or(0);
    if (count > longest_name_list || (allowed > 0 && count > static_cast<std::size_t>(allowed))) {
        throw WmsException{"", in_map_parameters, "Number of layers requested exceeds LayerLimit."};
    }
    std::vector<std::string> layers;
    for (auto const name : split(list, ',')) {
        layers.emplace_back(name);
    }
    return layers;
}

std::vector<std::string> parse_styles(http::Parameters const& parameters, mapfile::Map const& map,
                                      std::size_t layer_count)
{
    auto const* const text = parameters.last("STYLES");
    if (text == nullptr && !is_wms_set(map.web.metadata, "allow_getmap_without_styles")) {
        throw WmsException{"MissingParameterValue", in_map_parameters,
                           "Missing required parameter STYLES. Note to service administrators: "
                           "defining the \"wms_allow_getmap_without_styles\" \"true\" "
                           "MAP.WEB.METADATA item will disable this check (backward compatibility "
                           "with behavior of MapServer < 8.0)"};
    }
    std::vector<std::string> styles;
    for (auto const name : split_names(text == nullptr ? std::string_view{} : *text, "STYLES")) {
        bool const is_default = equals_ignoring_case(name, "default");
        styles.emplace_back(is_default ? std::string_view{} : name);
    }
    bool const all_default =
        std::ranges::all_of(styles, [](std::string const& style) { return style.empty(); });
    if (styles.size() != layer_count && !all_default) {
        throw WmsException{"StyleNotDefined", in_map_parameters,
                           "Invalid style (" + text->substr(0, 1000) +
                               "). Mapserver is expecting an empty string for the STYLES : "
                               "STYLES= or STYLES=,,, or using keyword default  "
                               "STYLES=default,default, ..."};
    }
    styles.resize(layer_count);
    return styles;
}

std::array<double, 4> parse_bbox(std::string const& text)
{
    auto const parts = split(text, ',');
    if (parts.size() != 4) {
        throw WmsException{"", in_map_parameters, "Wrong number of arguments for BBOX."};
    }
    std::array<double, 4> box{};
    for (std::size_t i = 0; i < box.size(); ++i) {
        auto const value = parse_double(parts[i]);
        if (!value) {
            throw WmsException{"", in_map_parameters, "Invalid values for BBOX."};
        }
        box[i] = *value;
    }
    if (box[0] >= box[2] || box[1] >= box[3]) {
        throw WmsException{"", in_map_parameters, "Invalid values for BBOX."};
    }
    return box;
}

int parse_length(std::string_view text, int limit)
{
    auto const length = parse_int(text).value_or(0);
    if (length < 1 || length > limit) {
        throw WmsException{"", in_map_parameters,
                           "Image size out of range, WIDTH and HEIGHT must be between 1 and " +
                               std::to_string(limit) + " pixels."};
    }
    return length;
}

void check_exception_format(http::Parameters const& parameters, Version version)
{
    auto const text = parameters.value("EXCEPTIONS");
    bool const is_known = text.empty() || equals_ignoring_case(text, "XML") ||
                          equals_ignoring_case(text, "INIMAGE") ||
                          equals_ignoring_case(text, "BLANK");
    if (version == Version::V130 && !is_known) {
        throw WmsException{"InvalidFormat", in_map_parameters,
                           "Invalid format " + std::string{text.substr(0, 100)} +
                               " for the EXCEPTIONS parameter."};
    }
}

GetMap parse_get_map(http::Parameters const& parameters, mapfile::Map const& map, MapUse use)
{
    GetMap request;
    request.version = required_version(parameters);
    check_exception_format(parameters, request.version);
    request.layers = parse_layers(parameters, map, request.version);
    // Missing parameters are reported in MapServer's order.
    request.system = required(parameters, request.version == Version::V130 ? "CRS" : "SRS");
    request.bbox = parse_bbox(required(parameters, "BBOX"));
    request.format = use == MapUse::Image ? required(parameters, "FORMAT")
                                          : std::string{parameters.value("FORMAT")};
    request.size = parse_size(parameters, map.max_size);
    request.styles = parse_styles(parameters, map, request.layers.size());
    request.is_transparent = parse_transparent(parameters, map);
    request.background = parse_background(parameters);
    request.bbox_is_pixel_centres = parse_flag(parameters, "BBOX_PIXEL_IS_POINT").value_or(false);
    request.resolution = parse_resolution(parameters);
    request.angle = parse_angle(parameters);
    if (auto const* const time = parameters.last("TIME")) {
        request.time = *time;
    }
    request.filters = parse_filters(parameters.value("FILTER"), request.layers.size());
    request.is_tiled = parse_flag(parameters, "TILED").value_or(false);
    return request;
}

} // namespace ms::ows::wms
