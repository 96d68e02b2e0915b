// SPDX-License-Identifier: MIT
#include "ows/wfs/dispatch.hpp"

#include "base/string.hpp"
#include "ows/common/access.hpp"
#include "ows/common/bounding_boxes.hpp"
#include "ows/common/language.hpp"
#include "ows/common/metadata.hpp"
#include "ows/wfs/exception_report.hpp"
#include "ows/wfs/operations.hpp"
#include "ows/wfs/parse_request.hpp"
#include "ows/wfs/stored_queries.hpp"
#include "ows/wfs/version.hpp"
#include "ows/wfs/wfs_exception.hpp"

#include <algorithm>
#include <array>

namespace ms::ows::wfs {

namespace {

struct Row {
    std::string_view name;     ///< REQUEST=
    std::string_view enabling; ///< the word in *_enable_request
    Version since;
    bool has_queries;
    http::Response (*run)(Call const&, Request const&);
};

// Add an operation here. A client that may describe a map may see its stored queries, as in
// MapServer.
constexpr std::array operations{
    Row{"GetCapabilities", "GetCapabilities", Version::V100, false, &get_capabilities},
    Row{"DescribeFeatureType", "DescribeFeatureType", Version::V100, false, &describe_feature_type},
    Row{"GetFeature", "GetFeature", Version::V100, true, &get_feature},
    Row{"GetPropertyValue", "GetPropertyValue", Version::V200, true, &get_feature},
    Row{"ListStoredQueries", "ListStoredQueries", Version::V200, false, &list_stored_queries},
    Row{"DescribeStoredQueries", "DescribeStoredQueries", Version::V200, false,
        &describe_stored_queries},
};

/// Operations of the standards that are not supported: there are no transactions and locks.
constexpr std::array<std::string_view, 7> unsupported{
    "GetFeatureWithLock", "LockFeature",  "Transaction",   "CreateStoredQuery",
    "DropStoredQuery",    "GetGmlObject", "GetFeatureInfo"};

Row const& find_operation(Request const& request)
{
    auto const& name = request.operation;
    if (name.empty()) {
        throw WfsException{missing_value, "request", in_dispatch,
                           "Incomplete WFS request: REQUEST parameter missing"};
    }
    auto const is_name = [&](std::string_view other) { return equals_ignoring_case(other, name); };
    auto const* const row = std::ranges::find_if(operations, [&](Row const& each) {
        return is_name(each.name) && each.since <= request.version;
    });
    if (row != operations.end()) {
        return *row;
    }
    if (std::ranges::any_of(unsupported, is_name)) {
        throw WfsException{not_supported, name, in_dispatch, "Unsupported WFS request: " + name};
    }
    throw WfsException{invalid_value, "request", in_dispatch,
                       "Invalid WFS request: " + name.substr(0, 100)};
}

http::Response run(Call const& call, Request& request)
{
    bool const is_negotiated = equals_ignoring_case(request.operation, "GetCapabilities");
    request.is_versioned = is_negotiated || !request.version_text.empty();
    if (is_negotiated || !find_version(request.version_text)) {
        request.version = default_version(call.map->web.metadata); // of exceptions about versions
    }
    request.version = is_negotiated ? negotiated_version(request, call.map->web.metadata)
                                    : required_version(request.version_text);
    auto const& row = find_operation(request);
    if (!is_enabled_for_any(*call.map, row.enabling, Service::Wfs) ||
        !is_address_allowed(*call.map, call.request.remote_address, Service::Wfs)) {
        throw WfsException{invalid_value, "request", in_dispatch,
                           "WFS request not enabled. Check wfs/ows_enable_request settings."};
    }
    request.operation = row.name;
    if (row.has_queries) {
        read_queries(request);
        expand_stored_queries(call, request);
    }
    return row.run(call, request);
}

/// "" for names that clients have made up.
std::string_view operation_name(Request const& request)
{
    auto const* const row = std::ranges::find_if(operations, [&](Row const& each) {
        return equals_ignoring_case(each.name, request.operation);
    });
    return row == operations.end() ? std::string_view{} : row->name;
}

http::Response run_in_language(Call const& call, Request& request)
{
    auto const language = language_of(*call.map, call.parameters(), Service::Wfs);
    if (language.empty()) {
        return run(call, request);
    }
    return run(in_language(call, language, Metadata::Translated), request);
}

} // namespace

http::Response dispatch(Call const& call, RequestDocument& document)
{
    Request request;
    http::Response response;
    try {
        request = parse_request(call.parameters(), document);
        response = run_in_language(call, request);
    } catch (std::exception const& error) {
        log_failure(call.services.log, "WFS", error);
        response = request.is_versioned ? exception_report(call, request.version, error)
                                        : unversioned_report(call, request.version, error);
    }
    response.operation = operation_name(request);
    return response;
}

std::optional<std::string> lasting_state(Call const& call)
{
    if (!equals_ignoring_case(call.parameters().first_value("REQUEST"), "GetCapabilities") ||
        !is_address_allowed(*call.map, call.request.remote_address, Service::Wfs)) {
        return std::nullopt;
    }
    return source_extents(call, Service::Wfs);
}

bool wants_service(Call const& call)
{
    return find_of(Service::Wfs, call.map->web.metadata, "cite_wfs2") != nullptr &&
           equals_ignoring_case(call.parameters().first_value("REQUEST"), "GetCapabilities");
}

http::Response missing_service(Call const& call)
{
    return exception_report(call, Version::V200, WfsException{missing_value, "service", ""});
}

} // namespace ms::ows::wfs
