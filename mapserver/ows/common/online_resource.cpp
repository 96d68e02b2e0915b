// SPDX-License-Identifier: MIT
#include "ows/common/online_resource.hpp"

#include "base/percent_encode.hpp"
#include "base/string.hpp"
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

std::string address_in_path(Call const& call)
{
    auto const& configured = call.settings.online_resource;
    auto url = configured.empty() ? http::to_url(call.request.address) : configured;
    url.erase(url.find_last_not_of('/') + 1);
    auto const steps = split(call.request.path_info, '/');
    auto const name = steps.size() > 1 ? steps[1] : std::string_view{};
    return url + '/' + percent_encode(name);
}

std::vector<std::string> steps_behind_signature(std::string_view path_info)
{
    constexpr std::size_t behind_signature = 3; // "", the map, the signature
    std::vector<std::string> steps;
    auto const all = split(path_info, '/');
    for (auto i = behind_signature; i < all.size(); ++i) {
        steps.emplace_back(all[i]);
    }
    if (!steps.empty() && steps.back().empty()) {
        steps.pop_back();
    }
    return steps;
}

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
