// SPDX-License-Identifier: MIT
#include "source/wms/server.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "source/remote/access.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ms::source::wms {

namespace {

using remote::fail;

constexpr std::string_view prefix = "wms_";

std::string value_of(mapfile::Layer const& layer, std::string_view key)
{
    return remote::value_of(layer, prefix, key);
}

std::string required(mapfile::Map const& map, mapfile::Layer const& layer, std::string_view key)
{
    auto value = value_of(layer, key);
    if (value.empty()) {
        fail(map, layer, fmt::format("CONNECTIONTYPE WMS needs METADATA wms_{}", key));
    }
    return value;
}

bool says_yes(std::string_view text)
{
    return std::ranges::any_of(
        std::array<std::string_view, 4>{"1", "true", "yes", "on"},
        [&](std::string_view word) { return equals_ignoring_case(text, word); });
}

Version version_of(mapfile::Map const& map, mapfile::Layer const& layer)
{
    constexpr std::array<std::pair<std::string_view, Version>, 5> versions{
        {{"1.0.0", Version::V100},
         {"1.0.7", Version::V110},
         {"1.1.0", Version::V110},
         {"1.1.1", Version::V111},
         {"1.3.0", Version::V130}}};
    auto const text = required(map, layer, "server_version");
    auto const* const found = std::ranges::find(versions, std::string_view{text},
                                                [](auto const& each) { return each.first; });
    if (found == versions.end()) {
        fail(map, layer,
             "wms_server_version \"" + text + "\" is none of 1.0.0, 1.1.0, 1.1.1, 1.3.0");
    }
    return found->second;
}

std::string_view text_of(Version version)
{
    constexpr std::array<std::string_view, 4> texts{"1.0.0", "1.1.0", "1.1.1", "1.3.0"};
    return texts[static_cast<std::size_t>(version)];
}

/// Whether an image of this type can be read here.
bool is_readable(std::string_view format)
{
    return std::ranges::any_of(
        std::array<std::string_view, 5>{"png", "jpeg", "jpg", "gif", "vnd.jpeg-png"},
        [&](std::string_view word) {
            return find_ignoring_case(format, word, 0) != std::string_view::npos;
        });
}

std::string format_of(mapfile::Map const& map, mapfile::Layer const& layer)
{
    if (auto format = value_of(layer, "format"); !format.empty()) {
        return format;
    }
    auto const list = replace_all(value_of(layer, "formatlist"), ",", " ");
    auto const formats = split_words(list);
    auto const found = std::ranges::find_if(formats, is_readable);
    if (found == formats.end()) {
        fail(map, layer,
             "CONNECTIONTYPE WMS needs METADATA wms_format, or a wms_formatlist with PNG, JPEG or "
             "GIF");
    }
    return std::string{*found};
}

std::vector<OfferedCrs> systems_of(mapfile::Map const& map, mapfile::Layer const& layer)
{
    std::vector<OfferedCrs> systems;
    auto const list = replace_all(value_of(layer, "srs"), ",", " ");
    for (auto const name : split_words(list)) {
        try {
            systems.push_back({std::string{name}, crs::parse_request(name, {map.proj_data()})});
        } catch (Error const&) {
            continue; // the server's list may be longer than PROJ's
        }
    }
    auto const& projection = mapfile::projection_of(map, layer);
    if (systems.empty() && projection.is_set()) {
        auto crs = crs::parse(projection.arguments, {map.proj_data()});
        auto name = crs.authority_code();
        if (!name.empty()) {
            systems.push_back({std::move(name), std::move(crs)});
        }
    }
    if (systems.empty()) {
        fail(map, layer,
             "CONNECTIONTYPE WMS needs METADATA wms_srs, or a PROJECTION with an EPSG code");
    }
    return systems;
}

std::optional<geometry::Box> parsed_box(mapfile::Map const& map, mapfile::Layer const& layer,
                                        std::string_view key)
{
    auto const text = replace_all(value_of(layer, key), ",", " ");
    if (text.empty()) {
        return std::nullopt;
    }
    std::array<double, 4> n{};
    auto const words = split_words(text);
    bool is_box = words.size() == n.size();
    for (std::size_t i = 0; is_box && i < n.size(); ++i) {
        auto const number = parse_double(words[i]);
        is_box = number.has_value();
        n[i] = number.value_or(0);
    }
    if (!is_box || n[0] >= n[2] || n[1] >= n[3]) {
        fail(map, layer, fmt::format("wms_{} is not \"minx miny maxx maxy\"", key));
    }
    return geometry::Box{n[0], n[1], n[2], n[3]};
}

/// The extent of the server's data: no requests are sent for places outside it.
void find_box(mapfile::Map const& map, mapfile::Layer const& layer, Server& server)
{
    auto const& projection = mapfile::projection_of(map, layer);
    server.box_crs = crs::parse(projection.arguments, {map.proj_data()});
    server.box = parsed_box(map, layer, "extent");
    if (!server.box && layer.extent.is_set()) {
        auto const& e = layer.extent;
        server.box = geometry::Box{e.min_x, e.min_y, e.max_x, e.max_y};
    }
    if (!server.box) {
        server.box = parsed_box(map, layer, "latlonboundingbox");
        server.box_crs = crs::parse("CRS:84");
    }
}

void add(remote::Parameters& parameters, char const* name, std::string value)
{
    if (!value.empty()) {
        parameters.emplace_back(name, std::move(value));
    }
}

/// wms_dimension_<name>, "elevation" being ELEVATION and others DIM_<NAME>.
void add_dimensions(mapfile::Layer const& layer, remote::Parameters& parameters)
{
    constexpr std::string_view start = "wms_dimension_";
    for (auto const& [key, value] : layer.metadata.entries) {
        if (!starts_with_ignoring_case(key, start) || value.empty()) {
            continue;
        }
        auto const name = to_upper(std::string_view{key}.substr(start.size()));
        parameters.emplace_back(
            name == "ELEVATION" || name.starts_with("DIM_") ? name : "DIM_" + name, value);
    }
}

remote::Parameters more_of(mapfile::Map const& map, mapfile::Layer const& layer,
                           std::string const& style)
{
    remote::Parameters more;
    auto const of_style = style.empty() ? std::string{} : "style_" + style + "_";
    auto sld = of_style.empty() ? std::string{} : value_of(layer, of_style + "sld");
    add(more, "SLD", sld.empty() ? value_of(layer, "sld_url") : sld);
    auto body = of_style.empty() ? std::string{} : value_of(layer, of_style + "sld_body");
    body = body.empty() ? value_of(layer, "sld_body") : body;
    if (equals_ignoring_case(body, "AUTO")) {
        fail(map, layer, "wms_sld_body \"AUTO\" is not supported");
    }
    add(more, "SLD_BODY", std::move(body));
    add(more, "TIME", value_of(layer, "time"));
    add_dimensions(layer, more);
    add(more, "BGCOLOR", value_of(layer, "bgcolor"));
    auto transparent = value_of(layer, "transparent");
    more.emplace_back("TRANSPARENT", transparent.empty() ? "TRUE" : to_upper(transparent));
    return more;
}

/// MapServer requests an error as an image if the layer may fail, and as XML if it must not. We
/// need to detect errors in both cases: an error drawn as a map would be cached as a map.
std::string exceptions_of(mapfile::Layer const& layer, Version version)
{
    auto format = value_of(layer, "exceptions_format");
    if (!format.empty()) {
        return format;
    }
    switch (version) {
    case Version::V100:
        return "WMS_XML";
    case Version::V130:
        return "XML";
    default:
        return "application/vnd.ogc.se_xml";
    }
}

std::string box_text(Server const& server, PickRequest const& requested)
{
    auto const& b = requested.box;
    bool const is_north_first =
        server.version == Version::V130 && requested.system.crs.is_axis_inverted();
    return is_north_first
               ? fmt::format("{:.15g},{:.15g},{:.15g},{:.15g}", b.min_y, b.min_x, b.max_y, b.max_x)
               : fmt::format("{:.15g},{:.15g},{:.15g},{:.15g}", b.min_x, b.min_y, b.max_x, b.max_y);
}

void add_service(Server const& server, std::string const& request, remote::Parameters& parameters)
{
    parameters.emplace_back("SERVICE", "WMS");
    bool const is_oldest = server.version == Version::V100;
    parameters.emplace_back(is_oldest ? "WMTVER" : "VERSION", text_of(server.version));
    parameters.emplace_back("REQUEST", request);
}

} // namespace

Server server_of(mapfile::Map const& map, mapfile::Layer const& layer)
{
    Server server;
    server.url = layer.connection.empty() ? value_of(layer, "onlineresource") : layer.connection;
    if (server.url.empty()) {
        fail(map, layer, "CONNECTIONTYPE WMS needs a CONNECTION with the address of the server");
    }
    server.version = version_of(map, layer);
    server.names = required(map, layer, "name");
    server.style = value_of(layer, "style");
    server.format = format_of(map, layer);
    server.systems = systems_of(map, layer);
    server.more = more_of(map, layer, server.style);
    server.exceptions = exceptions_of(layer, server.version);
    server.is_essential = says_yes(value_of(layer, "essential"));
    server.is_separate = says_yes(value_of(layer, "force_separate_request"));
    find_box(map, layer, server);
    return server;
}

remote::Parameters map_parameters(Server const& server, PickRequest const& requested)
{
    remote::Parameters parameters{
        {"LAYERS", server.names},
        {"STYLES", server.style},
        {server.version == Version::V130 ? "CRS" : "SRS", requested.system.name},
        {"BBOX", box_text(server, requested)},
        {"WIDTH", std::to_string(requested.width)},
        {"HEIGHT", std::to_string(requested.height)},
        {"FORMAT", server.format},
    };
    parameters.insert(parameters.end(), server.more.begin(), server.more.end());
    return parameters;
}

std::string get_map_url(Server const& server, PickRequest const& requested)
{
    remote::Parameters parameters;
    add_service(server, server.version == Version::V100 ? "map" : "GetMap", parameters);
    std::ranges::move(map_parameters(server, requested), std::back_inserter(parameters));
    parameters.emplace_back("EXCEPTIONS", server.exceptions);
    return remote::with_parameters(server.url, parameters);
}

bool is_same_server(Server const& a, Server const& b)
{
    auto const names = [](Server const& server) {
        std::vector<std::string_view> list;
        for (auto const& system : server.systems) {
            list.push_back(system.name);
        }
        return list;
    };
    auto const has_sld = [](Server const& server) {
        return std::ranges::any_of(server.more,
                                   [](auto const& each) { return each.first == "SLD"; });
    };
    auto const as_pairs = [](geometry::Box const& box) {
        return std::array{box.min_x, box.min_y, box.max_x, box.max_y};
    };
    bool const is_same_box =
        a.box.has_value() == b.box.has_value() && (!a.box || as_pairs(*a.box) == as_pairs(*b.box));
    return !a.is_separate && !b.is_separate && !has_sld(a) && !has_sld(b) && a.url == b.url &&
           a.version == b.version && a.format == b.format && names(a) == names(b) &&
           a.more == b.more && a.exceptions == b.exceptions && a.is_essential == b.is_essential &&
           is_same_box;
}

std::string get_feature_info_url(Server const& server, PickRequest const& requested,
                                 Point const& point)
{
    remote::Parameters parameters;
    add_service(server, server.version == Version::V100 ? "feature_info" : "GetFeatureInfo",
                parameters);
    std::ranges::move(map_parameters(server, requested), std::back_inserter(parameters));
    parameters.emplace_back("QUERY_LAYERS", server.names);
    parameters.emplace_back("INFO_FORMAT", point.format);
    parameters.emplace_back("FEATURE_COUNT", std::to_string(point.count));
    bool const is_130 = server.version == Version::V130;
    parameters.emplace_back(is_130 ? "I" : "X", std::to_string(point.x));
    parameters.emplace_back(is_130 ? "J" : "Y", std::to_string(point.y));
    parameters.emplace_back("EXCEPTIONS", is_130 ? "XML" : "application/vnd.ogc.se_xml");
    return remote::with_parameters(server.url, parameters);
}

std::string get_legend_graphic_url(Server const& server, std::string const& format, double scale)
{
    remote::Parameters parameters;
    add_service(server, "GetLegendGraphic", parameters);
    parameters.emplace_back("LAYER", server.names);
    parameters.emplace_back("STYLE", server.style);
    parameters.emplace_back("FORMAT", format);
    if (server.version == Version::V130) {
        parameters.emplace_back("SLD_VERSION", "1.1.0");
    }
    for (auto const& [name, value] : server.more) {
        if (name == "SLD" || name == "SLD_BODY") {
            parameters.emplace_back(name, value);
        }
    }
    if (scale > 0) {
        parameters.emplace_back("SCALE", fmt::format("{:g}", scale));
    }
    return remote::with_parameters(server.url, parameters);
}

} // namespace ms::source::wms
