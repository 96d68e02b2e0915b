// SPDX-License-Identifier: MIT
#include "ows/wcs/dispatch.hpp"

#include "base/string.hpp"
#include "ows/common/access.hpp"
#include "ows/common/language.hpp"
#include "ows/wcs/exception_report.hpp"
#include "ows/wcs/operations.hpp"
#include "ows/wcs/parse_request.hpp"
#include "ows/wcs/version.hpp"
#include "ows/wcs/wcs_exception.hpp"

#include <algorithm>
#include <array>

namespace ms::ows::wcs {

namespace {

struct Row {
    std::string_view name; ///< REQUEST=, and the word in *_enable_request
    http::Response (*run)(Call const&, Request const&);
};

// Add an operation here.
constexpr std::array operations{Row{"GetCapabilities", &get_capabilities},
                                Row{"DescribeCoverage", &describe_coverage},
                                Row{"GetCoverage", &get_coverage}};

Row const* find_operation(std::string_view name)
{
    auto const* const row = std::ranges::find_if(
        operations, [&](Row const& each) { return equals_ignoring_case(each.name, name); });
    return row == operations.end() ? nullptr : row;
}

http::Response run(Call const& call, Envelope& envelope)
{
    auto& request = envelope.request;
    auto const* const row = find_operation(request.operation);
    if (envelope.document.name.empty() && call.parameters().last("REQUEST") == nullptr) {
        throw WcsException{missing_value, "request", in_dispatch, "Missing REQUEST parameter"};
    }
    bool const is_negotiated = row != nullptr && row->run == &get_capabilities;
    request.version =
        is_negotiated ? negotiated_version(request) : required_version(request.version);
    if (row == nullptr) {
        throw WcsException{invalid_value, "request", in_dispatch,
                           "Invalid REQUEST parameter \"" + request.operation.substr(0, 100) + '"'};
    }
    if (!is_enabled_for_any(*call.map, row->name, Service::Wcs) ||
        !is_address_allowed(*call.map, call.request.remote_address, Service::Wcs)) {
        throw WcsException{invalid_value, "request", in_dispatch,
                           "WCS request not enabled. Check wcs/ows_enable_request settings."};
    }
    if (envelope.document.name.empty()) {
        read_parameters(call.parameters(), request);
    } else {
        read_xml(envelope.document, request);
    }
    return row->run(call, request);
}

} // namespace

http::Response dispatch(Call const& call, RequestDocument& document)
{
    Envelope envelope;
    http::Response response;
    try {
        envelope = parse_envelope(call.parameters(), document);
        response = run(call, envelope);
    } catch (std::exception const& error) {
        log_failure(call.services.log, "WCS", error);
        auto const& request = envelope.request;
        auto const version = request.version.empty()
                                 ? trim(split(request.accept_versions, ',').front())
                                 : std::string_view{request.version};
        response = exception_report(call, version, error);
    }
    auto const* const row = find_operation(envelope.request.operation);
    response.operation = row == nullptr ? std::string{} : std::string{row->name};
    return response;
}

} // namespace ms::ows::wcs
