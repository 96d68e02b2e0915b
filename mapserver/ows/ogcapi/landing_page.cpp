// SPDX-License-Identifier: MIT
#include "ows/common/bounding_boxes.hpp"
#include "ows/ogcapi/collections.hpp"
#include "ows/ogcapi/resources.hpp"

#include <array>
#include <vector>

namespace ms::ows::ogcapi {

http::Response landing_page(ApiRequest const& api_request)
{
    check_parameters(api_request, {});
    auto const root = root_address(api_request.call);
    auto const extra = extra_parameters(api_request.map(), nullptr);
    // The titles are MapServer's, with OGC spelt right.
    auto links = Json::array(
        {link("self", root + "?f=json" + extra, "This document as JSON", json_type),
         link("alternate", root + "?f=html" + extra, "This document as HTML", html_type),
         link("conformance", root + "/conformance?f=json" + extra,
              "OGC API conformance classes implemented by this server (JSON)", json_type),
         link("conformance", root + "/conformance?f=html" + extra,
              "OGC API conformance classes implemented by this server", html_type),
         link("data", root + "/collections?f=json" + extra,
              "Information about feature collections available from this server (JSON)", json_type),
         link("data", root + "/collections?f=html" + extra,
              "Information about feature collections available from this server", html_type),
         link("service-desc", root + "/api?f=json" + extra, "OpenAPI document", open_api_type),
         link("service-doc", root + "/api?f=html" + extra, "API documentation", html_type)});
    append_own_links(links, api_request.map().web.metadata);
    auto const* const description =
        find_text_or_older(api_request.map().web.metadata, "description", "abstract");
    Json const document{{"title", title_of(api_request.map())},
                        {"description", description == nullptr ? std::string{} : *description},
                        {"links", links}};
    return answer(api_request, document, json_type, "landing");
}

http::Response conformance(ApiRequest const& api_request)
{
    check_parameters(api_request, {});
    constexpr std::array<std::string_view, 25> classes{
        "http://www.opengis.net/spec/ogcapi-common-1/1.0/conf/core",
        "http://www.opengis.net/spec/ogcapi-common-2/1.0/conf/collections",
        "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core",
        "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/oas30",
        "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/html",
        "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson",
        "http://www.opengis.net/spec/ogcapi-features-2/1.0/conf/crs",
        "http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/queryables",
        "http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/queryables-query-parameters",
        "http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/filter",
        "http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/features-filter",
        "http://www.opengis.net/spec/ogcapi-features-5/1.0/conf/schemas",
        "http://www.opengis.net/spec/ogcapi-features-5/1.0/conf/core-roles-features",
        "http://www.opengis.net/spec/ogcapi-features-5/1.0/conf/queryables",
        "http://www.opengis.net/spec/ogcapi-features-5/1.0/conf/sortables",
        "http://www.opengis.net/spec/cql2/1.0/conf/cql2-text",
        "http://www.opengis.net/spec/cql2/1.0/conf/cql2-json",
        "http://www.opengis.net/spec/cql2/1.0/conf/basic-cql2",
        "http://www.opengis.net/spec/cql2/1.0/conf/advanced-comparison-operators",
        "http://www.opengis.net/spec/cql2/1.0/conf/case-insensitive-comparison",
        "http://www.opengis.net/spec/cql2/1.0/conf/basic-spatial-functions",
        "http://www.opengis.net/spec/cql2/1.0/conf/basic-spatial-functions-plus",
        "http://www.opengis.net/spec/cql2/1.0/conf/spatial-functions",
        "http://www.opengis.net/spec/cql2/1.0/conf/temporal-functions",
        "http://www.opengis.net/spec/cql2/1.0/conf/arithmetic"};
    return answer(api_request, {{"conformsTo", classes}}, json_type, "conformance");
}

http::Response all_collections(ApiRequest const& api_request)
{
    check_parameters(api_request, {});
    auto const address = root_address(api_request.call) + "/collections";
    auto const extra = extra_parameters(api_request.map(), nullptr);
    std::vector<mapfile::Layer const*> layers;
    for (auto const index : collections(api_request.map())) {
        layers.push_back(&api_request.map().layers[index]);
    }
    reach_sources_of_extents(api_request.call, layers, Service::Oga);
    auto documents = Json::array();
    for (auto const* const layer : layers) {
        documents.push_back(describe_collection(api_request.call, *layer));
    }
    Json const document{
        {"collections", std::move(documents)},
        {"links",
         {link("self", address + "?f=json" + extra, "This document as JSON", json_type),
          link("alternate", address + "?f=html" + extra, "This document as HTML", html_type)}}};
    return answer(api_request, document, json_type, "collections");
}

http::Response one_collection(ApiRequest const& api_request, mapfile::Layer const& layer)
{
    check_parameters(api_request, {});
    return answer(api_request, describe_collection(api_request.call, layer), json_type,
                  "collection");
}

} // namespace ms::ows::ogcapi
