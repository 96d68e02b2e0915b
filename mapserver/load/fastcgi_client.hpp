// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Sends FastCGI requests as a web server does (FastCGI specification 1.0, responder role).

#include "load/client.hpp"

#include <cstdint>

namespace ms::load {

/// For fcgi://HOST:PORT/SCRIPT?QUERY and fcgi:///path/of/socket?QUERY. One request per connection,
/// as libfcgi expects.
[[nodiscard]] std::unique_ptr<Client> make_fastcgi_client(std::chrono::seconds limit);

/// The target of a fcgi:// URL. \throws Error{BadRequest}
struct FastCgiAddress {
    std::string host;   ///< empty: a Unix socket
    std::string port;   ///< or the socket's path
    std::string script; ///< "/mapserv"
    std::string query;
};
[[nodiscard]] FastCgiAddress parse_fastcgi_url(std::string_view url);

/// One record, for tests and the client: type, content (at most 65535 bytes).
[[nodiscard]] std::string fastcgi_record(std::uint8_t type, std::string_view content);

} // namespace ms::load
