// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A built-in web server, for trying out and behind a proxy.

#include "server/app/app.hpp"

#include <cstddef>
#include <string>

namespace ms::server {

struct ListenerOptions {
    std::string host = "127.0.0.1";
    int port = 8080;
    std::string static_directory; ///< served under /static/; empty: disabled
};

/// "8080", ":8080", "127.0.0.1:8080" or "[::1]:8080". \throws Error{BadRequest} for anything else
[[nodiscard]] ListenerOptions parse_listener_address(std::string_view text);

/// Answers until SIGTERM or SIGINT, and finishes requests that are in progress then. Requests go to
/// the app with "/", "/mapserv" or "/cgi-bin/mapserv" as the script's name and the rest as its
/// path.
/// \return the exit status of the process
int run_http(App& app, ListenerOptions const& options);

} // namespace ms::server
