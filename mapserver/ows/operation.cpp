// SPDX-License-Identifier: MIT
#include "ows/operation.hpp"

#include "base/string.hpp"
#include "ows/common/class_group.hpp"
#include "ows/common/exception_report.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/request_document.hpp"
#include "ows/common/service_exception.hpp"
#include "ows/common/substitutions.hpp"
#include "ows/wcs/dispatch.hpp"
#include "ows/wfs/dispatch.hpp"
#include "ows/wms/dispatch.hpp"
#include "ows/wmts/dispatch.hpp"

#include <algorithm>
#include <array>

namespace ms::ows {

namespace {

/// SERVICE, or the one that REQUEST implies.
std::string_view service_of(http::Parameters const& parameters)
{
    if (auto const* const service = parameters.first("SERVICE")) {
        return *service;
    }
    auto const* const request = parameters.first("REQUEST");
    constexpr std::array<std::string_view, 3> of_wms{"GetMap", "GetFeatureInfo", "GetMetadata"};
    constexpr std::array<std::string_view, 3> of_old_wms{"map", "feature_info", "capabilities"};
    auto const is_one_of = [&](std::span<std::string_view const> names) {
        return request != nullptr && std::ranges::any_of(names, [&](std::string_view name) {
                   return equals_ignoring_case(*request, name);
               });
    };
    // The old names are common words, so they require a version.
    bool const has_version =
        parameters.first("VERSION") != nullptr || parameters.first("WMTVER") != nullptr;
    bool const implies_wms = is_one_of(of_wms) || (has_version && is_one_of(of_old_wms));
    return implies_wms ? std::string_view{"WMS"} : std::string_view{};
}

/// In the words of MapServer, which names the place of the error twice, and the status even if it
/// is 200.
http::Response unclaimed_report(Call const& call)
{
    bool const is_missing = call.parameters().first("SERVICE") == nullptr;
    auto report = exception_report({is_missing ? "MissingParameterValue" : "InvalidParameterValue",
                                    unclaimed_message(call), 400},
                                   "service", call.settings, OwsCommon::V100);
    report.names_status = true;
    return report;
}

/// An OWS request without a valid SERVICE, to a map with strict conformance; nullopt for all
/// others, which may be CGI requests.
std::optional<http::Response> strict_report(Call const& call)
{
    auto const& parameters = call.parameters();
    auto const* const service = parameters.first("SERVICE");
    bool const is_of_ows = service != nullptr || parameters.first("REQUEST") != nullptr;
    if (!is_of_ows || !is_compliance_mode(*call.map)) {
        return std::nullopt;
    }
    return unclaimed_report(call);
}

/// A body that begins like XML and is invalid belongs to no service: what is wrong with it is the
/// answer, not what the modes of the CGI program lack. \throws ServiceException
void check(RequestDocument& document)
{
    if (!document.exists()) {
        return;
    }
    try {
        (void)document.take();
    } catch (Error const& error) {
        throw ServiceException{"", "msOWSPreParseRequest(): OWS error. XML parsing error: " +
                                       std::string{error.what()}};
    }
}

} // namespace

bool names_service(http::Parameters const& parameters)
{
    return !service_of(parameters).empty();
}

std::string unclaimed_message(Call const& call)
{
    bool const is_missing = call.parameters().first("SERVICE") == nullptr;
    return std::string{"msOWSDispatch(): General error message. OWS Common exception: "} +
           (is_missing ? "exceptionCode=MissingParameterValue, locator=SERVICE, "
                         "ExceptionText=SERVICE parameter missing."
                       : "exceptionCode=InvalidParameterValue, locator=SERVICE, "
                         "ExceptionText=SERVICE parameter value invalid.");
}

std::optional<std::string> lasting_state(Call const& as_written)
{
    auto const call = with_class_group(with_substitutions(as_written));
    auto const& request = call.request;
    bool const is_reading =
        request.method == http::Method::Get || request.method == http::Method::Head;
    auto const service = service_of(call.parameters());
    if (is_reading && equals_ignoring_case(service, "WMS")) {
        return wms::lasting_state(call);
    }
    if (is_reading && equals_ignoring_case(service, "WMTS")) {
        return wmts::lasting_state(call);
    }
    return is_reading && equals_ignoring_case(service, "WFS") ? wfs::lasting_state(call)
                                                              : std::nullopt;
}

std::optional<http::Response> dispatch(Call const& as_written)
{
    auto const call = with_class_group(with_substitutions(as_written));
    auto const service = service_of(call.parameters());
    RequestDocument document{call.request};
    auto const is_of = [&](std::string_view name) {
        return service.empty() ? document.is_of(name) : equals_ignoring_case(service, name);
    };
    if (equals_ignoring_case(service, "WMS")) {
        return wms::dispatch(call);
    }
    if (equals_ignoring_case(service, "WMTS")) {
        return wmts::dispatch(call);
    }
    if (is_of("WFS")) {
        return wfs::dispatch(call, document);
    }
    if (is_of("WCS")) {
        return wcs::dispatch(call, document);
    }
    if (service.empty() && wfs::wants_service(call)) {
        return wfs::missing_service(call);
    }
    if (auto report = strict_report(call)) {
        return report;
    }
    if (service.empty()) {
        check(document);
        return std::nullopt;
    }
    return exception_report(
        {"InvalidParameterValue", "This server does not offer the requested SERVICE.", 400},
        "service", call.settings);
}

} // namespace ms::ows
