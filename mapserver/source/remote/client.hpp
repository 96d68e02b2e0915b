// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The HTTP client that layers of other servers use, as an interface.

#include "base/deadline.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ms::source::remote {

/// How a server or a proxy authenticates.
enum class Authentication : std::uint8_t { Basic, Digest, Ntlm, Any, AnySafe };

/// Never printed, logged or part of an error.
struct Credentials {
    std::string user; ///< empty: no credentials
    std::string password;
    Authentication kind = Authentication::Basic;

    friend bool operator==(Credentials const&, Credentials const&) = default;
};

struct Proxy {
    std::string host; ///< empty: no proxy; it must be a listed host, too
    int port = 0;     ///< 0: curl's default
    bool is_socks = false;
    Credentials credentials;

    friend bool operator==(Proxy const&, Proxy const&) = default;
};

/// One GET, or a POST if there is a body.
struct Request {
    std::string url; ///< without a user's name
    std::string body{};
    std::string body_type{};
    Credentials credentials{};
    Proxy proxy{};
    std::string cookie{}; ///< "name=value"
    std::chrono::milliseconds timeout{30'000};
    std::size_t max_bytes = std::size_t{32} << 20U;
    /// Lifetime of an answer in the cache if the server sets none; nullopt: not cached.
    std::optional<std::chrono::seconds> kept{};

    friend bool operator==(Request const&, Request const&) = default;
};

/// An answer with any status; failed connections and exceeded limits are errors instead.
struct Answer {
    int status = 0;
    std::string content_type; ///< as sent, perhaps empty
    std::string body;
};

/// A request on its way. When it ends before get() has returned, the request is cancelled. The
/// client must outlive it.
class Pending {
public:
    virtual ~Pending() = default;
    Pending() = default;
    Pending(Pending const&) = delete;
    Pending& operator=(Pending const&) = delete;

    /// Waits. \throws Error{Source}: no connection, a time-out, more bytes than allowed, a
    /// redirection to a host that is not listed; its text names no address. Error{Limit} when the
    /// deadline passes
    [[nodiscard]] virtual std::shared_ptr<Answer const> get(Deadline const& deadline) = 0;
};

/// Fetches from listed hosts, several requests at once, a bounded number of each host. Thread safe.
class Client {
public:
    virtual ~Client() = default;
    Client() = default;
    Client(Client const&) = delete;
    Client& operator=(Client const&) = delete;

    /// Whether the host of an address is listed.
    [[nodiscard]] virtual bool allows(std::string const& url) const = 0;
    /// Puts the request on its way and returns. \throws Error{BadMapfile} when allows() is false
    [[nodiscard]] virtual std::unique_ptr<Pending> start(Request request) = 0;
};

} // namespace ms::source::remote
