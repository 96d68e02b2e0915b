// SPDX-License-Identifier: MIT
#include "base/json_text.hpp"
#include "base/percent_encode.hpp"
#include "http/query_string.hpp"
#include "mapfile/declared_z.hpp"
#include "ows/features/geojson.hpp"
#include "ows/features/growing_answer.hpp"
#include "ows/features/json_value.hpp"
#include "ows/ogcapi/collection_items.hpp"
#include "ows/ogcapi/feature_document.hpp"
#include "ows/ogcapi/items_query.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace ms::ows::ogcapi {

namespace {

constexpr std::string_view page_start = "{\"type\":\"FeatureCollection\",\"features\":[";

void choose_items(FeatureRequest& request)
{
    std::string unknown;
    request.chosen = choose(request.properties, {}, unknown).value_or(Chosen{});
    request.chosen.has_geometry =
        true; // GeoJSON always has a geometry, regardless of gml_geometries
    fetch_chosen(request);
}

/// Gives pages a stable order: a database has no order by default.
void order_by_id(FeatureRequest& request)
{
    bool const has_order =
        request.definition.connection_type != mapfile::ConnectionType::PostGis; // of its file
    if (request.source->sorts() && request.properties.id && !has_order) {
        request.query.order.push_back({request.fields[*request.properties.id].name, false});
    }
}

/// Coordinates are rounded as MapServer does it (api/ogcapi of its suite): up.
JsonCoordinates coordinates_of(ApiRequest const& api_request, FeatureRequest const& request,
                               NamedSystem const& answer)
{
    constexpr std::array<std::string_view, 1> type_key{"oga_geomtype"};
    return {geometry_digits(api_request.map(), request.definition, Service::Oga),
            answer.is_north_east, Rounding::Up, mapfile::declares_z(request.definition, type_key)};
}

/// Writes features as GeoJSON.
class Writer {
public:
    Writer(ApiRequest const& api_request, FeatureRequest const& request, NamedSystem const& answer)
        : m_request(request), m_form{coordinates_of(api_request, request, answer)}
    {}

    /// \param links of the feature itself, or null
    void write(std::string& out, feature::FeatureBatch const& batch,
               geometry::GeometryColumn const& shapes, std::size_t row, Json const& links) const
    {
        out.append("{\"type\":\"Feature\"");
        if (auto const id = m_request.properties.id) {
            out.append(",\"id\":").append(json_text(batch.attributes[*id][row]));
        }
        out.append(",\"geometry\":");
        append_json_geometry(out, shapes, row, m_form);
        write_properties(out, batch, row);
        if (!links.is_null()) {
            auto const text = to_text(links);
            out.append(",\"links\":").append(text, 0, text.size() - 1);
        }
        out.push_back('}');
    }

private:
    void write_properties(std::string& out, feature::FeatureBatch const& batch,
                          std::size_t row) const
    {
        out.append(",\"properties\":{");
        bool is_first = true;
        for (auto const index : m_request.chosen.items) {
            auto const& item = m_request.properties.items[index];
            out.append(is_first ? "" : ",").append(json_text(item.title)).append(":");
            is_first = false;
            append_json_value(out, batch.attributes[item.field], row, json_type_of(item));
        }
        for (auto const& constant : m_request.properties.constants) {
            out.append(is_first ? "" : ",").append(json_text(constant.name)).append(":");
            is_first = false;
            out.append(json_text(constant.value));
        }
        out.push_back('}');
    }

    FeatureRequest const& m_request;
    JsonCoordinates m_form;
};

/// Makes features for templates.
class DocumentMaker {
public:
    DocumentMaker(ApiRequest const& api_request, FeatureRequest const& request,
                  NamedSystem const& answer)
        : m_request(request), m_form{coordinates_of(api_request, request, answer)}
    {}

    [[nodiscard]] Json make(feature::FeatureBatch const& batch,
                            geometry::GeometryColumn const& shapes, std::size_t row) const
    {
        Json feature{{"type", "Feature"}, {"geometry", geometry_value(shapes, row, m_form)}};
        auto& properties = feature["properties"] = Json::object();
        for (auto const index : m_request.chosen.items) {
            auto const& item = m_request.properties.items[index];
            properties[item.title] =
                attribute_value(batch.attributes[item.field], row, json_type_of(item));
        }
        for (auto const& constant : m_request.properties.constants) {
            properties[constant.name] = constant.value;
        }
        if (auto const id = m_request.properties.id) {
            feature["id"] = std::string{batch.attributes[*id][row]};
        }
        return feature;
    }

    /// Approximate memory of such a feature, in bytes.
    [[nodiscard]] std::size_t size(feature::FeatureBatch const& batch,
                                   geometry::GeometryColumn const& shapes, std::size_t row) const
    {
        constexpr std::size_t of_item = 200;
        constexpr std::size_t of_point = 100;
        auto bytes = of_item + shapes.points_of(row).size() * of_point;
        for (auto const index : m_request.chosen.items) {
            bytes +=
                of_item + batch.attributes[m_request.properties.items[index].field][row].size();
        }
        return bytes;
    }

private:
    FeatureRequest const& m_request;
    JsonCoordinates m_form;
};

struct Found {
    std::string features; ///< between commas
    std::int64_t returned = 0;
    std::int64_t matched = 0;
};

/// The number of features. \throws ServiceException for a page behind the last one of several, as
/// in MapServer
void count_page(ApiRequest const& api_request, ItemsQuery const& query, Read const& done,
                Found& found)
{
    found.returned = done.returned;
    bool const is_known = done.is_complete && (query.offset == 0 || done.returned > 0);
    found.matched =
        is_known ? query.offset + done.returned : count(api_request.call, *query.request);
    if (found.matched > 0 && query.offset >= found.matched) {
        throw ServiceException{invalid_value, "Offset out of range."};
    }
}

Found find_page(ApiRequest const& api_request, ItemsQuery const& query, GrowingAnswer& answer)
{
    auto& request = *query.request;
    Writer const writer{api_request, request, query.answer};
    Found found;
    bool is_first = true;
    auto const done = read(api_request.call, request, {query.offset, query.limit, true},
                           [&](feature::FeatureBatch const& batch,
                               geometry::GeometryColumn const& shapes, std::size_t row) {
                               found.features.append(std::exchange(is_first, false) ? "" : ",\n");
                               writer.write(found.features, batch, shapes, row, {});
                               answer.pass_on(found.features);
                           });
    count_page(api_request, query, done, found);
    return found;
}

Json links_of(ApiRequest const& api_request, ItemsQuery const& query, Found const& found,
              std::string const& address)
{
    auto const extra = extra_parameters(api_request.map(), &query.request->definition);
    auto const page = [&](std::string_view format, std::int64_t offset) {
        return address + "?f=" + std::string{format} + "&limit=" + std::to_string(query.limit) +
               "&offset=" + std::to_string(offset) + query.others + extra;
    };
    bool const is_page = api_request.format == Format::Html;
    auto const own = is_page ? "html" : "json";
    auto const type = is_page ? html_type : geojson_type;
    auto links = Json::array({link("self", page("json", query.offset),
                                   "Items for this collection as GeoJSON", geojson_type),
                              link("alternate", page("html", query.offset),
                                   "Items for this collection as HTML", html_type)});
    auto const next = query.offset + query.limit;
    if (next < found.matched) {
        links.push_back(link("next", page(own, next), "next page", type));
    }
    if (query.offset > 0) {
        auto const previous = std::max<std::int64_t>(query.offset - query.limit, 0);
        links.push_back(link("prev", page(own, previous), "previous page", type));
    }
    return links;
}

Json collection_of(mapfile::Layer const& layer)
{
    return {{"id", layer.name}, {"title", title_of(layer)}};
}

/// The page of a template: its features link to separate pages.
http::Response html_items(ApiRequest const& api_request, ItemsQuery const& query,
                          std::string const& address)
{
    auto& request = *query.request;
    DocumentMaker const maker{api_request, request, query.answer};
    auto const extra = extra_parameters(api_request.map(), &request.definition);
    auto features = Json::array();
    std::size_t bytes = 0;
    auto const done =
        read(api_request.call, request, {query.offset, query.limit, true},
             [&](feature::FeatureBatch const& batch, geometry::GeometryColumn const& shapes,
                 std::size_t row) {
                 bytes += maker.size(batch, shapes, row);
                 check_answer_size(api_request.call, bytes);
                 auto feature = maker.make(batch, shapes, row);
                 if (request.properties.id) {
                     auto const id = encode_component(feature["id"].get<std::string>());
                     feature["links"] = Json::array(
                         {link("self", address + '/' + id + "?f=html" + extra, "", html_type)});
                 }
                 features.push_back(std::move(feature));
             });
    Found found;
    count_page(api_request, query, done, found);
    return answer(api_request,
                  {{"type", "FeatureCollection"},
                   {"features", std::move(features)},
                   {"links", links_of(api_request, query, found, address)},
                   {"numberMatched", found.matched},
                   {"numberReturned", found.returned},
                   {"collection", collection_of(request.definition)}},
                  html_type, "collection-items");
}

/// RFC 8288. A filter may be longer than a header allows: such links are only in the document.
void append_link_headers(http::Response& response, Json const& links)
{
    constexpr std::size_t most = 2000;
    for (auto const& each : links) {
        auto const href = each.at("href").get<std::string>();
        if (href.size() <= most) {
            response.headers.emplace_back(
                "Link", "<" + href + ">; rel=\"" + each.at("rel").get<std::string>() +
                            "\"; title=\"" + each.at("title").get<std::string>() + "\"; type=\"" +
                            each.at("type").get<std::string>() + "\"");
        }
    }
}

http::Response geojson_answer(std::string const& text, NamedSystem const& answer)
{
    auto response = http::text_response(200, std::string{geojson_type}, text);
    response.headers.emplace_back("Content-Crs", "<" + answer.uri + ">");
    response.headers.emplace_back("Vary", "Accept");
    return response;
}

std::string without_line_end(std::string text)
{
    text.pop_back();
    return text;
}

/// Head and start of a GeoJSON document.
/// \param found nullopt: the features follow, and their counts come after them
http::Response begin_page(ItemsQuery const& query, std::optional<Found> const& found,
                          Json const& links)
{
    auto response = geojson_answer(std::string{page_start}, query.answer);
    append_link_headers(response, links);
    if (found) {
        response.headers.emplace_back("OGC-NumberMatched", std::to_string(found->matched));
        response.headers.emplace_back("OGC-NumberReturned", std::to_string(found->returned));
    }
    return response;
}

/// The end of the document, after the features.
std::string page_end(Found const& found, Json const& links)
{
    return "],\"links\":" + without_line_end(to_text(links)) +
           ",\"numberMatched\":" + std::to_string(found.matched) +
           ",\"numberReturned\":" + std::to_string(found.returned) + "}\n";
}

} // namespace

http::Response items(ApiRequest const& api_request, std::size_t layer)
{
    auto query = read_items_query(api_request, layer);
    choose_items(*query.request);
    order_by_id(*query.request);
    auto const address =
        collection_address(api_request.call, api_request.map().layers[layer]) + "/items";
    if (api_request.format == Format::Html) {
        return html_items(api_request, query, address);
    }
    GrowingAnswer growing{
        api_request.call,
        [&] { return begin_page(query, std::nullopt, links_of(api_request, query, {}, address)); }};
    auto const found = find_page(api_request, query, growing);
    auto const links = links_of(api_request, query, found, address);
    if (growing.is_on_its_way()) {
        return growing.finish(found.features + page_end(found, links));
    }
    auto response = begin_page(query, found, links);
    auto const rest = found.features + page_end(found, links);
    response.body.insert(response.body.end(), rest.begin(), rest.end());
    return response;
}

http::Response item(ApiRequest const& api_request, std::size_t layer, std::string const& id)
{
    constexpr std::array<std::string_view, 1> known{"crs"};
    check_parameters(api_request, known);
    auto const& definition = api_request.map().layers[layer];
    auto const system = system_of(api_request.request(), "crs", api_request.map(), definition);
    auto const request = open_collection(api_request.call, layer, system.crs);
    if (!request->properties.id) {
        throw ServiceException{wrong_map, "Missing required featureid metadata.",
                               ErrorKind::BadMapfile};
    }
    also(*request, is_one_of(request->schema[*request->properties.id].name, std::array{id}));
    choose_items(*request);
    auto const extra = extra_parameters(api_request.map(), &definition);
    auto const collection = collection_address(api_request.call, definition);
    auto const own = collection + "/items/" + encode_component(id);
    auto const links = Json::array(
        {link("self", own + "?f=json" + extra, "This document as GeoJSON", geojson_type),
         link("alternate", own + "?f=html" + extra, "This document as HTML", html_type),
         link("collection", collection + "?f=json" + extra, "This collection as JSON", json_type),
         link("collection", collection + "?f=html" + extra, "This collection as HTML", html_type)});
    Writer const writer{api_request, *request, system};
    DocumentMaker const maker{api_request, *request, system};
    bool const is_page = api_request.format == Format::Html;
    std::string text;
    Json document;
    auto const done =
        read(api_request.call, *request, {0, 1},
             [&](feature::FeatureBatch const& batch, geometry::GeometryColumn const& shapes,
                 std::size_t row) {
                 if (is_page) {
                     check_answer_size(api_request.call, maker.size(batch, shapes, row));
                     document = maker.make(batch, shapes, row);
                 } else {
                     writer.write(text, batch, shapes, row, links);
                     check_answer_size(api_request.call, text.size());
                 }
             });
    if (done.returned == 0) {
        throw ServiceException{not_found, "Invalid feature id.", ErrorKind::NotFound};
    }
    if (is_page) {
        document["links"] = links;
        document["collection"] = collection_of(definition);
        return answer(api_request, std::move(document), html_type, "collection-item");
    }
    return geojson_answer(text + '\n', system);
}

} // namespace ms::ows::ogcapi
