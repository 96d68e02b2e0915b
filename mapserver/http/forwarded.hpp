// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What reverse proxies say about the client: who it is, and the URL it used.

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

/// A client and where it reached us.
struct Origin {
    std::string client; ///< numeric address; "" when the web server does not say; "unknown"
    Address address{};
    friend bool operator==(Origin const&, Origin const&) = default;
};

/// Believes only proxies that are trusted, as everybody can send these headers. Each proxy appends
/// what it has seen, so lists are read from their end: the client is the first address that is not
/// a trusted proxy, and host, protocol and the rest are those that the proxy next to it noted.
/// Where a proxy hides the client, it is "unknown", which no list of addresses names.
/// Parts that could not stand in a URL are ignored. A message with Forwarded and X-Forwarded-For
/// that name different clients says nothing: one of them was sent by the client.
/// \param direct  the peer of the connection, and what it asked for
/// \param trusted addresses and networks, see names_address(); a peer without an address is trusted
[[nodiscard]] Origin behind_proxies(Origin direct, ForwardedHeaders const& headers,
                                    std::string_view trusted);

} // namespace ms::http
