// SPDX-License-Identifier: MIT
#include "ows/ogcapi/collection_items.hpp"
#include "ows/ogcapi/collections.hpp"
#include "ows/ogcapi/limits.hpp"
#include "ows/ogcapi/resources.hpp"

#include <utility>

namespace ms::ows::ogcapi {

namespace {

/// Definitions that OGC publishes (OGC 17-069r4, annex B).
Json shared(std::string const& name)
{
    return {{"$ref", "http://schemas.opengis.net/ogcapi/features/part1/1.0/openapi/"
                     "ogcapi-features-1.yaml#/components/" +
                         name}};
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
                      mapfile::Layer const& layer)
{
    auto document = operation(id, summary, description_of(layer), layer.name,
                              Json::array({own("f")}), "Collection");
    document["get"]["responses"]["200"] = {{"$ref", "#/components/responses/200"}};
    return document;
}

Json systems_schema(mapfile::Map const& map, mapfile::Layer const& layer)
{
    auto names = Json::array({default_crs().uri});
    for (auto const& code : system_codes(map, layer)) {
        names.push_back("http://www.opengis.net/def/crs/EPSG/0/" + code.substr(code.find(':') + 1));
    }
    return {{"type", "string"}, {"format", "uri"}, {"enum", names}};
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

Json items_parameters(mapfile::Map const& map, mapfile::Layer const& layer)
{
    auto const systems = systems_schema(map, layer);
    return Json::array(
        {own("f"), shared("parameters/bbox"), shared("parameters/datetime"), own("offset"),
         own("filter"), own("filter-lang"), own("sortby"), limit_parameter(limits_of(map, layer)),
         parameter("crs", "The coordinate reference system of the geometries of the answer.",
                   systems),
         parameter("bbox-crs", "The coordinate reference system of bbox.", systems),
         parameter("filter-crs", "The coordinate reference system of geometries in filter.",
                   systems)});
}

void append_collection(Json& paths, mapfile::Map const& map, mapfile::Layer const& layer)
{
    auto const& name = layer.name;
    auto const path = "/collections/" + name;
    auto const title = title_of(layer);
    auto const description = description_of(layer);
    paths[path] = operation("describe" + name + "Collection", "Get " + title + " metadata",
                            description, name, Json::array({own("f")}), "Collection");
    paths[path + "/items"] = operation("get" + name + "Features", "Get " + title + " items",
                                       description, name, items_parameters(map, layer), "Features");
    auto one =
        operation("get" + name + "Feature", "Get " + title + " item by id", description, name,
                  Json::array({own("f"), shared("parameters/featureId"),
                               parameter("crs", "The coordinate reference system of the geometry.",
                                         systems_schema(map, layer))}),
                  "Feature");
    one["get"]["responses"]["404"] = shared("responses/NotFound");
    paths[path + "/items/{featureId}"] = std::move(one);
    paths[path + "/schema"] = schema_operation("get" + name + "Schema", title + " schema", layer);
    paths[path + "/queryables"] =
        schema_operation("get" + name + "Queryables", title + " queryables", layer);
    paths[path + "/sortables"] =
        schema_operation("get" + name + "Sortables", title + " sortables", layer);
}

Json paths_of(mapfile::Map const& map)
{
    Json paths{
        {"/", server_operation("getLandingPage", "Landing page", "LandingPage")},
        {"/api", server_operation("getOpenapi", "API documentation", "LandingPage")},
        {"/conformance", server_operation("getConformanceDeclaration", "API conformance definition",
                                          "ConformanceDeclaration")},
        {"/collections", server_operation("getCollections", "Collections", "Collections")}};
    paths["/api"]["get"]["responses"]["200"] = {{"$ref", "#/components/responses/200"}};
    for (auto const index : collections(map)) {
        append_collection(paths, map, map.layers[index]);
    }
    return paths;
}

/// \param limits of the map: clients read "limit" here to find the maximum page size
Json components(Limits const& limits)
{
    Json const formats{
        {"type", "string"}, {"enum", Json::array({"json", "html"})}, {"default", "html"}};
    Json const languages{{"type", "string"},
                         {"enum", Json::array({"cql2-text", "cql2-json"})},
                         {"default", "cql2-text"}};
    Json const texts{{"type", "string"}};
    Json const parameters{
        {"limit", limit_parameter(limits)},
        {"f", parameter("f", "The format of the response; without it Accept says it.", formats)},
        {"offset",
         parameter("offset",
                   "The optional offset parameter indicates the index within the result set from "
                   "which the server shall begin presenting results in the response document.",
                   {{"type", "integer"}, {"minimum", 0}, {"default", 0}})},
        {"filter", parameter("filter", "Only features for which this CQL2 filter is true.", texts)},
        {"filter-lang", parameter("filter-lang", "The language of filter.", languages)},
        {"sortby", parameter("sortby", "Sortables between commas, with a '-' for descending.",
                             {{"type", "array"}, {"items", texts}})}};
    return {{"parameters", parameters},
            {"responses", {{"200", {{"description", "successful operation"}}}}}};
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
    Json info{{"title", map.name}, {"version", "1.0.0"}};
    set_text(info, "title", metadata, "title");
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
                  {"paths", paths_of(api_request.map())},
                  {"components", components(limits_of(api_request.map(), {}))}};
    return answer(api_request, std::move(document), open_api_type, "openapi");
}

} // namespace ms::ows::ogcapi
