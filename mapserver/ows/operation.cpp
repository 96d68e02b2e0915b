// SPDX-License-Identifier: MIT
#include "ows/operation.hpp"

#include "base/string.hpp"
#include "ows/exception_report.hpp"
#include "ows/service_exception.hpp"
#include "ows/wfs/dispatch.hpp"
#include "ows/wfs/request.hpp"
#include "ows/wms/describe_layer.hpp"
#include "ows/wms/dispatch.hpp"
#include "ows/wms/get_capabilities.hpp"
#include "ows/wms/get_context.hpp"
#include "ows/wms/get_feature_info.hpp"
#include "ows/wms/get_legend_graphic.hpp"
#include "ows/wms/get_map.hpp"
#include "ows/wms/get_metadata.hpp"
#include "ows/wms/get_styles.hpp"

#include <algorithm>
#include <array>

namespace ms::ows {

namespace {

// Add an operation here.
constexpr std::array registered{
    Operation{"WMS", "GetCapabilities", "capabilities", &wms::get_capabilities},
    Operation{"WMS", "GetMap", "map", &wms::get_map},
    Operation{"WMS", "GetFeatureInfo", "feature_info", &wms::get_feature_info},
    Operation{"WMS", "GetLegendGraphic", "", &wms::get_legend_graphic},
    Operation{"WMS", "DescribeLayer", "", &wms::describe_layer},
    Operation{"WMS", "GetSchemaExtension", "", &wms::get_schema_extension},
    Operation{"WMS", "GetStyles", "", &wms::get_styles},
    Operation{"WMS", "GetMetadata", "", &wms::get_metadata},
    Operation{"WMS", "GetContext", "context", &wms::get_context},
};

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
    // The old names are common words, so they need a version beside them.
    bool const has_version =
        parameters.first("VERSION") != nullptr || parameters.first("WMTVER") != nullptr;
    bool const implies_wms = is_one_of(of_wms) || (has_version && is_one_of(of_old_wms));
    return implies_wms ? std::string_view{"WMS"} : std::string_view{};
}

} // namespace

std::span<Operation const> operations() noexcept
{
    return registered;
}

std::optional<std::string> lasting_state(Call const& call)
{
    auto const& request = call.request;
    bool const is_reading =
        request.method == http::Method::Get || request.method == http::Method::Head;
    auto const service = service_of(call.parameters());
    if (is_reading && equals_ignoring_case(service, "WMS")) {
        return wms::lasting_state(call);
    }
    return is_reading && equals_ignoring_case(service, "WFS") ? wfs::lasting_state(call)
                                                              : std::nullopt;
}

std::optional<http::Response> dispatch(Call const& call)
{
    auto const service = service_of(call.parameters());
    if (equals_ignoring_case(service, "WMS")) {
        return wms::dispatch(call);
    }
    if (equals_ignoring_case(service, "WFS") ||
        (service.empty() && wfs::is_xml_of_wfs(call.request))) {
        return wfs::dispatch(call);
    }
    if (service.empty()) {
        return std::nullopt;
    }
    return exception_report(
        {"InvalidParameterValue",
         equals_ignoring_case(service, "WCS")
             ? "This server offers no coverages: WCS is not supported. WMS draws raster layers, "
               "and "
               "OUTPUTFORMATs of GDAL with IMAGEMODE BYTE, INT16 or FLOAT32 give their values."
             : "This server does not offer the requested SERVICE.",
         400},
        "service", call.settings);
}

} // namespace ms::ows
