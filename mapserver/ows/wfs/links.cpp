// SPDX-License-Identifier: MIT
#include "ows/wfs/links.hpp"

#include "base/percent_encode.hpp"
#include "base/string.hpp"
#include "base/xml_writer.hpp"
#include "http/query_string.hpp"
#include "ows/common/online_resource.hpp"
#include "ows/wfs/collection.hpp"
#include "ows/wfs/formats.hpp"
#include "ows/wfs/version.hpp"

#include <algorithm>
#include <array>

namespace ms::ows::wfs {

namespace {

void append(std::string& address, std::string_view name, std::string_view value)
{
    bool const begins = address.ends_with('?') || address.ends_with('&');
    address.append(begins ? "" : "&")
        .append(encode_component(name))
        .append("=")
        .append(encode_component(value));
}

/// Parameters that the URL always contains, or omits after the first page.
bool is_left_out(std::string_view name)
{
    constexpr std::array<std::string_view, 3> names{"MAP", "STARTINDEX", "RESULTTYPE"};
    return std::ranges::any_of(
        names, [&](std::string_view other) { return equals_ignoring_case(name, other); });
}

/// With a blank before "/>", as MapServer writes it.
std::string markup_of(XmlNode const& node)
{
    XmlWriter xml{""};
    xml.tree(node);
    return replace_all(xml.take(), "/>", " />");
}

/// "(a)(b)" of the texts that `text` returns for each query, or nothing if all are "".
template <typename Text>
void append_each(std::string& address, std::string_view name, std::vector<Query> const& queries,
                 Text text)
{
    std::string value;
    bool is_set = false;
    for (auto const& query : queries) {
        auto const one = text(query);
        is_set |= !one.empty();
        value.append("(").append(one).append(")");
    }
    if (is_set) {
        append(address, name, value);
    }
}

std::string joined(std::vector<std::string> const& pieces)
{
    std::string text;
    for (auto const& piece : pieces) {
        text.append(text.empty() ? "" : ",").append(piece);
    }
    return text;
}

std::vector<std::string> names_of(Request const& request)
{
    std::vector<std::string> names;
    for (auto const& query : request.queries) {
        names.push_back(query.type_name);
    }
    return names;
}

void append_sort(std::string& address, Request const& request)
{
    append_each(address, "SORTBY", request.queries, [](Query const& query) {
        std::vector<std::string> keys;
        for (auto const& key : query.sort) {
            keys.push_back(key.property + (key.is_descending ? " DESC" : ""));
        }
        return joined(keys);
    });
}

/// Appends the queries of a request sent as XML.
void append_queries(std::string& address, Request const& request)
{
    address.append("&TYPENAMES=");
    for (auto const& query : request.queries) {
        address.append(&query == &request.queries.front() ? "" : ",");
        address.append(encode_component(query.type_name));
    }
    // For any format name of the request; links exist only in 2.0.0.
    auto const gml = find_gml_format(request.output_format, request.version);
    auto const type = gml ? gml->content_type : request.output_format;
    append(address, "OUTPUTFORMAT", type.substr(0, type.find("; charset")));
    if (auto const& name = request.queries.front().srs_name; !name.empty()) {
        append(address, "SRSNAME", name);
    }
    append_each(address, "FILTER", request.queries, [](Query const& query) {
        return query.filter.name.empty() ? std::string{} : markup_of(query.filter);
    });
    append_each(address, "PROPERTYNAME", request.queries,
                [](Query const& query) { return joined(query.properties); });
    append_sort(address, request);
}

void append_xml_request(std::string& address, Request const& request)
{
    if (request.stored_queries.empty() && !request.queries.empty()) {
        append_queries(address, request);
    } else if (!request.stored_queries.empty()) {
        auto const& call = request.stored_queries.front();
        append(address, "STOREDQUERY_ID", call.id);
        for (auto const& [name, value] : call.parameters) {
            append(address, name, value);
        }
    }
    if (!request.value_reference.empty()) {
        append(address, "VALUEREFERENCE", request.value_reference);
    }
    if (request.max_features) {
        append(address, "COUNT", std::to_string(*request.max_features));
    }
}

/// The parameters of a request as they were written; those that identify the request come first if
/// the client omitted them.
void append_parameters(std::string& address, Request const& request)
{
    auto const append_missing = [&](std::string_view name, std::string_view value) {
        if (request.parameters.last(name) == nullptr) {
            append(address, name, value);
        }
    };
    append_missing("SERVICE", "WFS");
    append_missing("VERSION", to_text(request.version));
    append_missing("REQUEST", request.operation);
    for (auto const& [name, value] : request.parameters.entries()) {
        if (!is_left_out(name)) {
            append(address, name, value);
        }
    }
}

std::string begin_of(Call const& call, Request const& request, std::string_view operation)
{
    return online_resource(call, Service::Wfs) +
           "SERVICE=WFS&VERSION=" + std::string{to_text(request.version)} +
           "&REQUEST=" + std::string{operation};
}

} // namespace

std::string page_address(Call const& call, Request const& request, std::int64_t start_index)
{
    std::string address;
    if (!request.document.name.empty()) {
        address = begin_of(call, request, request.operation);
        append_xml_request(address, request);
    } else {
        address = online_resource(call, Service::Wfs);
        append_parameters(address, request);
    }
    if (start_index > 0) {
        append(address, "STARTINDEX", std::to_string(start_index));
    }
    return address;
}

std::string describe_address(Call const& call, Request const& request, Gml gml)
{
    return begin_of(call, request, "DescribeFeatureType") +
           "&TYPENAME=" + percent_encode(joined(names_of(request))) +
           "&OUTPUTFORMAT=" + std::string{schema_format(request.version, gml)};
}

} // namespace ms::ows::wfs
