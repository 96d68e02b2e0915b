// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// An HTTP request, independent of the front end.

#include "http/body_stream.hpp"
#include "http/parameters.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ms::http {

enum class Method : std::uint8_t { Get, Head, Post, Options, Other };

/// "GET" ... in any case.
[[nodiscard]] Method parse_method(std::string_view name) noexcept;

/// The address that the client used, for links back to the server.
struct Address {
    std::string scheme = "http";
    std::string host = "localhost";
    std::string port{};        ///< empty or the scheme's own: not written
    std::string script_name{}; ///< "/cgi-bin/mapserv"
    friend bool operator==(Address const&, Address const&) = default;
};

/// "https://example.org:8443/cgi-bin/mapserv"
[[nodiscard]] std::string to_url(Address const& address);

/// Variables of a request and their values.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// A plain value. What answers depend on belongs into server/cache/request_key, too.
struct Request {
    using Clock = std::chrono::steady_clock;

    Method method = Method::Get;
    std::string path_info{}; ///< after the script's name, decoded: "/world"
    Parameters parameters{}; ///< of the query, then of a form body
    std::string body{};      ///< of a POST that is not a form
    std::string content_type{};
    std::string remote_address{};
    std::string if_none_match{}; ///< tags of the copies that the client has
    std::string accept{};        ///< types that the client likes, with their weights
    std::string origin{};        ///< of the requesting page, sent by browsers
    std::string trace_parent{};  ///< traceparent (W3C), unchecked
    bool accepts_gzip = false;
    Address address{};
    Settings settings{}; ///< MS_MAPFILE ..., set by the web server for this request
    std::function<bool()> is_abandoned{}; ///< whether the client has gone; empty: unknown
    OpenStream open_stream{}; ///< for large bodies; empty: they stay in memory until sent
    /// Call it before waiting for something that takes no processor: as long as the object lives,
    /// the server works on another request. Empty: it does not.
    std::function<std::shared_ptr<void>()> pause{};
    Clock::time_point received{}; ///< when the front end began to read it; may be unset
    Clock::time_point parsed{};   ///< when it had made this of it
};

/// A proxy's report of the address that the client used; empty: none.
struct Forwarded {
    std::string_view host{}, port{}, proto{};
};

/// The address with the parts that a proxy reports; ignores parts that are not valid in a URL. Only
/// for trusted proxies: see behind_proxies().
[[nodiscard]] Address behind_proxy(Address address, Forwarded const& forwarded);

/// Sets host and port from "host", "host:port" or "[v6]:port". Ignores an invalid authority.
void set_authority(Address& address, std::string_view authority);

} // namespace ms::http
