// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The other side of a connection: its address, and whether it is still connected.

#include <chrono>
#include <string>

namespace ms::server {

/// Numeric; "" if it is not a TCP connection.
[[nodiscard]] std::string address_of_peer(int socket);

struct Endpoint {
    std::string address; ///< numeric; "" if it is not a TCP connection
    int port = 0;
};

[[nodiscard]] Endpoint remote_end(int socket);
[[nodiscard]] Endpoint local_end(int socket);

/// Whether bytes, or the end, have come from the other side in that time.
[[nodiscard]] bool says_something_within(int socket, std::chrono::milliseconds patience) noexcept;

/// Whether the other side has closed. False for -1 and for a descriptor that is not a socket.
[[nodiscard]] bool is_gone(int socket) noexcept;

} // namespace ms::server
