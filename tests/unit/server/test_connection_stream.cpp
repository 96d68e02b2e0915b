// SPDX-License-Identifier: MIT
#include "server/connection_stream.hpp"

#include <doctest/doctest.h>

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string>
#include <string_view>

namespace {

using namespace ms::server;

/// Two ends that know each other; what is sent at one is read at the other.
class Pair {
public:
    Pair() { REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, m_ends.data()) == 0); }
    ~Pair()
    {
        close(m_ends[0]);
        close(m_ends[1]);
    }
    Pair(Pair const&) = delete;
    Pair& operator=(Pair const&) = delete;

    void send(std::string_view text) const
    {
        REQUIRE(write(m_ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    }
    [[nodiscard]] int ours() const { return m_ends[0]; }

private:
    std::array<int, 2> m_ends{};
};

/// As the library reads heads: byte by byte. Ends with the bounds or after some bytes.
std::string read_bytes(ConnectionStream& stream, std::size_t most)
{
    std::string text;
    char c = '\0';
    while (text.size() < most && stream.read(&c, 1) == 1) {
        text += c;
    }
    return text;
}

constexpr std::string_view head = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

} // namespace

TEST_CASE("connection stream: a line without end is read as far as a head may go")
{
    Pair const pair;
    ConnectionStream stream{pair.ours(), {.head_bytes = 1000, .body_bytes = 5000}};
    pair.send("GET /" + std::string(20'000, 'a'));
    CHECK(read_bytes(stream, 1'000'000).size() == 1000);
    CHECK_FALSE(stream.body_taken());
}

TEST_CASE("connection stream: headers without end are read as far as a head may go")
{
    Pair const pair;
    ConnectionStream stream{pair.ours(), {.head_bytes = 1000, .body_bytes = 5000}};
    std::string text = "GET / HTTP/1.1\r\n";
    while (text.size() < 20'000) {
        text += "X: y\r\n";
    }
    pair.send(text);
    CHECK(read_bytes(stream, 1'000'000).size() == 1000);
}

TEST_CASE("connection stream: a body has bounds of its own, anew for each request")
{
    Pair const pair;
    ConnectionStream stream{pair.ours(), {.head_bytes = 100, .body_bytes = 50}};
    pair.send(std::string{head} + std::string(50, 'b') + std::string{head} + std::string(51, 'c'));
    CHECK(read_bytes(stream, head.size()) == head);
    CHECK(stream.body_taken() == 0U);
    std::array<char, 100> body{};
    CHECK(stream.read(body.data(), body.size()) == 50);
    CHECK(stream.body_taken() == 50U);
    CHECK(stream.read(body.data(), 1) == -1);

    stream.begin_request(); // what was sent ahead is still there
    CHECK(stream.waits_for_us(std::chrono::milliseconds{0}));
    CHECK(read_bytes(stream, head.size()) == head);
    CHECK(stream.read(body.data(), body.size()) == 50);
    CHECK(stream.read(body.data(), 1) == -1);
}

TEST_CASE("connection stream: a head that takes too long is given up")
{
    Pair const pair;
    ConnectionStream stream{
        pair.ours(), {.head_bytes = 100, .body_bytes = 50, .head_time = std::chrono::seconds{0}}};
    pair.send(head);
    CHECK(read_bytes(stream, 1).empty());
}

TEST_CASE("connection stream: the end of a connection is no error")
{
    Pair const pair;
    ConnectionStream stream{pair.ours(), {.head_bytes = 100, .body_bytes = 50}};
    REQUIRE(shutdown(pair.ours(), SHUT_RD) == 0);
    char c = '\0';
    CHECK(stream.read(&c, 1) == 0);
}
