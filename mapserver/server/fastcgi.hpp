// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Requests from a web server over FastCGI, one after another.

#include "server/app.hpp"

namespace ms::server {

/// Whether standard input is a FastCGI socket.
[[nodiscard]] bool is_fastcgi();

/// Answers until SIGTERM, SIGUSR1 or SIGINT; a request that is being answered then is finished.
/// \return the exit status of the process
int run_fastcgi(App& app);

} // namespace ms::server
