// SPDX-License-Identifier: MIT
#include "base/percent_encode.hpp"
#include "base/string.hpp"
#include "ows/common/access.hpp"
#include "ows/common/online_resource.hpp"
#include "ows/common/service_parts.hpp"
#include "ows/common/update_sequence.hpp"
#include "ows/wms/get_feature_info.hpp"
#include "ows/wmts/capabilities.hpp"
#include "ows/wmts/operations.hpp"
#include "ows/wmts/wmts_exception.hpp"

#include <algorithm>
#include <array>

namespace ms::ows::wmts {

namespace {

constexpr std::string_view version = "1.0.0";

bool is_listed(std::string_view list, std::string_view word)
{
    return std::ranges::any_of(split_list(list), [&](std::string const& other) {
        return equals_ignoring_case(other, word);
    });
}

/// SECTIONS; all without it.
bool is_requested(http::Parameters const& parameters, std::string_view section)
{
    auto const* const list = parameters.last("SECTIONS");
    return list == nullptr || list->empty() || is_listed(*list, "All") || is_listed(*list, section);
}

void check_versions(http::Parameters const& parameters)
{
    auto const* const list = parameters.last("ACCEPTVERSIONS");
    if (list != nullptr && !list->empty() && !is_listed(*list, version)) {
        throw WmtsException{"VersionNegotiationFailed", "", "The only version is 1.0.0."};
    }
}

/// Whether the client has the current document. \throws WmtsException for a state of the future
bool is_current(http::Parameters const& parameters, std::string_view sequence)
{
    auto const requested = parameters.value("UPDATESEQUENCE");
    if (requested.empty() || sequence.empty()) {
        return false;
    }
    auto const order = compare_update_sequences(requested, sequence);
    if (order > 0) {
        throw WmtsException{"InvalidUpdateSequence", "UPDATESEQUENCE",
                            "UPDATESEQUENCE is higher than that of the server."};
    }
    return order == 0;
}

/// The address of the map, if the request names it in its path; "" otherwise.
std::string map_path_of(Call const& call)
{
    auto const steps = split(call.request.path_info, '/');
    if (steps.size() < 2 || steps[1].empty() || call.parameters().first("map") != nullptr) {
        return {};
    }
    return address_in_path(call);
}

/// The address of tiles by path: below wmts_onlineresource, else of the map. "" if that is not
/// known: an onlineresource of WMS alone does not say it.
std::string path_of(Call const& call, std::string const& map_path)
{
    auto const& metadata = call.map->web.metadata;
    if (auto const* const own = metadata.find("wmts_onlineresource")) {
        return own->substr(0, own->find_last_not_of('/') + 1) + "/1.0.0";
    }
    bool const is_known = wms_value(metadata, "onlineresource").empty() && !map_path.empty();
    return is_known ? map_path + "/wmts/1.0.0" : std::string{};
}

void write_get(XmlWriter& xml, std::string const& url, std::string_view encoding)
{
    xml.open("ows:Get").attribute("xlink:href", url);
    xml.open("ows:Constraint").attribute("name", "GetEncoding").open("ows:AllowedValues");
    xml.element("ows:Value", encoding).close().close().close();
}

void write_operations(XmlWriter& xml, Call const& call, std::string const& address,
                      std::string const& path)
{
    xml.open("ows:OperationsMetadata");
    for (auto const* const name : {"GetCapabilities", "GetTile", "GetFeatureInfo"}) {
        if (!is_enabled(*call.map, name, Service::Wmts)) {
            continue;
        }
        xml.open("ows:Operation").attribute("name", name).open("ows:DCP").open("ows:HTTP");
        write_get(xml, address, "KVP");
        if (!path.empty()) {
            write_get(xml, path, "RESTful");
        }
        xml.close().close().close();
    }
    xml.close();
}

void open_document(XmlWriter& xml, mapfile::Map const& map, std::string_view sequence)
{
    auto const schemas = schemas_location(map);
    xml.open("Capabilities")
        .attribute("xmlns", "http://www.opengis.net/wmts/1.0")
        .attribute("xmlns:ows", "http://www.opengis.net/ows/1.1")
        .attribute("xmlns:xlink", "http://www.w3.org/1999/xlink")
        .attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance")
        .attribute("xsi:schemaLocation", "http://www.opengis.net/wmts/1.0 " + schemas +
                                             "/wmts/1.0/wmtsGetCapabilities_response.xsd")
        .attribute("version", version);
    if (!sequence.empty()) {
        xml.attribute("updateSequence", sequence);
    }
}

/// The address of WMS without the steps of WMTS that the request came by.
std::string wms_address(Call const& call, std::string const& map_path)
{
    bool const is_configured =
        !wms_value(call.map->web.metadata, "onlineresource").empty() || map_path.empty();
    return is_configured ? online_resource(call) : open_for_parameters(map_path);
}

} // namespace

http::Response get_capabilities(Call const& call)
{
    auto const& parameters = call.parameters();
    auto const& map = *call.map;
    check_versions(parameters);
    auto const sequence = std::string{wms_value(map.web.metadata, "updatesequence")};
    XmlWriter xml{"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"};
    open_document(xml, map, sequence);
    auto const map_path = map_path_of(call);
    auto const path = path_of(call, map_path);
    auto const address = wms_address(call, map_path);
    bool const is_new = !is_current(parameters, sequence);
    ServiceParts const parts{xml, map.web.metadata, Service::Wms};
    if (is_new && is_requested(parameters, "ServiceIdentification")) {
        constexpr std::array versions{version};
        write_identification(parts, {.type = "OGC WMTS", .versions = versions});
    }
    if (is_new && is_requested(parameters, "ServiceProvider")) {
        write_provider(parts);
    }
    if (is_new && is_requested(parameters, "OperationsMetadata")) {
        write_operations(xml, call, address, path);
    }
    if (is_new && is_requested(parameters, "Contents")) {
        bool const has_features = is_enabled(map, "GetFeatureInfo", Service::Wmts) &&
                                  is_enabled(map, "GetFeatureInfo"); // of WMS, which answers
        ContentsWriter writer{call,
                              xml,
                              address,
                              path,
                              tile_matrix_sets(map),
                              formats_of(map),
                              has_features ? wms::info_formats(map) : std::vector<std::string>{},
                              BoxTransformer{{map.proj_data()}}};
        write_contents(writer);
    }
    if (is_new && !path.empty()) {
        xml.open("ServiceMetadataURL")
            .attribute("xlink:href", path + "/WMTSCapabilities.xml")
            .close();
    }
    xml.close();
    return http::text_response(200, "text/xml; charset=UTF-8", xml.take());
}

} // namespace ms::ows::wmts
