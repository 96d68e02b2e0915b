// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Whether a client still listens.

#include <string>

namespace ms::server {

/// Our end of the TCP connection with this peer; -1 when there is none. The HTTP library hands its
/// sockets to nobody.
[[nodiscard]] int find_connection(std::string const& address, int port);

/// Whether the other side has closed. False for -1 and for what is no socket.
[[nodiscard]] bool is_gone(int socket) noexcept;

} // namespace ms::server
