// SPDX-License-Identifier: MIT
#include "http/forwarded.hpp"

#include "base/string.hpp"
#include "http/network.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace ms::http {

namespace {

constexpr std::string_view unknown_client = "unknown";
/// Chains are short; longer ones are an attack.
constexpr std::size_t max_hops = 32;

/// The report of one proxy about the request that it received.
struct Hop {
    std::string client, host, port, proto, prefix;
};

bool is_trusted(std::string_view trusted, std::string_view address)
{
    return address.empty() || names_address(trusted, address).value_or(false);
}

/// "192.0.2.1", "192.0.2.1:8080", "2001:db8::1", "[2001:db8::1]:8080" without the port; "unknown"
/// for an invalid address, which also keeps it out of logs.
std::string address_in(std::string_view text)
{
    if (text.starts_with('[')) {
        text = text.substr(1, text.find(']') - 1);
    } else if (std::ranges::count(text, ':') == 1) {
        text = text.substr(0, text.find(':'));
    }
    return std::string{names_address("", text) ? text : unknown_client};
}

/// From the last hop to the first; the client's own, which anyone can forge, comes last.
std::vector<std::string_view> from_the_end(std::string_view list)
{
    std::vector<std::string_view> items;
    while (!list.empty() && items.size() < max_hops) {
        auto const comma = list.rfind(',');
        auto const start = comma == std::string_view::npos ? 0 : comma + 1;
        items.push_back(trim(list.substr(start)));
        list = list.substr(0, start == 0 ? 0 : comma);
    }
    return items;
}

std::string_view item(std::vector<std::string_view> const& items, std::size_t number)
{
    return items.empty() ? std::string_view{} : items[std::min(number, items.size() - 1)];
}

std::string unquoted(std::string_view value)
{
    value = trim(value);
    bool const is_quoted = value.size() >= 2 && value.starts_with('"') && value.ends_with('"');
    return replace_all(is_quoted ? value.substr(1, value.size() - 2) : value, "\\", "");
}

/// One element of Forwarded: for=192.0.2.60;proto=http;host="example.org:8080"
Hop parse_element(std::string_view element)
{
    Hop hop{.client = std::string{unknown_client}};
    for (auto const pair : split(element, ';')) {
        auto const equals = std::min(pair.find('='), pair.size());
        auto const name = trim(pair.substr(0, equals));
        auto const value = unquoted(pair.substr(std::min(equals + 1, pair.size())));
        if (equals_ignoring_case(name, "for")) {
            hop.client = address_in(value);
        } else if (equals_ignoring_case(name, "host")) {
            hop.host = value;
        } else if (equals_ignoring_case(name, "proto")) {
            hop.proto = value;
        }
    }
    return hop;
}

std::vector<Hop> hops_of_forwarded(ForwardedHeaders const& headers)
{
    std::vector<Hop> hops;
    for (auto const element : from_the_end(headers.forwarded)) {
        hops.push_back(parse_element(element));
    }
    return hops;
}

/// Proxies that write one host, protocol or port instead of appending theirs mean the client's.
std::vector<Hop> hops_of_x_forwarded(ForwardedHeaders const& headers)
{
    auto const clients = from_the_end(headers.client);
    auto const hosts = from_the_end(headers.host);
    auto const ports = from_the_end(headers.port);
    auto const protos = from_the_end(headers.proto);
    auto const prefixes = from_the_end(headers.prefix);
    bool const says_nothing =
        clients.empty() && hosts.empty() && ports.empty() && protos.empty() && prefixes.empty();
    std::vector<Hop> hops(says_nothing ? 0 : std::max<std::size_t>(clients.size(), 1));
    for (std::size_t i = 0; i < hops.size(); ++i) {
        hops[i] = {.client = clients.empty() ? std::string{} : address_in(clients[i]),
                   .host = std::string{item(hosts, i)},
                   .port = std::string{item(ports, i)},
                   .proto = std::string{item(protos, i)},
                   .prefix = std::string{item(prefixes, i)}};
    }
    return hops;
}

/// The entry of the proxy next to the client; nullopt without a proxy.
Hop const* find_outermost(std::vector<Hop> const& hops, std::string_view trusted)
{
    Hop const* found = nullptr;
    for (auto const& hop : hops) {
        found = &hop;
        if (!hop.client.empty() && !is_trusted(trusted, hop.client)) {
            break;
        }
    }
    return found;
}

/// Some proxies write Forwarded, and of the other headers those that it has no part for. Without
/// X-Forwarded-For the client is that of Forwarded, or else the peer would pass for it.
/// \param forwarded, x either may be null
Hop completed(Hop const* forwarded, Hop const* x)
{
    Hop hop = forwarded == nullptr ? Hop{} : *forwarded;
    if (x != nullptr) {
        hop.host = hop.host.empty() ? x->host : hop.host;
        hop.proto = hop.proto.empty() ? x->proto : hop.proto;
        hop.port = x->port;
        hop.prefix = x->prefix;
    }
    return hop;
}

bool is_prefix(std::string_view text)
{
    auto const is_allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view{"-._~/"}.find(c) != std::string_view::npos;
    };
    return text.starts_with('/') && text.size() <= 255 && std::ranges::all_of(text, is_allowed) &&
           text.find("//") == std::string_view::npos && text.find("..") == std::string_view::npos;
}

void add_prefix(Address& address, std::string_view prefix)
{
    while (prefix.ends_with('/')) {
        prefix.remove_suffix(1);
    }
    if (is_prefix(prefix)) {
        address.script_name.insert(0, prefix);
    }
}

} // namespace

Origin behind_proxies(Origin direct, ForwardedHeaders const& headers, std::string_view trusted)
{
    if (!is_trusted(trusted, direct.client)) {
        return direct;
    }
    auto const x_hops = hops_of_x_forwarded(headers);
    auto const hops = hops_of_forwarded(headers);
    auto const* const x_outermost = find_outermost(x_hops, trusted);
    auto const* const outermost = find_outermost(hops, trusted);
    bool const has_both = !headers.client.empty() && outermost != nullptr;
    if (has_both && x_outermost->client != outermost->client) {
        direct.client = unknown_client;
        return direct;
    }
    if (x_outermost != nullptr || outermost != nullptr) {
        bool const names_client = x_outermost != nullptr && !headers.client.empty();
        auto const said = names_client ? *x_outermost : completed(outermost, x_outermost);
        if (!said.client.empty()) {
            direct.client = said.client;
        }
        direct.address =
            behind_proxy(std::move(direct.address), {said.host, said.port, said.proto});
        add_prefix(direct.address, said.prefix);
    }
    return direct;
}

} // namespace ms::http
