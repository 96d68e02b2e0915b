// SPDX-License-Identifier: MIT
#include "ows/ogcapi/collection_items.hpp"
#include "ows/ogcapi/collections.hpp"
#include "ows/ogcapi/json_schema.hpp"
#include "ows/ogcapi/resources.hpp"

#include <string>

namespace ms::ows::ogcapi {

namespace {

Json described(feature::FieldType type, std::string_view kind, std::string const& name)
{
    auto document = json_schema_of(type);
    document["description"] = std::string{kind} + " item '" + name + "'";
    return document;
}

/// OGC 23-058r1, 8.5: that of oga_geometry_format, else of TYPE.
std::string_view geometry_format(mapfile::Layer const& layer)
{
    auto const* const own = find_text(layer.metadata, "geometry_format");
    if (own != nullptr && !own->empty()) {
        return *own;
    }
    if (layer.type == mapfile::LayerType::Point) {
        return "geometry-point-or-multipoint";
    }
    return layer.type == mapfile::LayerType::Line ? "geometry-linestring-or-multilinestring"
                                                  : "geometry-polygon-or-multipolygon";
}

void add_geometry(Json& properties, mapfile::Layer const& layer)
{
    auto const name = geometry_name(layer);
    properties[name] = {{"title", name},
                        {"description", "The geometry of the collection."},
                        {"x-ogc-role", "primary-geometry"},
                        {"format", geometry_format(layer)}};
}

http::Response schema_answer(ApiRequest const& api_request, mapfile::Layer const& layer,
                             std::string_view resource, Json properties)
{
    Json const document{
        {"$schema", "https://json-schema.org/draft/2020-12/schema"},
        {"$id", collection_address(api_request.call, layer) + '/' + std::string{resource}},
        {"title", title_of(layer)},
        {"description", description_of(layer)},
        {"type", "object"},
        {"properties", std::move(properties)},
        {"additionalProperties", false}};
    return answer(api_request, document, schema_type, "collection-" + std::string{resource});
}

} // namespace

http::Response queryables_schema(ApiRequest const& api_request, std::size_t layer)
{
    check_parameters(api_request, {});
    auto const request = open_collection(api_request.call, layer, default_crs().crs);
    auto properties = Json::object();
    for (auto const& item : queryables(*request)) {
        properties[item.name] = described(item.type, "Queryable", item.name);
    }
    auto const& definition = api_request.map().layers[layer];
    add_geometry(properties, definition);
    return schema_answer(api_request, definition, "queryables", std::move(properties));
}

http::Response sortables_schema(ApiRequest const& api_request, std::size_t layer)
{
    check_parameters(api_request, {});
    auto const request = open_collection(api_request.call, layer, default_crs().crs);
    auto properties = Json::object();
    for (auto const& item : sortables(*request)) {
        properties[item.name] = described(item.type, "Sortable", item.name);
    }
    return schema_answer(api_request, api_request.map().layers[layer], "sortables",
                         std::move(properties));
}

http::Response whole_schema(ApiRequest const& api_request, std::size_t layer)
{
    check_parameters(api_request, {});
    auto const request = open_collection(api_request.call, layer, default_crs().crs);
    auto properties = Json::object();
    for (auto const& item : request->properties.items) {
        if (item.is_default) {
            properties[item.title] = described(json_type_of(item), "Schema", item.title);
        }
    }
    if (auto const id = request->properties.id) {
        auto document = described(feature::FieldType::Text, "Schema", request->schema[*id].name);
        document["x-ogc-role"] = "id";
        properties[request->schema[*id].name] = std::move(document);
    }
    auto const& definition = api_request.map().layers[layer];
    add_geometry(properties, definition);
    return schema_answer(api_request, definition, "schema", std::move(properties));
}

} // namespace ms::ows::ogcapi
