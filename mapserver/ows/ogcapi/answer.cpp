// SPDX-License-Identifier: MIT
#include "ows/ogcapi/answer.hpp"

#include "base/string.hpp"
#include "http/query_string.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/service_exception.hpp"
#include "ows/ogcapi/html.hpp"

#include <utility>
#include <vector>

namespace ms::ows::ogcapi {

namespace {

std::string without_slash(std::string url)
{
    url.erase(url.find_last_not_of('/') + 1);
    return url;
}

std::string_view code_of(Complaint const& complaint)
{
    if (!complaint.code.empty()) {
        return complaint.code;
    }
    return complaint.status == 404 ? not_found : std::string_view{"ServerError"};
}

} // namespace

std::string root_address(Call const& call)
{
    // That of another service would lead elsewhere: MapServer does not look at ows_ either.
    if (auto const* const own = call.map->web.metadata.find("oga_onlineresource");
        own != nullptr && !own->empty()) {
        return without_slash(*own);
    }
    auto const& configured = call.settings.online_resource;
    auto const url = configured.empty() ? http::to_url(call.request.address) : configured;
    auto const steps = split(call.request.path_info, '/');
    auto const name = steps.size() > 1 ? steps[1] : std::string_view{};
    return without_slash(url) + '/' + http::percent_encode(name) + "/ogcapi";
}

Json link(std::string_view relation, std::string const& href, std::string_view title,
          std::string_view type)
{
    return {{"rel", relation}, {"href", href}, {"title", title}, {"type", type}};
}

void append_own_links(Json& links, mapfile::StringMap const& metadata)
{
    auto const* const list = find_text(metadata, "links");
    if (list == nullptr) {
        return;
    }
    for (auto const& key : split_list(*list)) {
        auto const* const href = find_text(metadata, key + "_href");
        auto const* const title = find_text(metadata, key + "_title");
        auto const* const type = find_text(metadata, key + "_type");
        if (href != nullptr && title != nullptr) {
            links.push_back({{"href", *href},
                             {"title", *title},
                             {"type", type == nullptr ? std::string{html_type} : *type}});
        }
    }
}

std::string const* find_text(mapfile::StringMap const& metadata, std::string_view key)
{
    auto const* const found = find_of(Service::Oga, metadata, key);
    return found == nullptr ? metadata.find("wfs_" + std::string{key}) : found;
}

std::string to_text(Json const& value)
{
    return value.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string extra_parameters(mapfile::Map const& map, mapfile::Layer const* layer)
{
    constexpr std::string_view key = "extra_params";
    auto const* text = layer == nullptr ? nullptr : find_of(Service::Oga, layer->metadata, key);
    if (text == nullptr || text->empty()) {
        text = find_of(Service::Oga, map.web.metadata, key);
    }
    if (text == nullptr || text->empty()) {
        return {};
    }
    return text->starts_with('&') ? *text : '&' + *text;
}

void check_parameters(ApiRequest const& api_request, std::span<std::string_view const> known)
{
    auto const& map = api_request.map();
    auto const* const mode = find_of(Service::Oga, map.web.metadata, "compliance_mode");
    if (mode != nullptr && equals_ignoring_case(*mode, "false")) {
        return;
    }
    auto extra = extra_parameters(map, nullptr);
    for (auto const& layer : map.layers) {
        if (find_of(Service::Oga, layer.metadata, "extra_params") != nullptr) {
            extra += extra_parameters(map, &layer);
        }
    }
    std::vector<std::string_view> all{known.begin(), known.end()};
    for (auto const parameter : split(extra, '&')) {
        all.push_back(parameter.substr(0, parameter.find('=')));
    }
    check_parameters(api_request.request(), all);
}

http::Response answer(ApiRequest const& api_request, Json document, std::string_view type,
                      std::string_view page)
{
    auto response = api_request.format == Format::Json
                        ? http::text_response(200, std::string{type}, to_text(document))
                        : html_page(api_request, std::move(document), page);
    response.headers.emplace_back("Vary", "Accept");
    return response;
}

http::Response exception(Call const& call, std::exception const& error)
{
    log_failure(call.services.log, "OGC API", error);
    auto const complaint = complaint_about(error);
    auto response = http::text_response(
        complaint.status, std::string{json_type},
        to_text({{"code", code_of(complaint)}, {"description", complaint.message}}));
    response.failure = complaint.message;
    response.error_kind = kind_of(error);
    return response;
}

} // namespace ms::ows::ogcapi
