// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers one CGI request: environment and standard input to standard output.

#include "server/app/app.hpp"
#include "server/front/cgi_request.hpp"

namespace ms::server {

enum class CgiHeader : std::uint8_t { Write, LeaveOut };

/// \return the exit status of the process
int run_cgi(App& app, Variables const& variables, CgiHeader header);

} // namespace ms::server
