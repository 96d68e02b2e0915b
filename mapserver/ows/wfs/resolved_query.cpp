// SPDX-License-Identifier: MIT
#include "ows/wfs/resolved_query.hpp"

#include "base/string.hpp"
#include "crs/box_image.hpp"
#include "ows/common/metadata.hpp"
#include "ows/wfs/feature_types.hpp"
#include "ows/wfs/filter.hpp"
#include "ows/wfs/formats.hpp"
#include "ows/wfs/parse_request.hpp"
#include "ows/wfs/wfs_exception.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace ms::ows::wfs {

namespace {

constexpr std::string_view in_property_value = "msWFSGetPropertyValue()";

std::string_view type_of_id(std::string_view id)
{
    return id.substr(0, std::min(id.size(), id.rfind('.')));
}

/// FEATUREID and RESOURCEID: a query for each type, in the order of their first ids. Other
/// properties of the types' queries (PROPERTYNAME, SRSNAME) apply to them too.
std::vector<Query> queries_by_id(mapfile::Map const& map, Request const& request)
{
    std::vector<Query> queries;
    for (auto const& id : request.feature_ids) {
        if (id.find('.') == std::string::npos) {
            if (request.version == Version::V200) {
                continue; // an id that no feature has (OGC 09-025r2, 7.9.2.5.3.2)
            }
            throw WfsException{invalid_value, "featureid", in_get_feature,
                               "Invalid FeatureId in GetFeature. Expecting layername.value : " +
                                   id};
        }
        auto const type = type_of_id(id);
        if (!find_feature_type(map, type, request.operation)) {
            throw WfsException{
                invalid_value, "featureid", in_get_feature,
                "Invalid typename given with FeatureId in GetFeature : " + std::string{type} +
                    ". A layer might be disabled for this request. Check "
                    "wfs/ows_enable_request settings."};
        }
        auto const is_of_type = [&](Query const& query) {
            return equals_ignoring_case(without_prefix(query.type_name), without_prefix(type));
        };
        auto found = std::ranges::find_if(queries, is_of_type);
        if (found == queries.end()) {
            auto const sent = std::ranges::find_if(request.queries, is_of_type);
            queries.push_back(sent == request.queries.end() ? Query{.type_name = std::string{type}}
                                                            : *sent);
            found = queries.end() - 1;
        }
        found->feature_ids.push_back(id);
    }
    return queries;
}

/// Types, or in GetFeature ids. Stored queries may lead to no query.
void check_is_complete(Request const& request)
{
    bool const is_of_features = request.operation != "GetPropertyValue";
    bool const is_wfs20 = request.version == Version::V200;
    if (!request.queries.empty()) {
        return;
    }
    if (request.feature_ids.empty() || !is_of_features) {
        throw WfsException{missing_value, is_wfs20 ? "typenames" : "typename", in_get_feature,
                           std::string{"Incomplete WFS request: "} +
                               (is_wfs20 ? "TYPENAMES" : "TYPENAME") + " parameter missing"};
    }
    if (!trim(request.parameters.first_value("FILTER")).empty()) {
        throw WfsException{missing_value, is_wfs20 ? "typenames" : "typename", in_get_feature,
                           "Required TYPENAME parameter missing for GetFeature with a FILTER "
                           "parameter."};
    }
}

std::size_t layer_of(mapfile::Map const& map, Request const& request, Query const& query)
{
    bool const is_by_id = !query.feature_ids.empty() && request.feature_ids.empty();
    if (is_by_id && query.feature_ids.front().find('.') == std::string::npos) {
        throw WfsException{"NotFound", "", in_get_feature,
                           "Invalid rid '" + query.feature_ids.front() + "'", ErrorKind::NotFound};
    }
    if (auto const found = find_feature_type(map, query.type_name, request.operation)) {
        return *found;
    }
    throw WfsException{invalid_value, "typename", in_get_feature,
                       "TYPENAME '" + query.type_name +
                           "' doesn't exist in this server.  Please check the capabilities and "
                           "reformulate your request."};
}

/// wfs_extent, else EXTENT, of a layer, in its CRS, if nothing else restricts the features.
std::optional<geometry::Box> default_extent(mapfile::Map const& map, mapfile::Layer const& layer)
{
    if (!uses_default_extent(map, layer, Service::Wfs)) {
        return std::nullopt;
    }
    auto const words = split_words(value_of(Service::Wfs, layer.metadata, "extent"));
    if (words.empty() && layer.extent.is_set()) {
        auto const& extent = layer.extent;
        return geometry::Box{extent.min_x, extent.min_y, extent.max_x, extent.max_y};
    }
    if (words.size() != 4) {
        return std::nullopt;
    }
    std::array<double, 4> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        auto const number = parse_double(words[i]);
        if (!number) {
            return std::nullopt;
        }
        numbers[i] = *number;
    }
    return geometry::Box{numbers[0], numbers[1], numbers[2], numbers[3]};
}

/// Looks one query up, step by step: of several mistakes that which MapServer finds first is
/// reported.
class QueryResolver {
public:
    QueryResolver(Call const& call, Request const& request, Query query)
        : m_call(call), m_map(*call.map), m_request(request), m_query(std::move(query)),
          m_resolved(std::make_unique<ResolvedQuery>())
    {}

    void find_layer() { m_resolved->layer = layer_of(m_map, m_request, m_query); }

    void choose_properties()
    {
        auto& resolved = *m_resolved;
        resolved.answer =
            answer_system(m_map, m_map.layers[resolved.layer], m_request.version, m_query.srs_name);
        open_layer(m_call, resolved, resolved.answer.crs, Service::Wfs);
        resolved.most = std::exchange(resolved.definition.max_features, -1);
        resolved.properties = properties_of(resolved.definition, resolved.schema);
        resolved.chosen = chosen();
        if (names_properties()) {
            for (auto& geometry : resolved.properties.geometries) {
                geometry.is_implied = false; // a name is as good as gml_geometries, as in MapServer
            }
        }
    }

    void set_order()
    {
        for (auto const& key : m_query.sort) {
            if (!m_resolved->source->sorts()) {
                throw WfsException{processing_failed, "mapserv", in_get_feature,
                                   "Layer " + m_map.layers[m_resolved->layer].name +
                                       " does not support sorting"};
            }
            auto const* const item = m_resolved->properties.find_item(property_name(key.property));
            if (item == nullptr) {
                throw WfsException{invalid_value, "sortby", in_get_feature,
                                   "Invalid SORTBY clause"};
            }
            m_resolved->query.order.push_back({item->field_name, key.is_descending});
        }
    }

    void check_answer_system() const
    {
        check_system(m_map, m_map.layers[layer()], m_request.version, m_query.srs_name);
    }

    [[nodiscard]] std::size_t layer() const noexcept { return m_resolved->layer; }
    [[nodiscard]] std::string const& srs_name() const noexcept
    {
        return m_resolved->answer.srs_name;
    }

    /// \param query  the same query with its conditions
    std::unique_ptr<ResolvedQuery> finish(Query const& query, std::optional<BoundingBox> const& box)
    {
        m_query = query;
        set_conditions(box);
        fetch_chosen(*m_resolved);
        return std::move(m_resolved);
    }

private:
    [[nodiscard]] bool names_properties() const
    {
        auto const& names = m_query.properties;
        return m_request.operation == "GetPropertyValue" ||
               (!names.empty() && std::ranges::find(names, "*") == names.end());
    }

    void set_conditions(std::optional<BoundingBox> const& box)
    {
        auto& resolved = *m_resolved;
        Filtered const filtered{m_map.layers[resolved.layer].name,
                                resolved.schema,
                                resolved.properties,
                                resolved.layer_crs,
                                resolved.answer,
                                resolved.definition,
                                m_request.version,
                                m_call.services.budget};
        bool is_chosen = box.has_value();
        if (!m_query.feature_ids.empty()) {
            also(resolved, filter_of(m_query.feature_ids, filtered));
            is_chosen = true;
        }
        if (!m_query.filter.name.empty()) {
            also(resolved, filter_of(m_query.filter, m_query.filter_text, filtered));
            is_chosen = true;
        }
        if (box) {
            auto const placed = place_box(*box, m_request.version, m_map, resolved.answer);
            also_in(resolved, crs::image_of(placed.box, placed.crs, resolved.layer_crs));
        }
        if (auto const extent = default_extent(m_map, resolved.definition); extent && !is_chosen) {
            also_in(resolved, *extent);
        }
    }

    [[nodiscard]] Chosen chosen() const
    {
        auto const& properties = m_resolved->properties;
        std::string unknown;
        if (m_request.operation != "GetPropertyValue") {
            if (auto found = choose(properties, m_query.properties, unknown)) {
                return *found;
            }
            throw WfsException{invalid_value, "PROPERTYNAME", in_get_feature,
                               "Invalid PROPERTYNAME " + unknown};
        }
        if (m_request.value_reference == "@gml:id") {
            return {.items = {}, .has_geometry = false};
        }
        std::vector<std::string> const names{m_request.value_reference};
        if (auto found = choose(properties, names, unknown); found && names.front() != "*") {
            return *found;
        }
        throw WfsException{invalid_value, "valuereference", in_property_value,
                           "Invalid VALUEREFERENCE " + m_request.value_reference};
    }

    Call const& m_call;
    mapfile::Map const& m_map;
    Request const& m_request;
    Query m_query;
    std::unique_ptr<ResolvedQuery> m_resolved;
};

void check_filter_language(Request const& request)
{
    constexpr std::string_view known = "urn:ogc:def:query Language:OGC-FES:Filter";
    auto const language = trim(request.parameters.value("FILTER_LANGUAGE"));
    if (request.version == Version::V200 && !language.empty() && language != known) {
        throw WfsException{invalid_value, "filter_language", in_get_feature,
                           "Unhandled value for FILTER_LANGUAGE parameter. Only \"" +
                               std::string{known} + "\" accepted."};
    }
}

using Resolvers = std::vector<QueryResolver>;

/// The bounds of a collection require a single CRS.
void check_one_system(Resolvers const& all)
{
    for (auto const& resolver : all) {
        if (resolver.srs_name() != all.front().srs_name()) {
            throw WfsException{invalid_value, "srsname", in_get_feature,
                               "Invalid GetFeature Request: All TYPENAMES in a single GetFeature "
                               "request must have been advertized in the same SRS.  Please check "
                               "the capabilities and reformulate your request."};
        }
    }
}

/// All but CRSs and conditions, in the order in which MapServer checks them.
Resolvers begin(Call const& call, Request const& request, std::vector<Query> const& queries)
{
    Resolvers all;
    std::vector<std::size_t> layers;
    for (auto const& query : queries) {
        call.services.deadline.check();
        all.emplace_back(call, request, query).find_layer();
        layers.push_back(all.back().layer());
    }
    for (auto& resolver : all) {
        call.services.deadline.check();
        resolver.choose_properties();
    }
    std::ranges::for_each(all, &QueryResolver::set_order);
    std::ignore = answer_format(*call.map, request, layers);
    return all;
}

} // namespace

ResolvedQueries resolve_queries(Call const& call, Request const& request)
{
    if (request.operation == "GetPropertyValue" && request.value_reference.empty()) {
        throw WfsException{missing_value, "valuereference", in_property_value,
                           "Incomplete WFS request: VALUEREFERENCE parameter missing"};
    }
    check_is_complete(request);
    auto queries = request.queries;
    auto resolvers = begin(call, request, queries);
    auto const box = read_box(request);
    if (!request.feature_ids.empty()) {
        queries = queries_by_id(*call.map, request);
        resolvers = begin(call, request, queries);
    }
    std::ranges::for_each(resolvers, &QueryResolver::check_answer_system);
    check_one_system(resolvers);
    if (request.feature_ids.empty()) {
        check_filter_language(request);
        read_filters(request, queries);
    }
    ResolvedQueries all;
    for (std::size_t i = 0; i < queries.size(); ++i) {
        all.push_back(resolvers[i].finish(queries[i], box));
    }
    std::ranges::stable_sort(all, {}, [](auto const& resolved) { return resolved->layer; });
    return all;
}

mapfile::Layer layer_of_chosen(ResolvedQuery const& resolved)
{
    std::string names;
    for (auto const item : resolved.chosen.items) {
        names.append(names.empty() ? "" : ",");
        names.append(resolved.properties.items[item].field_name);
    }
    auto layer = resolved.definition;
    layer.metadata.set("gml_include_items", names);
    return layer;
}

} // namespace ms::ows::wfs
