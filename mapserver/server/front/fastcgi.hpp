// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Requests from a web server over FastCGI.

#include "server/app/app.hpp"

namespace ms::server {

/// Whether standard input is a FastCGI socket.
[[nodiscard]] bool is_fastcgi();

/// Answers until SIGTERM, SIGUSR1 or SIGINT; requests that are being answered then are finished.
/// As many threads answer as the limits of the configuration say, each on a connection of its own;
/// a web server that sends one request at a time (mod_fcgid) leaves the others asleep.
/// \return the exit status of the process
int run_fastcgi(App& app);

} // namespace ms::server
