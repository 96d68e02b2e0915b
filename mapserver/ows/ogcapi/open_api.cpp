// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "ows/common/metadata.hpp"
#include "ows/ogcapi/collection_items.hpp"
#include "ows/ogcapi/collections.hpp"
#include "ows/ogcapi/items_query.hpp"
#include "ows/ogcapi/json_schema.hpp"
#include "ows/ogcapi/limits.hpp"
#include "ows/ogcapi/resources.hpp"

#include <string>
#include <utility>

namespace ms::ows::ogcapi {

namespace {

/// Values for %name% in a mapfile, and *_extra_params.
constexpr char const* vendor_parameters = "vendorSpecificParameters";

/// Definitions that OGC publishes (OGC 17-069r4 annex B, 18-058r1 and 19-079r2).
Json published(int part, std::string const& name)
{
    auto const number = std::to_string(part);
    return {{"$ref", "http://schemas.opengis.net/ogcapi/features/part" + number +
                         "/1.0/openapi/ogcapi-features-" + number + ".yaml#/components/" + name}};
}

Json shared(std::string const& name)
{
    return published(1, name);
}

Json own(std::string const& name)
{
    return {{"$ref", "#/components/parameters/" + name}};
}

Json parameter(std::string const& name, std::string const& description, Json schema)
{
    return {
        {"name", name},    {"in", "query"},    {"description", description}, {"required", false},
        {"style", "form"}, {"explode", false}, {"schema", std::move(schema)}};
}

Json operation(std::string const& id, std::string const& summary, std::string const& description,
               std::string const& tag, Json parameters, std::string const& response)
{
    Json const responses{{"200", shared("responses/" + response)},
                         {"400", shared("responses/InvalidParameter")},
                         {"500", shared("responses/ServerError")}};
    return {{"get",
             {{"operationId", id},
              {"summary", summary},
              {"description", description},
              {"tags", Json::array({tag})},
              {"parameters", std::move(parameters)},
              {"responses", responses}}}};
}

Json server_operation(std::string const& id, std::string const& summary,
                      std::string const& response)
{
    return operation(id, summary, summary, "server", Json::array({own("f")}), response);
}

/// The schema itself is the answer.
Json schema_operation(std::string const& id, std::string const& summary,
                      mapfile::Layer const& layer, std::string const& kind)
{
    auto document = operation(id, summary, summary, layer.name,
                              Json::array({own("f"), own(vendor_parameters)}), "Collection");
    document["get"]["responses"]["200"] = {
        {"description", "The " + kind + " properties of the collection."},
        {"content", {{std::string{schema_type}, {{"schema", {{"type", "object"}}}}}}}};
    return document;
}

Json limit_parameter(Limits const& limits)
{
    Json number{
        {"type", "integer"}, {"minimum", 1}, {"maximum", limits.most}, {"default", limits.usual}};
    return parameter("limit",
                     "The optional limit parameter limits the number of items that are presented "
                     "in the response document.",
                     std::move(number));
}

/// A collection whose source cannot be read is described without its queryables.
void append_queryables(Json& parameters, ApiRequest const& api_request, std::size_t layer)
{
    auto const& definition = api_request.map().layers[layer];
    if (find_of(Service::Oga, definition.metadata, "queryable_items") == nullptr) {
        return; // nothing to ask a source about
    }
    try {
        auto const request = open_collection(api_request.call, layer, default_crs().crs);
        for (auto const& item : queryables(*request)) {
            if (is_own_parameter(item.name)) {
                continue;
            }
            parameters.push_back(parameter(item.name, "Queryable item '" + item.name + "'",
                                           json_schema_of(item.type)));
        }
    } catch (Error const& error) {
        if (error.kind() != ErrorKind::Source) {
            throw;
        }
    }
}

Json items_parameters(ApiRequest const& api_request, std::size_t layer)
{
    auto const& map = api_request.map();
    Json const keys{{"type", "array"},
                    {"minItems", 1},
                    {"items", {{"type", "string"}, {"pattern", "[+|-]?[A-Za-z_].*"}}}};
    auto parameters = Json::array(
        {own("f"), shared("parameters/bbox"), shared("parameters/datetime"),
         published(2, "parameters/bbox-crs"), published(2, "parameters/crs"), own("offset"),
         own(vendor_parameters), published(3, "parameters/filter"),
         published(3, "parameters/filter-lang"), published(3, "parameters/filter-crs"),
         limit_parameter(limits_of(map, map.layers[layer])),
         parameter("sortby", "Optional list of properties by which to sort the items.", keys)});
    append_queryables(parameters, api_request, layer);
    return parameters;
}

void append_collection(Json& paths, ApiRequest const& api_request, std::size_t index)
{
    auto const& layer = api_request.map().layers[index];
    auto const& name = layer.name;
    auto const path = "/collections/" + name;
    auto const title = title_of(layer);
    auto const description = description_of(layer);
    paths[path] = operation("describe" + name + "Collection", "Get " + title + " metadata",
                            description, name, Json::array({own("f")}), "Collection");
    paths[path + "/items"] =
        operation("get" + name + "Features", "Get " + title + " items", description, name,
                  items_parameters(api_request, index), "Features");
    auto one = operation(
        "get" + name + "Feature", "Get " + title + " item by id", description, name,
        Json::array({own("f"), shared("parameters/featureId"), published(2, "parameters/crs")}),
        "Feature");
    one["get"]["responses"]["404"] = shared("responses/NotFound");
    paths[path + "/items/{featureId}"] = std::move(one);
    paths[path + "/schema"] =
        schema_operation("get" + name + "Schema", "Get " + title + " schema", layer, "returnable");
    paths[path + "/queryables"] = schema_operation(
        "get" + name + "Queryables", "Get " + title + " queryables", layer, "queryable");
    paths[path + "/sortables"] = schema_operation("get" + name + "Sortables",
                                                  "Get " + title + " sortables", layer, "sortable");
}

Json paths_of(ApiRequest const& api_request)
{
    Json paths{
        {"/", server_operation("getLandingPage", "Landing page", "LandingPage")},
        {"/api", server_operation("getOpenapi", "API documentation", "LandingPage")},
        {"/conformance", server_operation("getConformanceDeclaration", "API conformance definition",
                                          "ConformanceDeclaration")},
        {"/collections", server_operation("getCollections", "Collections", "Collections")}};
    auto& of_api = paths["/api"]["get"]["responses"];
    of_api["200"] = {{"$ref", "#/components/responses/200"}};
    of_api["default"] = {{"$ref", "#/components/responses/default"}};
    of_api.erase("500");
    for (auto const index : collections(api_request.map())) {
        api_request.call.services.deadline.check();
        append_collection(paths, api_request, index);
    }
    return paths;
}

/// \param limits of the map: clients read "limit" here to find the maximum page size
Json components(Limits const& limits)
{
    Json const formats{
        {"type", "string"}, {"enum", Json::array({"json", "html"})}, {"default", "json"}};
    Json const parameters{
        {"limit", limit_parameter(limits)},
        {"f", parameter("f",
                        "The optional f parameter indicates the output format which the server "
                        "shall provide as part of the response document.  The default format is "
                        "GeoJSON.",
                        formats)},
        {"offset",
         parameter("offset",
                   "The optional offset parameter indicates the index within the result set from "
                   "which the server shall begin presenting results in the response document.  The "
                   "first element has an index of 0 (default).",
                   {{"type", "integer"}, {"minimum", 0}, {"default", 0}})},
        {vendor_parameters,
         {{"name", vendor_parameters},
          {"in", "query"},
          {"description", "Additional \"free-form\" parameters that are not explicitly defined"},
          {"schema", {{"type", "object"}, {"additionalProperties", true}}},
          {"style", "form"}}}};
    Json const exception{
        {"$ref",
         "https://schemas.opengis.net/ogcapi/common/part1/1.0/openapi/schemas/exception.yaml"}};
    Json const responses{{"200", {{"description", "successful operation"}}},
                         {"default",
                          {{"description", "unexpected error"},
                           {"content", {{std::string{json_type}, {{"schema", exception}}}}}}}};
    return {{"parameters", parameters}, {"responses", responses}};
}

void set_text(Json& object, char const* name, mapfile::StringMap const& metadata,
              std::string_view key)
{
    if (auto const* const text = find_text(metadata, key)) {
        object[name] = *text;
    }
}

Json info_of(mapfile::Map const& map)
{
    auto const& metadata = map.web.metadata;
    Json info{{"title", title_of(map)}, {"version", "1.0.0"}};
    set_text(info, "description", metadata, "abstract");
    set_text(info, "description", metadata, "description");
    set_text(info, "termsOfService", metadata, "termsofservice");
    set_text(info, "x-keywords", metadata, "keywordlist");
    set_text(info, "x-keywords", metadata, "keywords");
    auto contact = Json::object();
    set_text(contact, "name", metadata, "contactperson");
    set_text(contact, "url", metadata, "contacturl");
    set_text(contact, "email", metadata, "contactelectronicmailaddress");
    if (!contact.empty()) {
        info["contact"] = std::move(contact);
    }
    return info;
}

} // namespace

http::Response open_api(ApiRequest const& api_request)
{
    check_parameters(api_request, {});
    Json server{{"url", root_address(api_request.call)}};
    set_text(server, "description", api_request.map().web.metadata, "server_description");
    Json document{{"openapi", "3.0.2"},
                  {"info", info_of(api_request.map())},
                  {"servers", Json::array({server})},
                  {"tags", Json::array()},
                  {"paths", paths_of(api_request)},
                  {"components", components(limits_of(api_request.map(), {}))}};
    return answer(api_request, std::move(document), open_api_type, "openapi");
}

} // namespace ms::ows::ogcapi
