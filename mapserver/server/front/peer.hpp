// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The other side of a connection: who it is, and whether it is still there.

#include <chrono>
#include <string>

namespace ms::server {

/// Numeric; "" when it is no TCP connection.
[[nodiscard]] std::string address_of_peer(int socket);

struct Endpoint {
    std::string address; ///< numeric; "" when it is no TCP connection
    int port = 0;
};

[[nodiscard]] Endpoint remote_end(int socket);
[[nodiscard]] Endpoint local_end(int socket);

/// Whether bytes, or the end, have come from the other side in that time.
[[nodiscard]] bool says_something_within(int socket, std::chrono::milliseconds patience) noexcept;

/// Whether the other side has closed. False for -1 and for what is no socket.
[[nodiscard]] bool is_gone(int socket) noexcept;

} // namespace ms::server
