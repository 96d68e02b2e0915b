// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads what reverse proxies report about the client: its address, and the URL it used.

#include "http/request.hpp"

#include <string>
#include <string_view>

namespace ms::http {

/// The values of the headers, as they came; empty: not sent.
struct ForwardedHeaders {
    std::string_view forwarded{}; ///< Forwarded (RFC 7239)
    std::string_view client{};    ///< X-Forwarded-For
    std::string_view host{};      ///< X-Forwarded-Host
    std::string_view port{};      ///< X-Forwarded-Port
    std::string_view proto{};     ///< X-Forwarded-Proto
    std::string_view prefix{};    ///< X-Forwarded-Prefix
};

/// A client and the address that it used.
struct Origin {
    std::string client; ///< numeric address; "" if the web server does not report it; "unknown"
    Address address{};
    friend bool operator==(Origin const&, Origin const&) = default;
};

/// Believes only trusted proxies, as anyone can send these headers. Each proxy appends what it has
/// seen, so lists are read from their end: the client is the first address that is not a trusted
/// proxy, and host, protocol and the rest are those that the proxy next to it reported. If a proxy
/// hides the client, it is "unknown", which matches no list of addresses. Ignores parts that are
/// not valid in a URL. If Forwarded and X-Forwarded-For name different clients, both are ignored:
/// the client has sent one of them. X-Forwarded-Host and the others complete Forwarded if there is
/// no X-Forwarded-For.
/// \param direct  the peer of the connection, and the URL it requested
/// \param trusted addresses and networks, see names_address(); a peer without an address is trusted
[[nodiscard]] Origin behind_proxies(Origin direct, ForwardedHeaders const& headers,
                                    std::string_view trusted);

} // namespace ms::http
