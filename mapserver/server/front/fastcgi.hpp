// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers requests from a web server over FastCGI.

#include "server/app/app.hpp"

namespace ms::server {

/// Whether standard input is a FastCGI socket.
[[nodiscard]] bool is_fastcgi();

/// Answers until SIGTERM, SIGUSR1 or SIGINT, and finishes requests that are in progress then. Uses
/// as many threads as the limits of the configuration say, each on its own connection; a web server
/// that sends one request at a time (mod_fcgid) leaves the others asleep.
/// \return the exit status of the process
int run_fastcgi(App& app);

} // namespace ms::server
