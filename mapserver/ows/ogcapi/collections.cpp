// SPDX-License-Identifier: MIT
#include "ows/ogcapi/collections.hpp"

#include "base/percent_encode.hpp"
#include "base/string.hpp"
#include "crs/name.hpp"
#include "http/query_string.hpp"
#include "ows/common/access.hpp"
#include "ows/common/bounding_boxes.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/offered_systems.hpp"
#include "ows/features/feature_request.hpp"

#include <algorithm>
#include <cmath>

namespace ms::ows::ogcapi {

namespace {

constexpr std::string_view crs84_uri = "http://www.opengis.net/def/crs/OGC/1.3/CRS84";
constexpr std::string_view epsg_uri = "http://www.opengis.net/def/crs/EPSG/0/";
constexpr std::string_view epsg = "EPSG:";

std::vector<std::string> codes_of(mapfile::StringMap const& metadata,
                                  mapfile::Projection const& projection)
{
    std::vector<std::string> codes;
    auto const add = [&](std::string code) {
        if (code.starts_with(epsg) && std::ranges::find(codes, code) == codes.end()) {
            codes.push_back(std::move(code));
        }
    };
    if (auto const* const list = find_text(metadata, "srs")) {
        for (auto const word : split_words(*list)) {
            auto const name = crs::authority_name(word);
            add(name ? name->authority_code : std::string{});
        }
    } else {
        add(authority_code_of(projection));
    }
    return codes;
}

std::string uri_of(std::string_view code)
{
    return std::string{epsg_uri}.append(code.substr(epsg.size()));
}

/// Rounded outwards: the box must contain all data.
double rounded(double value, int digits, double (*round)(double))
{
    constexpr int most = 12; // the precision of a double in degrees
    auto const scale = std::pow(10, std::min(digits, most));
    return round(value * scale) / scale;
}

/// oga_timeextent "2004-01-01/2004-12-31": open without an end.
Json time_extent(mapfile::Layer const& layer)
{
    auto const* const extent = find_of(Service::Oga, layer.metadata, "timeextent");
    if (extent == nullptr || extent->empty()) {
        return {};
    }
    auto const ends = split(*extent, '/');
    auto const end_of = [&](std::size_t index) {
        auto const text = index < ends.size() ? trim(ends[index]) : std::string_view{};
        return text.empty() || text == ".." ? Json{} : Json(text);
    };
    return {{"interval", Json::array({Json::array({end_of(0), end_of(1)})})}};
}

Json extent_document(Call const& call, mapfile::Layer const& layer)
{
    auto const place = extent_of(call, layer, Service::Oga);
    auto const box = place ? BoxTransformer{}.geographic(*place) : std::nullopt;
    if (!box) {
        return {};
    }
    auto const digits = geometry_digits(*call.map, layer, Service::Oga);
    constexpr auto down = static_cast<double (*)(double)>(std::floor);
    constexpr auto up = static_cast<double (*)(double)>(std::ceil);
    Json const corners{
        rounded(box->min_x, digits, down), std::max(rounded(box->min_y, digits, down), -90.0),
        rounded(box->max_x, digits, up), std::min(rounded(box->max_y, digits, up), 90.0)};
    return {{"spatial", {{"bbox", Json::array({corners})}, {"crs", crs84_uri}}}};
}

/// For programs and for people.
void append_pair(Json& links, std::string_view relation, std::string const& address,
                 std::string const& extra, std::string const& title, std::string_view type)
{
    auto const suffix = type == geojson_type ? " as GeoJSON" : " as JSON schema";
    links.push_back(link(relation, address + "?f=json" + extra, title + suffix, type));
    links.push_back(link(relation, address + "?f=html" + extra, title + " as HTML", html_type));
}

Json links_of(Call const& call, mapfile::Layer const& layer)
{
    auto const address = collection_address(call, layer);
    auto const extra = extra_parameters(*call.map, &layer);
    auto links = Json::array(
        {link("self", address + "?f=json" + extra, "This collection as JSON", json_type),
         link("alternate", address + "?f=html" + extra, "This collection as HTML", html_type)});
    append_pair(links, "items", address + "/items", extra, "Items for this collection",
                geojson_type);
    append_pair(links, "http://www.opengis.net/def/rel/ogc/1.0/schema", address + "/schema", extra,
                "Schema for this collection", schema_type);
    append_pair(links, "http://www.opengis.net/def/rel/ogc/1.0/queryables", address + "/queryables",
                extra, "Queryables for this collection", schema_type);
    append_pair(links, "http://www.opengis.net/def/rel/ogc/1.0/sortables", address + "/sortables",
                extra, "Sortables for this collection", schema_type);
    append_own_links(links, layer.metadata);
    return links;
}

void set_systems(Json& document, mapfile::Map const& map, mapfile::Layer const& layer)
{
    auto const codes = system_codes(map, layer);
    if (codes.empty()) {
        return;
    }
    document["crs"] = Json::array({crs84_uri});
    for (auto const& code : codes) {
        document["crs"].push_back(uri_of(code));
    }
    auto const stored = authority_code_of(layer.projection);
    if (std::ranges::find(codes, stored) != codes.end()) {
        document["storageCrs"] = uri_of(stored);
    }
}

} // namespace

std::vector<std::size_t> collections(mapfile::Map const& map)
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < map.layers.size(); ++i) {
        auto const& layer = map.layers[i];
        if (is_feature_type(layer) && is_enabled(map, layer, "OGCAPI", Service::Oga)) {
            found.push_back(i);
        }
    }
    return found;
}

std::size_t find_collection(mapfile::Map const& map, std::string_view name)
{
    for (auto const index : collections(map)) {
        if (map.layers[index].name == name) {
            return index;
        }
    }
    throw ServiceException{not_found, "Invalid collection.", ErrorKind::NotFound};
}

std::string collection_address(Call const& call, mapfile::Layer const& layer)
{
    return root_address(call) + "/collections/" + encode_component(layer.name);
}

std::string title_of(mapfile::Layer const& layer)
{
    auto const* const title = find_text(layer.metadata, "title");
    return title == nullptr ? layer.name : *title;
}

std::string description_of(mapfile::Layer const& layer)
{
    auto const* const text = find_text_or_older(layer.metadata, "description", "abstract");
    return text == nullptr ? title_of(layer) : *text;
}

Json describe_collection(Call const& call, mapfile::Layer const& layer)
{
    Json document{{"id", layer.name},
                  {"title", title_of(layer)},
                  {"description", description_of(layer)},
                  {"itemType", "feature"},
                  {"links", links_of(call, layer)}};
    if (auto const* const list = find_text_or_older(layer.metadata, "keywords", "keywordlist")) {
        document["keywords"] = split_list(*list);
    }
    if (auto extent = extent_document(call, layer); !extent.is_null()) {
        document["extent"] = std::move(extent);
    }
    if (auto times = time_extent(layer); !times.is_null()) {
        document["extent"]["temporal"] = std::move(times);
    }
    set_systems(document, *call.map, layer);
    return document;
}

std::vector<std::string> system_codes(mapfile::Map const& map, mapfile::Layer const& layer)
{
    auto codes = codes_of(layer.metadata, layer.projection);
    return codes.empty() ? codes_of(map.web.metadata, map.projection) : codes;
}

NamedSystem default_crs()
{
    return {std::string{crs84_uri}, crs::parse("CRS:84"), false};
}

NamedSystem system_of(http::Request const& request, std::string_view parameter,
                      mapfile::Map const& map, mapfile::Layer const& layer)
{
    auto const* const value = find_parameter(request, parameter);
    if (value == nullptr) {
        return default_crs();
    }
    auto const name = crs::authority_name(*value);
    auto const code = name ? name->authority_code : std::string{};
    if (code == "CRS:84") {
        return default_crs();
    }
    auto const known = system_codes(map, layer);
    if (code.empty() || std::ranges::find(known, code) == known.end()) {
        throw bad_value(parameter);
    }
    auto definition = crs::parse(std::string_view{code}, {map.proj_data()});
    bool const is_inverted = definition.is_axis_inverted();
    return {uri_of(code), std::move(definition), is_inverted};
}

} // namespace ms::ows::ogcapi
