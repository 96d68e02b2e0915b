// SPDX-License-Identifier: MIT
#include "server/peer.hpp"

#include "base/string.hpp"

#include <array>
#include <filesystem>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>

namespace ms::server {

namespace {

bool is_connected_to(int socket, std::string const& address, std::string const& port)
{
    sockaddr_storage peer{};
    socklen_t size = sizeof peer;
    auto* const any = reinterpret_cast<sockaddr*>(&peer);
    std::array<char, NI_MAXHOST> host{};
    std::array<char, NI_MAXSERV> service{};
    return getpeername(socket, any, &size) == 0 &&
           (peer.ss_family == AF_INET || peer.ss_family == AF_INET6) &&
           getnameinfo(any, size, host.data(), host.size(), service.data(), service.size(),
                       NI_NUMERICHOST | NI_NUMERICSERV) == 0 &&
           address == host.data() && port == service.data();
}

} // namespace

int find_connection(std::string const& address, int port)
{
    auto const wanted = std::to_string(port);
    std::error_code failed;
    std::filesystem::directory_iterator const descriptors{"/proc/self/fd", failed};
    for (auto const& entry : descriptors) {
        auto const descriptor = parse_int(entry.path().filename().string());
        if (descriptor && is_connected_to(*descriptor, address, wanted)) {
            return *descriptor;
        }
    }
    return -1;
}

bool is_gone(int socket) noexcept
{
    pollfd wanted{socket, POLLRDHUP, 0};
    return socket >= 0 && poll(&wanted, 1, 0) > 0 &&
           (wanted.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

} // namespace ms::server
