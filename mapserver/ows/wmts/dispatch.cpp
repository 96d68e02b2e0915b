// SPDX-License-Identifier: MIT
#include "ows/wmts/dispatch.hpp"

#include "base/string.hpp"
#include "ows/common/access.hpp"
#include "ows/common/exception_report.hpp"
#include "ows/common/substitutions.hpp"
#include "ows/wms/dispatch.hpp"
#include "ows/wmts/operations.hpp"
#include "ows/wmts/tileset.hpp"
#include "ows/wmts/wmts_exception.hpp"

#include <algorithm>
#include <array>

namespace ms::ows::wmts {

namespace {

struct Row {
    std::string_view name; ///< REQUEST=, and the word in *_enable_request
    http::Response (*run)(Call const&);
};

// Add an operation here.
constexpr std::array operations{Row{"GetCapabilities", &get_capabilities},
                                Row{"GetTile", &get_tile},
                                Row{"GetFeatureInfo", &get_feature_info}};

Row const* find_operation(std::string_view name)
{
    auto const* const row = std::ranges::find_if(
        operations, [&](Row const& each) { return equals_ignoring_case(each.name, name); });
    return row == operations.end() ? nullptr : row;
}

/// Before anything of the map is looked up: a client that may not ask learns nothing of it.
void require_offer(Call const& call)
{
    if (!is_offered(call)) {
        throw WmtsException{not_supported, "REQUEST",
                            "Tiles are not enabled. Check wmts/ows_enable_request settings."};
    }
}

http::Response run(Call const& call)
{
    auto const& parameters = call.parameters();
    auto const* const name = parameters.last("REQUEST");
    if (name == nullptr) {
        throw WmtsException{missing_value, "REQUEST", "The parameter REQUEST is missing."};
    }
    auto const* const row = find_operation(*name);
    if (row == nullptr) {
        throw WmtsException{not_supported, "REQUEST",
                            "There is no operation \"" + name->substr(0, 100) + '"'};
    }
    require_offer(call);
    if (!is_enabled(*call.map, row->name, Service::Wmts)) {
        throw WmtsException{
            not_supported, "REQUEST",
            "The operation is not enabled. Check wmts/ows_enable_request settings."};
    }
    bool const is_negotiated = row->run == &get_capabilities;
    auto const* const version = parameters.last("VERSION");
    if (!is_negotiated && version == nullptr) {
        throw WmtsException{missing_value, "VERSION", "The parameter VERSION is missing."};
    }
    if (version != nullptr && *version != "1.0.0") {
        throw WmtsException{invalid_value, "VERSION", "The only version is 1.0.0."};
    }
    return row->run(call);
}

/// The parameter of WMTS that WMS's complaint is about. Codes that OWS Common lacks become those
/// that it has.
struct Translation {
    std::string_view of_wms;
    std::string_view code;
    std::string_view locator;
};

constexpr std::array translations{Translation{"LayerNotDefined", invalid_value, "LAYER"},
                                  Translation{"StyleNotDefined", invalid_value, "STYLE"},
                                  Translation{"InvalidFormat", invalid_value, "FORMAT"},
                                  Translation{"InvalidSRS", invalid_value, "TILEMATRIXSET"},
                                  Translation{"LayerNotQueryable", invalid_value, "LAYER"},
                                  Translation{"InvalidDimensionValue", invalid_value, ""},
                                  Translation{"MissingDimensionValue", missing_value, ""}};

http::Response report(Call const& call, std::exception const& error, Binding binding)
{
    log_failure(call.services.log, "WMTS", error);
    auto complaint = complaint_about(error);
    auto locator = std::string{locator_of(error, "")};
    auto const* const row = std::ranges::find(translations, complaint.code, &Translation::of_wms);
    if (row != translations.end()) {
        complaint.code = row->code;
        locator = row->locator;
    }
    if (complaint.code == not_supported) {
        complaint.status = 501;
    } else if (binding == Binding::Path && complaint.status == 400) {
        complaint.status = 404;
    }
    auto response = exception_report(complaint, locator, call.settings);
    response.failure = error.what();
    response.error_kind = kind_of(error);
    return response;
}

http::Response answer(Call const& call, Binding binding)
{
    http::Response response;
    try {
        response = run(call);
    } catch (std::exception const& error) {
        response = report(call, error, binding);
    }
    auto const* const row = find_operation(call.parameters().value("REQUEST"));
    response.operation = row == nullptr ? std::string{} : std::string{row->name};
    return response;
}

} // namespace

http::Response dispatch(Call const& call)
{
    return answer(call, Binding::Parameters);
}

std::optional<std::string> lasting_state(Call const& call)
{
    return is_offered(call) ? wms::lasting_state(call) : std::nullopt; // the same boxes
}

http::Response dispatch_path(Call const& as_written)
{
    auto const call = with_substitutions(as_written);
    auto request = call.request;
    try {
        require_offer(call);
        request.parameters = parameters_of_path(call);
    } catch (std::exception const& error) {
        return report(call, error, Binding::Path);
    }
    return answer({request, call.map, call.services, call.settings, call.map_version,
                   call.open_stream, call.per_map},
                  Binding::Path);
}

} // namespace ms::ows::wmts
