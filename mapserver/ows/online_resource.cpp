// SPDX-License-Identifier: MIT
#include "ows/online_resource.hpp"

#include "http/query_string.hpp"
#include "ows/metadata.hpp"

namespace ms::ows {

namespace {

std::string open_for_parameters(std::string url)
{
    if (url.find('?') == std::string::npos) {
        url.push_back('?');
    } else if (url.back() != '?' && url.back() != '&') {
        url.push_back('&');
    }
    return url;
}

} // namespace

std::string online_resource(Call const& call)
{
    if (auto const* const configured = find_wms(call.map->web.metadata, "onlineresource");
        configured != nullptr && !configured->empty()) {
        return open_for_parameters(*configured);
    }
    auto url =
        call.settings.online_resource.empty()
            ? http::to_url(call.request.address) + http::percent_encode(call.request.path_info)
            : call.settings.online_resource;
    url = open_for_parameters(std::move(url));
    if (auto const* const name = call.parameters().first("map")) {
        url += "map=" + http::percent_encode(*name) + '&';
    }
    return url;
}

} // namespace ms::ows
