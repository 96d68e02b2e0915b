// SPDX-License-Identifier: MIT
#include "server/remote/remote_hosts.hpp"

#include "base/handle.hpp"
#include "base/string.hpp"
#include "http/network.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <optional>

namespace ms::server {

namespace {

using Url = Handle<CURLU, curl_url_cleanup>;

/// Loopback, private use, link local, carrier-grade NAT, "this" network, multicast and reserved
/// (RFC 6890), and the IPv6 equivalents; also IPv6 addresses that contain an IPv4 address, which
/// could be one of them: IPv4-compatible (RFC 4291, 2.5.5.1), NAT64 (RFC 6052, RFC 8215), Teredo
/// (RFC 4380), 6to4 (RFC 3056).
constexpr std::string_view not_public =
    "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 "
    "192.168.0.0/16 198.18.0.0/15 224.0.0.0/4 240.0.0.0/4 ::/96 64:ff9b::/96 64:ff9b:1::/48 "
    "2001::/32 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8";

bool is_network(std::string_view text)
{
    return http::names_address(text, "192.0.2.1").has_value();
}

std::string without_port(std::string_view host)
{
    auto const colon = host.rfind(':');
    return std::string{colon == std::string_view::npos ? host : host.substr(0, colon)};
}

/// One part of a URL; nullopt if it is missing.
std::optional<std::string> part_of(CURLU* url, CURLUPart part, unsigned flags = 0)
{
    char* text = nullptr;
    if (curl_url_get(url, part, &text, flags) != CURLUE_OK) {
        return std::nullopt;
    }
    std::string copy{text};
    curl_free(text);
    return copy;
}

} // namespace

RemoteHosts::RemoteHosts(std::string_view allowed)
{
    auto const list = replace_all(allowed, ",", " ");
    for (auto const word : split_words(list)) {
        bool const has_mask = word.find('/') != std::string_view::npos;
        auto const host = is_network(word) ? std::string{word} : without_port(word);
        if (is_network(host)) {
            m_networks.push_back(host);
        }
        if (!has_mask) {
            m_hosts.push_back(to_lower(word));
        }
    }
}

bool RemoteHosts::is_allowed(std::string const& url) const
{
    Url const parsed{curl_url()};
    if (!parsed || curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK) {
        return false;
    }
    auto const scheme = part_of(parsed.get(), CURLUPART_SCHEME);
    auto const host = part_of(parsed.get(), CURLUPART_HOST);
    bool const is_web = scheme && (*scheme == "http" || *scheme == "https");
    if (!is_web || !host || part_of(parsed.get(), CURLUPART_USER) ||
        part_of(parsed.get(), CURLUPART_PASSWORD)) {
        return false;
    }
    auto name = to_lower(*host);
    auto const port = part_of(parsed.get(), CURLUPART_PORT, CURLU_NO_DEFAULT_PORT);
    name += port ? ':' + *port : "";
    return std::ranges::find(m_hosts, name) != m_hosts.end();
}

bool RemoteHosts::is_reachable(std::string const& address) const
{
    bool const is_public = !http::names_address(not_public, address).value_or(true);
    return is_public || std::ranges::any_of(m_networks, [&](std::string const& network) {
               return http::names_address(network, address).value_or(false);
           });
}

} // namespace ms::server
