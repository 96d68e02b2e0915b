// SPDX-License-Identifier: MIT
#include "server/front/interruption.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <doctest/doctest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

using namespace ms::server;
using namespace std::chrono_literals;

namespace {

struct Pair {
    Pair() { REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0); }
    ~Pair()
    {
        close(ends[0]);
        close(ends[1]);
    }
    std::array<int, 2> ends{};
};

/// A socket that listens at an address of the kernel's choice, without clients.
int lonely_listener()
{
    int const listening = socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    // unix(7), "Autobind feature": the address is sizeof(sa_family_t) long
    REQUIRE(bind(listening, reinterpret_cast<sockaddr*>(&address), sizeof address.sun_family) == 0);
    REQUIRE(listen(listening, 1) == 0);
    return listening;
}

/// Runs on a thread that is interrupted all the time until it has done its work.
template <typename Work>
void interrupted(Work const& work)
{
    hold_interruptions();
    std::atomic<bool> is_done{false};
    std::thread thread{[&] {
        work();
        is_done = true;
    }};
    while (!is_done) {
        interrupt(thread.native_handle());
        std::this_thread::sleep_for(1ms);
    }
    thread.join();
}

} // namespace

TEST_CASE("interruption: a wait for connections stops")
{
    int const listening = lonely_listener();
    int result = 0, failure = 0;
    interrupted([&] {
        result = accept_connection(listening);
        failure = errno;
    });
    CHECK(result == -1);
    CHECK(failure == EINTR);
    close(listening);
}

TEST_CASE("interruption: a wait for bytes stops")
{
    Pair const pair;
    auto arrival = SocketEvent::Bytes;
    interrupted([&] { arrival = wait_for_arrival(pair.ends[0], -1, std::nullopt); });
    CHECK(arrival == SocketEvent::Interrupted);
}

TEST_CASE("interruption: reading continues")
{
    Pair const pair;
    ssize_t count = 0;
    char byte = 0;
    std::thread writer{[&] {
        std::this_thread::sleep_for(20ms);
        CHECK(write(pair.ends[1], "x", 1) == 1);
    }};
    interrupted([&] { count = read(pair.ends[0], &byte, 1); });
    writer.join();
    CHECK(count == 1);
    CHECK(byte == 'x');
}

TEST_CASE("interruption: bytes, newcomers and timeouts are distinguished")
{
    hold_interruptions();
    Pair const idle, busy;
    CHECK(write(busy.ends[1], "x", 1) == 1);
    CHECK(wait_for_arrival(idle.ends[0], -1, 0ms) == SocketEvent::Nothing);
    CHECK(wait_for_arrival(busy.ends[0], -1, std::nullopt) == SocketEvent::Bytes);
    CHECK(wait_for_arrival(idle.ends[0], busy.ends[0], std::nullopt) == SocketEvent::Newcomer);
}
