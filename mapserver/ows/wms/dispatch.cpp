// SPDX-License-Identifier: MIT
#include "ows/wms/dispatch.hpp"

#include "base/string.hpp"
#include "ows/common/access.hpp"
#include "ows/common/bounding_boxes.hpp"
#include "ows/common/language.hpp"
#include "ows/common/metadata.hpp"
#include "ows/wms/exception_report.hpp"
#include "ows/wms/operations.hpp"
#include "ows/wms/styled_map.hpp"
#include "ows/wms/unknown_properties.hpp"
#include "ows/wms/version.hpp"
#include "ows/wms/wms_exception.hpp"
#include "render/core/output.hpp"
#include "source/layer_error.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace ms::ows::wms {

namespace {

bool is_get_capabilities(std::string_view request) noexcept
{
    return equals_ignoring_case(request, "GetCapabilities") ||
           equals_ignoring_case(request, "capabilities");
}

bool is_get_context(std::string_view request) noexcept
{
    return equals_ignoring_case(request, "GetContext") || equals_ignoring_case(request, "context");
}

/// The names of WMS 1.0.0 are valid in all versions, as in MapServer: the OGC test suite of 1.1.1
/// sends REQUEST=map. A client may request capabilities before it knows the version.
Operation const& find_operation(http::Parameters const& parameters)
{
    auto const* const request = parameters.last("REQUEST");
    if (request == nullptr || request->empty()) {
        throw WmsException{"", in_dispatch, "Incomplete WMS request: REQUEST parameter missing"};
    }
    // MapServer's GetMetadata has no version either.
    bool const is_negotiated = is_get_capabilities(*request) ||
                               equals_ignoring_case(*request, "GetMetadata") ||
                               is_get_context(*request); // its versions are those of contexts
    if (!is_negotiated) {
        (void)required_version(parameters);
    }
    for (auto const& operation : operations()) {
        if (equals_ignoring_case(*request, operation.name) ||
            (!operation.old_name.empty() && equals_ignoring_case(*request, operation.old_name))) {
            return operation;
        }
    }
    throw WmsException{"OperationNotSupported", in_dispatch,
                       "Incomplete or unsupported WMS request"};
}

/// As in MapServer, an operation that no layer allows is disabled entirely; capabilities can
/// describe a map without layers.
bool is_operation_enabled(mapfile::Map const& map, std::string_view operation)
{
    return is_enabled(map, operation) &&
           (operation == "GetCapabilities" || map.layers.empty() ||
            std::ranges::any_of(map.layers, [&](mapfile::Layer const& layer) {
                return is_enabled(map, layer, operation);
            }));
}

http::Response run(Call const& call)
{
    if (call.parameters().last("REQUEST") == nullptr) {
        (void)required_version(call.parameters()); // MapServer complains about it first
    }
    auto const& operation = find_operation(call.parameters());
    auto const enabling =
        operation.name == "GetMetadata" ? std::string_view{"GetCapabilities"} : operation.name;
    if (!is_operation_enabled(*call.map, enabling) ||
        !is_address_allowed(*call.map, call.request.remote_address)) {
        throw WmsException{"", in_dispatch,
                           "WMS request not enabled. Check wms/ows_enable_request settings."};
    }
    auto const styled = with_sld(call, operation.name);
    if (!styled) {
        return operation.run(call);
    }
    try {
        return operation.run(styled->call());
    } catch (Error const& error) {
        bool const is_of_layer = dynamic_cast<source::LayerError const*>(&error) != nullptr;
        if (is_of_layer || error.kind() == ErrorKind::BadMapfile) { // the rules are the client's
            check_rules(styled->call(), *call.map);
        }
        throw;
    }
}

/// Clients of MapCache send GetMap without VERSION, FORMAT and STYLES: wms_getmap_defaults "true"
/// answers them as it does. nullopt: the request is complete, or must be.
std::optional<http::Request> completed(Call const& call)
{
    auto const& parameters = call.parameters();
    bool const is_map = equals_ignoring_case(parameters.value("REQUEST"), "GetMap");
    if (!is_map || !is_wms_set(call.map->web.metadata, "getmap_defaults")) {
        return std::nullopt;
    }
    auto request = call.request;
    auto const complete = [&](std::string_view name, std::string value) {
        if (parameters.last(name) == nullptr) {
            request.parameters.append(std::string{name}, std::move(value));
        }
    };
    bool const has_version = parameters.last("WMTVER") != nullptr;
    complete("VERSION", has_version ? std::string{parameters.value("WMTVER")} : "1.1.1");
    complete("STYLES", "");
    complete("FORMAT", render::find_output_format(*call.map, "").mime_type);
    return request;
}

http::Response run_in_language(Call const& call)
{
    auto const language = language_of(*call.map, call.parameters());
    if (language.empty()) {
        return run(call);
    }
    auto const request = call.parameters().value("REQUEST");
    bool const is_about_map =
        is_get_capabilities(request) || equals_ignoring_case(request, "GetMetadata");
    auto const metadata = is_about_map ? Metadata::Translated : Metadata::AsWritten;
    return run(in_language(call, language, metadata));
}

} // namespace

http::Response answer(Call const& call)
{
    auto const request = completed(call);
    return run_in_language(request ? Call{*request, call.map, call.services, call.settings,
                                          call.map_version, call.open_stream, call.per_map}
                                   : call);
}

http::Response dispatch(Call const& call)
{
    try {
        return answer(call);
    } catch (std::exception const& error) {
        log_failure(call.services.log, "WMS", error);
        auto response = exception_report(call, complaint_about(error));
        response.failure = error.what();
        response.error_kind = kind_of(error);
        return response;
    }
}

std::optional<std::string> lasting_state(Call const& call)
{
    auto const* const request = call.parameters().last("REQUEST");
    if (request == nullptr || !is_get_capabilities(*request) ||
        !is_address_allowed(*call.map, call.request.remote_address)) {
        return std::nullopt;
    }
    return source_extents(call);
}

} // namespace ms::ows::wms
