// SPDX-License-Identifier: MIT
#include "ows/wfs/read_xml.hpp"

#include "base/string.hpp"
#include "ows/wfs/parse_number.hpp"
#include "ows/wfs/wfs_exception.hpp"

#include <algorithm>

namespace ms::ows::wfs {

namespace {

constexpr std::size_t max_queries = 100;

std::string attribute_of(XmlNode const& node, std::string_view name)
{
    auto const* const value = node.attribute(name);
    return value == nullptr ? std::string{} : *value;
}

/// Texts of all children of a name.
std::vector<std::string> texts_of(XmlNode const& node, std::string_view name)
{
    std::vector<std::string> texts;
    for (auto const& child : node.children) {
        if (equals_ignoring_case(child.name, name)) {
            texts.push_back(child.text());
        }
    }
    return texts;
}

/// FES 1.1 and 2.0 have the same shape but for the name of the property.
std::vector<SortKey> sort_keys(XmlNode const& query)
{
    std::vector<SortKey> keys;
    auto const* const list = query.child("SortBy");
    if (list == nullptr) {
        return keys;
    }
    for (auto const& child : list->children) {
        if (equals_ignoring_case(child.name, "SortProperty")) {
            auto name = child.text_of("ValueReference");
            name = name.empty() ? child.text_of("PropertyName") : name;
            auto const order = child.text_of("SortOrder");
            keys.push_back({std::move(name), starts_with_ignoring_case(order, "D")});
        }
    }
    return keys;
}

/// typeName of 1.x and typeNames of 2.0, which may name several between blanks or commas.
std::vector<std::string> type_names(XmlNode const& query)
{
    auto text = attribute_of(query, "typeNames");
    text = text.empty() ? attribute_of(query, "typeName") : text;
    std::ranges::replace(text, ',', ' ');
    std::vector<std::string> names;
    for (auto const word : split_words(text)) {
        names.emplace_back(word);
    }
    return names;
}

Query read_query(XmlNode const& node)
{
    Query query;
    auto const names = type_names(node);
    if (names.empty()) {
        throw WfsException{missing_value, "typenames", in_get_feature,
                           "Incomplete WFS request: TYPENAMES parameter missing"};
    }
    if (names.size() > 1) {
        throw WfsException{not_supported, "typenames", in_get_feature,
                           "Joins are not supported: a Query must name one feature type."};
    }
    query.type_name = names[0];
    auto aliases = attribute_of(node, "aliases");
    query.alias = trim(aliases);
    query.srs_name = attribute_of(node, "srsName");
    query.properties = texts_of(node, "PropertyName");
    if (auto const* const filter = node.child("Filter")) {
        query.filter = *filter;
    }
    query.sort = sort_keys(node);
    return query;
}

/// The text within a parameter; markup in it (a geometry) is ignored.
StoredQueryCall read_stored_query(XmlNode const& node)
{
    StoredQueryCall call{.id = attribute_of(node, "id")};
    if (call.id.empty()) {
        throw WfsException{missing_value, "id", "msWFSParseRequest()",
                           "Missing 'id' attribute in StoredQuery"};
    }
    for (auto const& child : node.children) {
        if (equals_ignoring_case(child.name, "Parameter")) {
            auto const* const name = child.attribute("name");
            if (name == nullptr) {
                throw WfsException{missing_value, "name", in_get_feature,
                                   "Missing 'name' attribute in Parameter of StoredQuery"};
            }
            call.parameters.emplace_back(*name, child.text());
        }
    }
    return call;
}

std::optional<int> number_of(XmlNode const& root, std::string_view name)
{
    auto const* const text = root.attribute(name);
    return text == nullptr || text->empty() ? std::nullopt
                                            : std::optional{parse_number(*text, name)};
}

/// For links that lead to the next page: the same request as parameters.
http::Parameters as_parameters(XmlNode const& root)
{
    http::Parameters parameters;
    parameters.append("REQUEST", root.name);
    for (auto const& [name, value] : root.attributes) {
        parameters.append(name, value);
    }
    return parameters;
}

void read_capabilities_request(XmlNode const& root, Request& request)
{
    request.update_sequence = attribute_of(root, "updateSequence");
    if (auto const* const sections = root.child("Sections")) {
        request.sections = texts_of(*sections, "Section");
    }
    if (auto const* const versions = root.child("AcceptVersions")) {
        std::string list;
        for (auto const& version : texts_of(*versions, "Version")) {
            list.append(list.empty() ? "" : ",").append(version);
        }
        request.accept_versions = list;
    }
}

} // namespace

std::vector<Query> parse_queries(XmlNode const& parent)
{
    std::vector<Query> queries;
    for (auto const& child : parent.children) {
        if (equals_ignoring_case(child.name, "Query")) {
            queries.push_back(read_query(child));
        }
    }
    if (queries.size() > max_queries) {
        throw WfsException{invalid_value, "query", in_get_feature, "Too many queries."};
    }
    return queries;
}

Request from_xml(XmlNode const& root, http::Parameters const& parameters)
{
    Request request;
    request.parameters = as_parameters(root);
    request.operation = root.name;
    request.version_text = attribute_of(root, "version");
    request.language = parameters.value("LANGUAGE");
    request.output_format = attribute_of(root, "outputFormat");
    request.value_reference = attribute_of(root, "valueReference");
    request.type_names = texts_of(root, "TypeName");
    request.stored_query_ids = texts_of(root, "StoredQueryId");
    read_capabilities_request(root, request);
    return request;
}

void read_xml_queries(XmlNode const& root, Request& request)
{
    auto const count = number_of(root, "count");
    request.max_features = count ? count : number_of(root, "maxFeatures");
    request.start_index = number_of(root, "startIndex");
    request.is_hits = equals_ignoring_case(attribute_of(root, "resultType"), "hits");
    request.queries = parse_queries(root);
    for (auto const& child : root.children) {
        if (equals_ignoring_case(child.name, "StoredQuery")) {
            request.stored_queries.push_back(read_stored_query(child));
        }
    }
    if (request.stored_queries.size() > max_queries) {
        throw WfsException{invalid_value, "storedquery_id", in_get_feature, "Too many queries."};
    }
}

} // namespace ms::ows::wfs
