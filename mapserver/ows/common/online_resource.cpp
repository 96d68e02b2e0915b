// SPDX-License-Identifier: MIT
#include "ows/common/online_resource.hpp"

#include "base/percent_encode.hpp"
#include "http/query_string.hpp"
#include "ows/common/language.hpp"

namespace ms::ows {

std::string open_for_parameters(std::string url)
{
    if (url.find('?') == std::string::npos) {
        url.push_back('?');
    } else if (url.back() != '?' && url.back() != '&') {
        url.push_back('&');
    }
    return url;
}

namespace {

std::string url_of(Call const& call, Service service)
{
    if (auto const* const configured = find_of(service, call.map->web.metadata, "onlineresource");
        configured != nullptr && !configured->empty()) {
        return open_for_parameters(*configured);
    }
    auto url = call.settings.online_resource.empty() ? http::to_url(call.request.address)
                                                     : call.settings.online_resource;
    if (auto const& path = call.request.path_info; !path.empty()) {
        url.erase(url.find_last_not_of('/') + 1);
        url += percent_encode(path);
    }
    url = open_for_parameters(std::move(url));
    if (auto const* const name = call.parameters().first("map")) {
        url += "map=" + percent_encode(*name) + '&';
    }
    return url;
}

} // namespace

std::string online_resource(Call const& call, Service service)
{
    auto url = url_of(call, service);
    // The links of an answer lead to answers in its language.
    if (auto const language = language_of(*call.map, call.parameters(), service);
        !language.empty()) {
        url += "language=" + percent_encode(language) + '&';
    }
    return url;
}

} // namespace ms::ows
