// SPDX-License-Identifier: MIT
#include "server/cache/request_key.hpp"

#include <string_view>

namespace ms::server {

namespace {

/// Length first, so that no value can pass for the end of another.
void append_part(std::string& key, std::string_view part)
{
    key += std::to_string(part.size());
    key += ':';
    key += part;
}

bool is_reading(http::Request const& request)
{
    return request.method == http::Method::Get || request.method == http::Method::Head;
}

} // namespace

std::string flight_key(http::Request const& request)
{
    if (!is_reading(request)) {
        return {};
    }
    std::string key{request.method == http::Method::Get ? "G" : "H"};
    append_part(key, request.if_none_match);
    append_part(key, request.origin);
    return key + content_key(request);
}

std::string flight_key_of_address(http::Request const& request)
{
    std::string key{"A"};
    append_part(key, request.remote_address);
    return key + flight_key(request);
}

std::string content_key(http::Request const& request)
{
    if (!is_reading(request)) {
        return {};
    }
    std::string key;
    append_part(key, http::to_url(request.address));
    append_part(key, request.path_info);
    for (auto const& [name, value] : request.settings) {
        append_part(key, name);
        append_part(key, value);
    }
    append_part(key, request.accepts_gzip ? "gzip" : "");
    if (!request.path_info.empty()) {
        append_part(key, request.accept); // APIs use it; browsers send different ones
    }
    for (auto const& [name, value] : request.parameters.entries()) {
        append_part(key, name);
        append_part(key, value);
    }
    return key;
}

} // namespace ms::server
