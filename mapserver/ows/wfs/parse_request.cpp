// SPDX-License-Identifier: MIT
#include "ows/wfs/parse_request.hpp"

#include "base/string.hpp"
#include "ows/common/name_list.hpp"
#include "ows/wfs/parse_number.hpp"
#include "ows/wfs/read_xml.hpp"
#include "ows/wfs/version.hpp"
#include "ows/wfs/wfs_exception.hpp"

#include <algorithm>

namespace ms::ows::wfs {

namespace {

constexpr std::size_t max_shown = 1000; ///< characters of a filter that a client is shown again

/// Of types, properties, ids, and of groups of them.
void check_length(std::size_t length, std::string_view name)
{
    if (length > longest_name_list) {
        throw WfsException{invalid_value, std::string{name}, in_get_feature,
                           "Too many values in " + std::string{name} + ": at most " +
                               std::to_string(longest_name_list) + " are taken."};
    }
}

/// "a,b" as its trimmed parts; "" has no parts.
std::vector<std::string> list_of(std::string_view text, std::string_view name)
{
    std::vector<std::string> pieces;
    if (trim(text).empty()) {
        return pieces;
    }
    check_length(static_cast<std::size_t>(std::ranges::count(text, ',')) + 1, name);
    for (auto const piece : split(text, ',')) {
        pieces.emplace_back(trim(piece));
    }
    return pieces;
}

/// "(a,b)(c)" as "a,b" and "c"; text without parentheses is one group.
std::vector<std::string_view> groups_of(std::string_view text, std::string_view name)
{
    text = trim(text);
    if (!text.starts_with('(') || !text.ends_with(')')) {
        return {text};
    }
    text.remove_prefix(1);
    text.remove_suffix(1);
    std::vector<std::string_view> groups;
    for (auto end = text.find(")("); end != std::string_view::npos; end = text.find(")(")) {
        groups.push_back(text.substr(0, end));
        check_length(groups.size() + 1, name);
        text.remove_prefix(end + 2);
    }
    groups.push_back(text);
    return groups;
}

/// "name D" of KVP, "name DESC" of OGC 09-026r2, and so for ascending order.
bool is_descending(std::string_view word)
{
    return equals_ignoring_case(word, "D") || equals_ignoring_case(word, "DESC");
}

bool is_ascending(std::string_view word)
{
    return equals_ignoring_case(word, "A") || equals_ignoring_case(word, "ASC");
}

std::vector<SortKey> parse_sort(std::string_view text)
{
    std::vector<SortKey> keys;
    for (auto const& piece : list_of(text, "sortby")) {
        auto const words = split_words(piece);
        if (words.empty()) {
            continue;
        }
        bool const is_down = words.size() == 2 && is_descending(words[1]);
        if (words.size() > 2 || (words.size() == 2 && !is_down && !is_ascending(words[1]))) {
            throw WfsException{invalid_value, "sortby", in_get_feature, "Invalid SORTBY clause"};
        }
        keys.push_back({std::string{words[0]}, is_down});
    }
    return keys;
}

BoundingBox parse_bbox(std::string_view text)
{
    auto const parts = split(text, ',');
    if (parts.size() != 4 && parts.size() != 5) {
        throw WfsException{invalid_value, "bbox", in_get_feature,
                           "Wrong number of arguments for BBOX."};
    }
    BoundingBox box;
    for (std::size_t i = 0; i < box.numbers.size(); ++i) {
        auto const number = parse_double(parts[i]);
        if (!number) {
            throw WfsException{invalid_value, "bbox", in_get_feature, "Invalid values for BBOX."};
        }
        box.numbers[i] = *number;
    }
    if (parts.size() == 5) {
        box.system = trim(parts[4]);
    }
    return box;
}

/// The first parameter that has one of the names, in capitals; or nullptr.
std::string const* first_of(http::Parameters const& parameters,
                            std::initializer_list<std::string_view> names)
{
    for (auto const& [name, value] : parameters.entries()) {
        if (std::ranges::find(names, to_upper(name)) != names.end()) {
            return &value;
        }
    }
    return nullptr;
}

/// The type names of all queries: "a,b", or "(a)(b)" as 2.0.0 writes them.
std::vector<std::string> parse_type_names(http::Parameters const& parameters)
{
    auto const* const text = first_of(parameters, {"TYPENAMES", "TYPENAME"});
    std::vector<std::string> names;
    if (text != nullptr) {
        for (auto const group : groups_of(*text, "typename")) {
            auto const members = list_of(group, "typename");
            names.insert(names.end(), members.begin(), members.end());
            check_length(names.size(), "typename"); // each may be a query of its own
        }
    }
    return names;
}

/// Each with its text.
std::vector<std::pair<XmlNode, std::string>> parse_filters(std::string_view text, std::size_t count,
                                                           std::string_view types)
{
    std::vector<std::pair<XmlNode, std::string>> filters;
    if (trim(text).empty()) {
        return filters;
    }
    auto const groups = groups_of(text, "filter");
    if (groups.size() != count) {
        throw WfsException{invalid_value, "filter", in_get_feature,
                           "Wrong number of filter elements, one filter must be specified for "
                           "each feature type listed in the " +
                               std::string{types} + " parameter."};
    }
    for (auto const group : groups) {
        if (trim(group).empty()) {
            filters.emplace_back();
            continue;
        }
        try {
            filters.emplace_back(parse_lenient_xml(group), group);
        } catch (Error const& /*error*/) {
            throw WfsException{invalid_value, "filter", in_get_feature,
                               "Invalid or Unsupported FILTER in GetFeature : " +
                                   std::string{group.substr(0, max_shown)}};
        }
    }
    return filters;
}

void set_properties(std::vector<Query>& queries, http::Parameters const& parameters)
{
    auto const text = parameters.first_value("PROPERTYNAME");
    if (trim(text).empty()) {
        return;
    }
    auto const groups = groups_of(text, "PROPERTYNAME");
    if (groups.size() != queries.size()) {
        throw WfsException{invalid_value, "PROPERTYNAME", in_get_feature,
                           "Optional PROPERTYNAME parameter. A list of properties may be "
                           "specified for each type name. Example "
                           "TYPENAME=name1,name2&PROPERTYNAME=(prop1,prop2)(prop1)"};
    }
    for (std::size_t i = 0; i < queries.size(); ++i) {
        queries[i].properties = list_of(groups[i], "PROPERTYNAME");
    }
}

/// "(...)(...)" with one list for each query.
void set_sorting(std::vector<Query>& queries, http::Parameters const& parameters)
{
    auto const text = parameters.first_value("SORTBY");
    if (trim(text).empty()) {
        return;
    }
    auto const groups = groups_of(text, "SORTBY");
    if (groups.size() != queries.size()) {
        throw WfsException{invalid_value, "SORTBY", in_get_feature,
                           "Optional SORTBY parameter. A list may be specified for each type name. "
                           "Example TYPENAME=name1,name2&SORTBY=(prop1,prop2)(prop1)"};
    }
    for (std::size_t i = 0; i < queries.size(); ++i) {
        queries[i].sort = parse_sort(groups[i]);
    }
}

void set_aliases(std::vector<Query>& queries, http::Parameters const& parameters)
{
    std::vector<std::string> aliases;
    for (auto const group : groups_of(parameters.first_value("ALIASES"), "aliases")) {
        auto const members = list_of(group, "aliases");
        aliases.insert(aliases.end(), members.begin(), members.end());
        check_length(aliases.size(), "aliases");
    }
    if (aliases.empty()) {
        return;
    }
    if (aliases.size() != queries.size()) {
        throw WfsException{invalid_value, "aliases", in_get_feature,
                           "ALIASES must name one alias for each type name."};
    }
    for (std::size_t i = 0; i < queries.size(); ++i) {
        queries[i].alias = aliases[i];
    }
}

/// OGC 09-025r2, 7.9.2.5: "a KVP request may contain only one" of them.
void check_exclusive(http::Parameters const& parameters, std::string_view name)
{
    if (!trim(parameters.first_value(name)).empty() &&
        !trim(parameters.first_value("FILTER")).empty()) {
        throw WfsException{"", "mapserv", in_get_feature,
                           std::string{name} +
                               " parameter and FILTER parameter are mutually exclusive in "
                               "GetFeature."};
    }
}

/// One query for each type name; no query if there is only a FEATUREID.
std::vector<Query> parse_queries(Request const& request, http::Parameters const& parameters)
{
    std::vector<Query> queries;
    for (auto const& name : request.type_names) {
        queries.push_back(
            {.type_name = name, .srs_name = std::string{parameters.first_value("SRSNAME")}});
    }
    if (queries.empty()) {
        return queries;
    }
    if (!equals_ignoring_case(request.operation, "GetPropertyValue")) {
        set_properties(queries, parameters);
    }
    set_sorting(queries, parameters);
    set_aliases(queries, parameters);
    return queries;
}

StoredQueryCall parse_stored_query(std::string const& id, http::Parameters const& parameters)
{
    // Its parameters are all others of the request; the query's definition says which apply.
    StoredQueryCall call{.id = id};
    call.parameters = parameters.entries();
    return call;
}

/// COUNT of 2.0.0, or MAXFEATURES, which MapServer takes in every version: the last of them.
std::optional<int> parse_limit(http::Parameters const& parameters)
{
    std::optional<int> limit;
    for (auto const& [name, value] : parameters.entries()) {
        for (auto const* const known : {"COUNT", "MAXFEATURES"}) {
            if (equals_ignoring_case(name, known) && !value.empty()) {
                limit = parse_number(value, known);
            }
        }
    }
    return limit;
}

// Of a parameter that is sent twice MapServer's WFS heeds the first one, its WMS the last one.
Request from_parameters(http::Parameters const& parameters)
{
    Request request;
    request.parameters = parameters;
    request.operation = parameters.first_value("REQUEST");
    request.version_text = parameters.first_value("VERSION");
    request.accept_versions = parameters.first_value("ACCEPTVERSIONS");
    request.sections = list_of(parameters.first_value("SECTIONS"), "sections");
    request.update_sequence = parameters.first_value("UPDATESEQUENCE");
    request.language = parameters.first_value("LANGUAGE");
    request.type_names = parse_type_names(parameters);
    request.output_format = parameters.first_value("OUTPUTFORMAT");
    request.value_reference = parameters.first_value("VALUEREFERENCE");
    request.stored_query_ids = list_of(parameters.first_value("STOREDQUERY_ID"), "storedquery_id");
    return request;
}

/// Parameters that only these operations have, and that may be invalid.
void read_query_parameters(Request& request)
{
    auto const& parameters = request.parameters;
    if (auto const* const ids = first_of(parameters, {"RESOURCEID", "FEATUREID"})) {
        request.feature_ids = list_of(*ids, "featureid");
    }
    request.max_features = parse_limit(parameters);
    if (auto const text = parameters.value("STARTINDEX"); !text.empty()) { // the last, as of COUNT
        request.start_index = parse_number(text, "startindex");
    }
    request.is_hits = equals_ignoring_case(parameters.first_value("RESULTTYPE"), "hits");
    if (auto const* const id = parameters.first("STOREDQUERY_ID")) {
        request.stored_queries.push_back(parse_stored_query(*id, parameters));
    } else {
        request.queries = parse_queries(request, parameters);
    }
}

} // namespace

Request parse_request(http::Parameters const& parameters, RequestDocument& document)
{
    Request parsed;
    if (document.exists()) {
        auto root = document.take();
        parsed = from_xml(root, parameters);
        parsed.document = std::move(root);
    } else {
        parsed = from_parameters(parameters);
    }
    if (auto const version = find_version(parsed.version_text)) {
        parsed.version = *version;
    }
    return parsed;
}

std::optional<BoundingBox> read_box(Request const& request)
{
    if (!request.document.name.empty()) {
        return std::nullopt;
    }
    auto const& parameters = request.parameters;
    auto const text = parameters.first_value("BBOX");
    auto const box = text.empty() ? std::nullopt : std::optional{parse_bbox(text)};
    if (request.stored_queries.empty()) {
        for (auto const* const name : {"FEATUREID", "RESOURCEID", "BBOX"}) {
            check_exclusive(parameters, name);
        }
    }
    return box;
}

void read_filters(Request const& request, std::vector<Query>& queries)
{
    if (!request.document.name.empty() || !request.stored_queries.empty()) {
        return;
    }
    auto const filters = parse_filters(request.parameters.first_value("FILTER"), queries.size(),
                                       request.version == Version::V200 ? "TYPENAMES" : "TYPENAME");
    for (std::size_t i = 0; i < filters.size(); ++i) {
        queries[i].filter = filters[i].first;
        queries[i].filter_text = filters[i].second;
    }
}

void read_queries(Request& request)
{
    if (request.document.name.empty()) {
        read_query_parameters(request);
    } else {
        read_xml_queries(request.document, request);
    }
}

} // namespace ms::ows::wfs
