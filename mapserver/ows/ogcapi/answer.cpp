// SPDX-License-Identifier: MIT
#include "ows/ogcapi/answer.hpp"

#include "base/string.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/service_exception.hpp"
#include "ows/ogcapi/html.hpp"

#include <utility>
#include <vector>

namespace ms::ows::ogcapi {

namespace {

std::string_view code_of(Complaint const& complaint)
{
    if (!complaint.code.empty()) {
        return complaint.code;
    }
    return complaint.status == 404 ? not_found : std::string_view{"ServerError"};
}

} // namespace

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
