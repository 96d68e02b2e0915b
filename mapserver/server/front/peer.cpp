// SPDX-License-Identifier: MIT
#include "server/front/peer.hpp"

#include "base/string.hpp"

#include <array>
#include <netdb.h>
#include <optional>
#include <poll.h>
#include <sys/socket.h>

namespace ms::server {

namespace {

struct PeerName {
    std::array<char, NI_MAXHOST> host{};
    std::array<char, NI_MAXSERV> service{};
};

/// \param get getpeername or getsockname
std::optional<PeerName> name_of(int socket, decltype(getpeername)* get)
{
    sockaddr_storage peer{};
    socklen_t size = sizeof peer;
    auto* const any = reinterpret_cast<sockaddr*>(&peer);
    PeerName name;
    bool const is_known =
        get(socket, any, &size) == 0 && (peer.ss_family == AF_INET || peer.ss_family == AF_INET6) &&
        getnameinfo(any, size, name.host.data(), name.host.size(), name.service.data(),
                    name.service.size(), NI_NUMERICHOST | NI_NUMERICSERV) == 0;
    return is_known ? std::optional{name} : std::nullopt;
}

Endpoint endpoint_of(int socket, decltype(getpeername)* get)
{
    auto const name = name_of(socket, get);
    return name ? Endpoint{name->host.data(), parse_int(name->service.data()).value_or(0)}
                : Endpoint{};
}

} // namespace

std::string address_of_peer(int socket)
{
    return remote_end(socket).address;
}

Endpoint remote_end(int socket)
{
    return endpoint_of(socket, &getpeername);
}

Endpoint local_end(int socket)
{
    return endpoint_of(socket, &getsockname);
}

bool says_something_within(int socket, std::chrono::milliseconds patience) noexcept
{
    pollfd requested{socket, POLLIN, 0};
    return poll(&requested, 1, static_cast<int>(patience.count())) > 0;
}

bool is_gone(int socket) noexcept
{
    pollfd requested{socket, POLLRDHUP, 0};
    return socket >= 0 && poll(&requested, 1, 0) > 0 &&
           (requested.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

} // namespace ms::server
