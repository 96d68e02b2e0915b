// SPDX-License-Identifier: MIT
#include "server/front/peer.hpp"

#include <array>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using ms::server::address_of_peer;
using ms::server::is_gone;
using ms::server::remote_end;
using ms::server::says_something_within;

TEST_CASE("peer: a socket whose other side was closed is gone, also with unread bytes before")
{
    std::array<int, 2> pair{};
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, pair.data()) == 0);
    CHECK_FALSE(is_gone(pair[0]));
    CHECK(write(pair[1], "next request", 12) == 12);
    CHECK_FALSE(is_gone(pair[0]));
    close(pair[1]);
    CHECK(is_gone(pair[0]));
    close(pair[0]);
    CHECK_FALSE(is_gone(-1));
}

TEST_CASE("peer: the ends of a connection have addresses and ports")
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    auto const listener = socket(AF_INET, SOCK_STREAM, 0);
    REQUIRE(bind(listener, any, size) == 0);
    REQUIRE(listen(listener, 1) == 0);
    REQUIRE(getsockname(listener, any, &size) == 0);
    auto const client = socket(AF_INET, SOCK_STREAM, 0);
    REQUIRE(connect(client, any, size) == 0);
    auto const server = accept(listener, nullptr, nullptr);
    REQUIRE(getsockname(client, any, &size) == 0);

    CHECK(remote_end(server).port == ntohs(address.sin_port));
    CHECK(address_of_peer(server) == "127.0.0.1");
    for (auto const descriptor : {server, client, listener}) {
        close(descriptor);
    }
}

TEST_CASE("peer: bytes and the end of a stream are detected, and a Unix socket has no address")
{
    std::array<int, 2> pair{};
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, pair.data()) == 0);
    CHECK(address_of_peer(pair[0]).empty());
    CHECK_FALSE(says_something_within(pair[0], std::chrono::milliseconds{1}));
    CHECK(write(pair[1], "x", 1) == 1);
    CHECK(says_something_within(pair[0], std::chrono::milliseconds{1}));
    close(pair[1]);
    CHECK(says_something_within(pair[0], std::chrono::milliseconds{1}));
    close(pair[0]);
}
