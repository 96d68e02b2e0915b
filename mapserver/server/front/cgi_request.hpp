// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Makes a request from CGI variables (RFC 3875), as CGI and FastCGI provide them.

#include "http/request.hpp"
#include "server/config/config.hpp"

#include <functional>

namespace ms::server {

/// The value of a CGI variable, or nullptr.
using Variables = std::function<char const*(char const*)>;
/// Reads up to `size` bytes of the body; fewer only at its end.
using ReadBody = std::function<std::string(std::size_t size)>;

/// \param config which proxies may speak for clients, and the limit on bodies
/// \throws Error{BadRequest} for a senseless CONTENT_LENGTH, Error{Limit} for a body beyond the
/// limit
[[nodiscard]] http::Request read_cgi_request(Variables const& variables, ReadBody const& read_body,
                                             Config const& config);

/// Addresses and networks of proxies that are trusted to report the client (see
/// http::behind_proxies): MS_TRUSTED_PROXIES, by default those on this machine.
[[nodiscard]] std::string trusted_proxies(Config const& config);

/// Appends the body's parameters if it is a form, else stores it unchanged.
void take_body(http::Request& request, std::string body, std::string_view content_type);

} // namespace ms::server
