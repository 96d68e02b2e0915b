// SPDX-License-Identifier: MIT
#include "http/request.hpp"

#include "base/string.hpp"

#include <algorithm>

namespace ms::http {

namespace {

bool is_host(std::string_view text) noexcept
{
    auto const is_allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view{"-._[]:"}.find(c) != std::string_view::npos;
    };
    return !text.empty() && text.size() <= 255 && std::ranges::all_of(text, is_allowed);
}

bool is_port(std::string_view text) noexcept
{
    auto const number = parse_int(text);
    return number && *number > 0 && *number < 65536 &&
           std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

Method parse_method(std::string_view name) noexcept
{
    if (equals_ignoring_case(name, "GET")) {
        return Method::Get;
    }
    if (equals_ignoring_case(name, "HEAD")) {
        return Method::Head;
    }
    if (equals_ignoring_case(name, "POST")) {
        return Method::Post;
    }
    return equals_ignoring_case(name, "OPTIONS") ? Method::Options : Method::Other;
}

void set_authority(Address& address, std::string_view authority)
{
    auto const colon = authority.rfind(':');
    bool const has_port =
        colon != std::string_view::npos && authority.find(']', colon) == std::string_view::npos;
    auto const host = authority.substr(0, has_port ? colon : authority.size());
    auto const port = has_port ? authority.substr(colon + 1) : std::string_view{};
    if (!is_host(host) || (has_port && !is_port(port))) {
        return;
    }
    address.host = host;
    address.port = port;
}

Address behind_proxy(Address address, Forwarded const& forwarded)
{
    if (!forwarded.host.empty()) {
        auto const port = address.port;
        set_authority(address, forwarded.host);
        if (address.port.empty() && forwarded.proto.empty()) {
            address.port = port;
        }
    }
    if (auto const proto = to_lower(forwarded.proto); proto == "http" || proto == "https") {
        address.scheme = proto;
        if (forwarded.host.empty()) {
            address.port.clear(); // it was that of the other scheme
        }
    }
    if (auto const port = forwarded.port; is_port(port)) {
        address.port = port;
    }
    return address;
}

std::string to_url(Address const& address)
{
    std::string url = address.scheme + "://" + address.host;
    bool const is_default_port = address.port.empty() ||
                                 (address.scheme == "http" && address.port == "80") ||
                                 (address.scheme == "https" && address.port == "443");
    if (!is_default_port) {
        url += ':' + address.port;
    }
    return url + address.script_name;
}

} // namespace ms::http
