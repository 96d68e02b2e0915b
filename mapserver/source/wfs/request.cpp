// SPDX-License-Identifier: MIT
#include "source/wfs/request.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "source/remote/access.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace ms::source::wfs {

namespace {

using remote::fail;

constexpr std::string_view prefix = "wfs_";

std::string value_of(mapfile::Layer const& layer, std::string_view key)
{
    return remote::value_of(layer, prefix, key);
}

Version version_of(mapfile::Map const& map, mapfile::Layer const& layer)
{
    auto const text = value_of(layer, "version");
    if (text.empty() || text == "1.0.0") {
        return Version::V100; // MapServer's default
    }
    if (text == "1.1.0") {
        return Version::V110;
    }
    if (text == "2.0.0" || text == "2.0.2") {
        return Version::V200;
    }
    fail(map, layer, "wfs_version \"" + text + "\" is none of 1.0.0, 1.1.0, 2.0.0");
}

void find_crs(mapfile::Map const& map, mapfile::Layer const& layer, Server& server)
{
    auto const& projection = mapfile::projection_of(map, layer);
    server.crs = crs::parse(projection.arguments, {map.proj_data()});
    auto const list = replace_all(value_of(layer, "srs"), ",", " ");
    auto const words = split_words(list);
    server.crs_name = words.empty() ? server.crs.authority_code() : std::string{words.front()};
    if (!words.empty()) {
        try {
            server.crs = crs::parse_request(server.crs_name, {map.proj_data()});
        } catch (Error const& error) {
            fail(map, layer, "wfs_srs: " + std::string{error.what()});
        }
    }
}

/// "EPSG:25832" as a URN, the form of 1.1.0 and later, which defines the axis order.
std::string urn_of(std::string const& name)
{
    auto const colon = name.find(':');
    return colon == std::string::npos || starts_with_ignoring_case(name, "urn:")
               ? name
               : "urn:ogc:def:crs:" + to_upper(name.substr(0, colon)) +
                     "::" + name.substr(colon + 1);
}

bool is_north_first(Server const& server)
{
    return server.version != Version::V100 && server.crs.is_defined() &&
           server.crs.is_axis_inverted();
}

std::string srs_of(Server const& server)
{
    return server.version == Version::V100 ? server.crs_name : urn_of(server.crs_name);
}

std::array<double, 4> ordered(Server const& server, geometry::Box const& b)
{
    return is_north_first(server) ? std::array{b.min_y, b.min_x, b.max_y, b.max_x}
                                  : std::array{b.min_x, b.min_y, b.max_x, b.max_y};
}

/// The content of the Filter element, or the text if there is none.
std::string condition_of(std::string const& filter)
{
    auto const open = filter.find('>');
    auto const close = filter.rfind("</");
    bool const is_whole =
        open != std::string::npos && close != std::string::npos && open < close &&
        find_ignoring_case(filter.substr(0, open), "Filter", 0) != std::string_view::npos;
    return is_whole ? filter.substr(open + 1, close - open - 1) : filter;
}

/// OGC 02-059 (filter encoding 1.0), 04-095 (1.1), 09-026r1 (2.0)
std::string box_condition(Server const& server, geometry::Box const& box)
{
    auto const n = ordered(server, box);
    auto const srs = srs_of(server);
    auto const attribute = srs.empty() ? std::string{} : fmt::format(" srsName=\"{}\"", srs);
    bool const is_20 = server.version == Version::V200;
    auto const geometry =
        server.version == Version::V100
            ? fmt::format("<gml:Box{}><gml:coordinates>{:.15g},{:.15g} {:.15g},{:.15g}"
                          "</gml:coordinates></gml:Box>",
                          attribute, n[0], n[1], n[2], n[3])
            : fmt::format("<gml:Envelope{}><gml:lowerCorner>{:.15g} {:.15g}</gml:lowerCorner>"
                          "<gml:upperCorner>{:.15g} {:.15g}</gml:upperCorner></gml:Envelope>",
                          attribute, n[0], n[1], n[2], n[3]);
    auto const* const name = is_20 ? "ValueReference" : "PropertyName";
    auto const property = server.geometry.empty()
                              ? std::string{}
                              : fmt::format("<{0}>{1}</{0}>", name, server.geometry);
    return "<BBOX>" + property + geometry + "</BBOX>";
}

/// BBOX and FILTER of a request exclude each other, so the box goes into the filter.
std::string filter_with(Server const& server, std::optional<geometry::Box> const& box)
{
    bool const is_20 = server.version == Version::V200;
    auto const own = condition_of(server.filter);
    return fmt::format("<Filter xmlns=\"http://www.opengis.net/{0}\" "
                       "xmlns:{1}=\"http://www.opengis.net/{0}\" "
                       "xmlns:gml=\"http://www.opengis.net/gml{2}\">{3}</Filter>",
                       is_20 ? "fes/2.0" : "ogc", is_20 ? "fes" : "ogc", is_20 ? "/3.2" : "",
                       box ? "<And>" + own + box_condition(server, *box) + "</And>" : own);
}

std::string version_text(Version version)
{
    constexpr std::array<char const*, 3> texts{"1.0.0", "1.1.0", "2.0.0"};
    return texts[static_cast<std::size_t>(version)];
}

} // namespace

Server server_of(mapfile::Map const& map, mapfile::Layer const& layer)
{
    Server server;
    server.url = layer.connection.empty() ? value_of(layer, "onlineresource") : layer.connection;
    if (server.url.empty()) {
        fail(map, layer, "CONNECTIONTYPE WFS needs a CONNECTION with the address of the server");
    }
    server.version = version_of(map, layer);
    server.type_name = value_of(layer, "typename");
    if (server.type_name.empty()) {
        fail(map, layer, "CONNECTIONTYPE WFS needs METADATA wfs_typename");
    }
    find_crs(map, layer, server);
    server.format = value_of(layer, "outputformat");
    server.filter = value_of(layer, "filter");
    server.geometry = value_of(layer, "geometryname");
    if (auto const text = value_of(layer, "maxfeatures"); !text.empty()) {
        server.max_features = parse_int(text);
        if (!server.max_features || *server.max_features < 1) {
            fail(map, layer, "wfs_maxfeatures is not a positive number");
        }
    }
    return server;
}

std::string get_feature_url(Server const& server, std::optional<geometry::Box> const& box,
                            std::int64_t max_features)
{
    bool const is_20 = server.version == Version::V200;
    remote::Parameters parameters{{"SERVICE", "WFS"},
                                  {"VERSION", version_text(server.version)},
                                  {"REQUEST", "GetFeature"},
                                  {is_20 ? "TYPENAMES" : "TYPENAME", server.type_name}};
    auto const srs = srs_of(server);
    if (!srs.empty() && server.version != Version::V100) {
        parameters.emplace_back("SRSNAME", srs); // 1.0.0 knows one CRS of each type
    }
    if (!server.format.empty()) {
        parameters.emplace_back("OUTPUTFORMAT", server.format);
    }
    if (!server.filter.empty()) {
        parameters.emplace_back("FILTER", filter_with(server, box));
    } else if (box) {
        auto const n = ordered(server, *box);
        auto text = fmt::format("{:.15g},{:.15g},{:.15g},{:.15g}", n[0], n[1], n[2], n[3]);
        if (server.version != Version::V100 && !srs.empty()) {
            text += "," + srs;
        }
        parameters.emplace_back("BBOX", text);
    }
    std::int64_t const own = server.max_features.value_or(-1);
    auto const count = own < 0            ? max_features
                       : max_features < 0 ? own
                                          : std::min(own, max_features);
    if (count >= 0) {
        parameters.emplace_back(is_20 ? "COUNT" : "MAXFEATURES", std::to_string(count));
    }
    return remote::with_parameters(server.url, parameters);
}

} // namespace ms::source::wfs
