// SPDX-License-Identifier: MIT
#include "ows/wfs/stored_queries.hpp"

#include "ows/wfs/read_xml.hpp"

#include "base/string.hpp"
#include "ows/wfs/stored_definition.hpp"
#include "ows/wfs/wfs_exception.hpp"

#include <algorithm>
#include <array>
#include <ranges>

namespace ms::ows::wfs {

namespace {

/// The last value that was sent, as in MapServer; or nullptr.
std::string const* find_parameter(StoredQueryCall const& call, std::string_view name)
{
    auto const sent = std::views::reverse(call.parameters);
    auto const found = std::ranges::find_if(
        sent, [&](auto const& parameter) { return equals_ignoring_case(parameter.first, name); });
    return found == sent.end() ? nullptr : &found->second;
}

std::string const& required_parameter(StoredQueryCall const& call, std::string_view name)
{
    if (auto const* const value = find_parameter(call, name)) {
        return *value;
    }
    throw WfsException{missing_value, std::string{name}, "msWFSParseRequest()",
                       "Stored query '" + call.id + "' requires parameter '" + std::string{name} +
                           "'"};
}

/// ${name} replaced; never in markup, so that a value cannot become any.
std::string with_values(std::string const& text, StoredQueryCall const& call,
                        std::vector<StoredParameter> const& parameters)
{
    std::string result;
    std::size_t written = 0;
    for (auto at = text.find("${"); at != std::string::npos; at = text.find("${", at + 1)) {
        auto const end = text.find('}', at);
        auto const name =
            end == std::string::npos ? std::string{} : text.substr(at + 2, end - at - 2);
        if (std::ranges::find(parameters, name, &StoredParameter::name) == parameters.end()) {
            continue;
        }
        result.append(text, written, at - written).append(required_parameter(call, name));
        written = end + 1;
    }
    return result.append(text, written);
}

void put_values(XmlNode& node, StoredQueryCall const& call,
                std::vector<StoredParameter> const& parameters)
{
    node.value = with_values(node.value, call, parameters);
    for (auto& attribute : node.attributes) {
        attribute.second = with_values(attribute.second, call, parameters);
    }
    for (auto& child : node.children) {
        put_values(child, call, parameters);
    }
}

/// A definition may repeat a value.
constexpr std::size_t max_value_bytes = std::size_t{64} << 10U;

/// Numbers have to be some: a comparison with a text would silently be one of texts.
void check_value(StoredParameter const& parameter, std::string const& value)
{
    if (value.size() > max_value_bytes) {
        throw WfsException{invalid_value, parameter.name, "msWFSParseRequest()",
                           "Parameter '" + parameter.name + "' is too long."};
    }
    auto const type =
        std::string_view{parameter.type}.substr(parameter.type.find(':') + 1); // npos + 1 is 0
    constexpr std::array<std::string_view, 6> numbers{"double",  "float", "decimal",
                                                      "integer", "int",   "long"};
    if (std::ranges::find(numbers, type) != numbers.end() && !parse_double(trim(value))) {
        throw WfsException{invalid_value, parameter.name, "msWFSParseRequest()",
                           "Parameter '" + parameter.name + "' is not a number."};
    }
}

Query query_by_id(StoredQueryCall const& call)
{
    auto const& id = required_parameter(call, "ID");
    Query query;
    query.feature_ids = {id};
    query.type_name = id.substr(0, id.rfind('.'));
    return query;
}

std::vector<Query> expand(Call const& call, StoredQueryCall const& stored_query)
{
    if (stored_query.id == get_feature_by_id) {
        return {query_by_id(stored_query)};
    }
    auto definition =
        find_definition(*call.map, stored_query.id, "msWFSGetResolvedStoredQuery20()");
    for (auto const& parameter : definition.parameters) {
        check_value(parameter, required_parameter(stored_query, parameter.name));
    }
    put_values(definition.document, stored_query, definition.parameters);
    std::vector<Query> queries;
    for (auto const& child : definition.document.children) {
        if (equals_ignoring_case(child.name, "QueryExpressionText")) {
            auto const more = parse_queries(child);
            queries.insert(queries.end(), more.begin(), more.end());
        }
    }
    return queries;
}

} // namespace

bool is_get_feature_by_id(Request const& request) noexcept
{
    return request.stored_queries.size() == 1 && request.queries.size() == 1 &&
           request.feature_ids.empty() && request.stored_queries[0].id == get_feature_by_id;
}

void expand_stored_queries(Call const& call, Request& request)
{
    for (auto const& stored_query : request.stored_queries) {
        auto queries = expand(call, stored_query);
        std::ranges::move(queries, std::back_inserter(request.queries));
    }
}

} // namespace ms::ows::wfs
