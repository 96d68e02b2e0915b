// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Sends a whole answer to a web server in FastCGI records as long as they may be.

#include <span>
#include <string_view>

namespace ms::server {

/// Sends FCGI_STDOUT records (FastCGI 1.0, 3.3 and 5.3). libfcgi copies an answer into records of 8
/// kB and makes a system call for each of them, which wakes up the web server as often: a hundred
/// times for a map of a megapixel. Here the bytes go from where they are, in one call if the socket
/// takes them.
///
/// \param connection  a stream socket; nothing may wait in libfcgi's buffer for it
/// \param request     the number that the web server gave the request
/// \param parts       sent as one stream of bytes
/// \return false, in the middle of a record perhaps, if the client has gone or takes nothing for
/// longer than the socket's SO_SNDTIMEO: the connection is of no more use
[[nodiscard]] bool send_stdout_records(int connection, int request,
                                       std::span<std::string_view const> parts);

} // namespace ms::server
