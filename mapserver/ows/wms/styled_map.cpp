// SPDX-License-Identifier: MIT
#include "ows/wms/styled_map.hpp"

#include "base/deadline.hpp"
#include "base/string.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/service_exception.hpp"
#include "ows/wms/layer_names.hpp"
#include "sld/document.hpp"

#include <algorithm>
#include <array>

namespace ms::ows::wms {

namespace {

/// Operations whose answer depends on styles.
constexpr std::array<std::string_view, 4> styled_operations{"GetMap", "GetFeatureInfo",
                                                            "GetLegendGraphic", "GetStyles"};

/// The standards have no exception code for an invalid SLD.
template <typename Make>
auto complaining(Make const& make)
{
    try {
        return make();
    } catch (Interrupted const&) {
        throw; // no mistake of the document
    } catch (Error const& error) {
        if (error.kind() != ErrorKind::BadRequest && error.kind() != ErrorKind::Limit) {
            throw;
        }
        throw ServiceException{"", std::string{": WMS server error. "} + error.what()};
    }
}

/// SLD_BODY, or a POST whose body is XML: no operation of WMS sends another.
std::string_view document_of(http::Request const& request)
{
    auto const body = request.parameters.value("SLD_BODY");
    bool const is_xml = request.method == http::Method::Post &&
                        trim(request.body).starts_with('<') &&
                        request.body.find("StyledLayerDescriptor") != std::string::npos;
    return body.empty() && is_xml ? std::string_view{request.body} : body;
}

/// While it lives, the server may work on another request.
std::shared_ptr<void> paused(Call const& call)
{
    return call.request.pause ? call.request.pause() : nullptr;
}

/// The document at the URL of SLD=, at most wms_remote_sld_max_bytes (1 MiB).
std::string fetched(Call const& call, std::string const& url)
{
    constexpr int default_bytes = 1 << 20;
    auto const most = parse_int(wms_value(call.map->web.metadata, "remote_sld_max_bytes"));
    auto const failed = [&](std::string const& why) {
        return ServiceException{"", "msSLDApplySLDURL: WMS server error. Could not open SLD " +
                                        url.substr(0, 200) + ": " + why};
    };
    if (!call.settings.fetch) {
        throw failed("this server does not fetch an SLD; send it as SLD_BODY.");
    }
    try {
        auto const pause = paused(call);
        return call.settings.fetch(
            url, static_cast<std::size_t>(std::max(most.value_or(default_bytes), 0)),
            call.services.deadline);
    } catch (Error const& error) {
        if (error.kind() != ErrorKind::BadRequest) {
            throw;
        }
        throw failed(error.what());
    }
}

/// Leaves out names with commas, which LAYERS cannot contain.
std::string joined(std::vector<std::string> const& names)
{
    std::string list;
    for (auto const& name : names) {
        if (name.find(',') == std::string::npos) {
            list.append(list.empty() ? "" : ",").append(name);
        }
    }
    return list;
}

/// NAME, GROUP, wms_layer_group or the name of the root.
bool is_meant(mapfile::Map const& map, mapfile::Layer const& layer, std::string_view name)
{
    auto const is_it = [&](std::string_view other) { return equals_ignoring_case(other, name); };
    return is_it(layer.name) || is_it(root_name(map)) ||
           std::ranges::any_of(group_path(layer), is_it);
}

} // namespace

bool is_sld_enabled(mapfile::Map const& map)
{
    auto const* const value = find_wms(map.web.metadata, "sld_enabled");
    return value == nullptr || equals_ignoring_case(trim(*value), "true");
}

StyledCall::StyledCall(Call const& call, std::shared_ptr<mapfile::Map const> map,
                       http::Request request, bool is_fetched)
    : m_call(call), m_map(std::move(map)), m_request(std::move(request)), m_is_fetched(is_fetched)
{}

Call StyledCall::call() const
{
    // A fetched document may change at any time.
    return {m_request,
            m_map,
            m_call.services,
            m_call.settings,
            m_is_fetched ? std::string_view{} : m_call.map_version,
            m_call.open_stream};
}

std::optional<StyledCall> with_sld(Call const& call, std::string_view operation)
{
    auto body = std::string{document_of(call.request)};
    auto const url = call.parameters().value("SLD");
    bool const is_styled =
        std::ranges::find(styled_operations, operation) != styled_operations.end();
    if (!is_styled || (body.empty() && url.empty()) || !is_sld_enabled(*call.map)) {
        return std::nullopt;
    }
    if (body.empty()) {
        body = fetched(call, std::string{url});
    }
    auto const document = complaining([&] { return sld::parse(body); });
    std::vector<std::string> notes;
    auto const meant = [&](mapfile::Layer const& layer, std::string_view name) {
        return is_meant(*call.map, layer, name);
    };
    bool is_fetched = !url.empty();
    sld::Fetch fetch;
    if (call.settings.fetch_image) {
        fetch = [&](std::string const& address, std::size_t max_bytes) {
            is_fetched = true;
            auto const pause = paused(call);
            return call.settings.fetch_image(address, max_bytes, call.services.deadline);
        };
    }
    auto map = complaining([&] {
        return sld::styled(*call.map, document, meant, notes, fetch, call.services.budget);
    });
    for (auto const& note : notes) {
        call.services.log.write(LogLevel::Notice, note);
    }
    auto request = call.request;
    if (call.parameters().last("LAYERS") == nullptr) {
        request.parameters.append("LAYERS", joined(document.layer_names()));
    }
    if (call.parameters().last("STYLES") == nullptr) {
        request.parameters.append("STYLES", "");
    }
    return StyledCall{call, std::move(map), std::move(request), is_fetched};
}

} // namespace ms::ows::wms
