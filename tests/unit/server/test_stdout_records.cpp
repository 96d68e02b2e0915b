// SPDX-License-Identifier: MIT
#include "server/front/stdout_records.hpp"

#include <array>
#include <doctest/doctest.h>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

using ms::server::send_stdout_records;

namespace {

/// Two ends of a connection.
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
    [[nodiscard]] int server() const { return m_ends[0]; }
    [[nodiscard]] int client() const { return m_ends[1]; }

private:
    std::array<int, 2> m_ends{};
};

/// All that comes until the end of the stream, in pieces of a size that fits no record.
std::string read_all(int connection)
{
    std::string all;
    std::array<char, 4099> piece{};
    for (auto got = read(connection, piece.data(), piece.size()); got > 0;
         got = read(connection, piece.data(), piece.size())) {
        all.append(piece.data(), static_cast<std::size_t>(got));
    }
    return all;
}

std::string sent(int request, std::vector<std::string_view> const& parts)
{
    Pair const pair;
    std::string all;
    std::thread reader{[&] { all = read_all(pair.client()); }};
    bool const is_sent = send_stdout_records(pair.server(), request, parts);
    shutdown(pair.server(), SHUT_WR);
    reader.join();
    CHECK(is_sent);
    return all;
}

struct Contents {
    std::string bytes;
    std::vector<std::size_t> lengths; ///< of records
};

/// FastCGI 1.0, 3.3: version, type, requestIdB1, requestIdB0, contentLengthB1, contentLengthB0,
/// paddingLength, reserved. 8: FCGI_VERSION_1 is 1, FCGI_STDOUT is 6.
Contents contents_of(std::string_view records, int request)
{
    Contents contents;
    while (!records.empty()) {
        REQUIRE(records.size() >= 8);
        auto const byte = [&](std::size_t i) { return static_cast<unsigned char>(records[i]); };
        CHECK(byte(0) == 1);
        CHECK(byte(1) == 6);
        CHECK(byte(2) * 256 + byte(3) == request);
        std::size_t const length = byte(4) * std::size_t{256} + byte(5);
        CHECK(byte(6) == 0);
        REQUIRE(records.size() >= 8 + length);
        contents.bytes += records.substr(8, length);
        contents.lengths.push_back(length);
        records.remove_prefix(8 + length);
    }
    return contents;
}

/// Bytes that repeat at no power of two.
std::string body_of(std::size_t size)
{
    std::string body(size, ' ');
    for (std::size_t i = 0; i < size; ++i) {
        body[i] = static_cast<char>(i % 251);
    }
    return body;
}

} // namespace

TEST_CASE("stdout records: header and body are one stream in records of at most 65535 bytes")
{
    for (std::size_t const size : {1U, 65000U, 65528U, 65529U, 200'000U, 9'000'000U}) {
        CAPTURE(size);
        std::string const header = "Status: 200 OK\r\n\r\n";
        auto const body = body_of(size);
        auto const contents = contents_of(sent(258, {header, body}), 258);
        CHECK(contents.bytes == header + body);
        CHECK(contents.lengths.size() == (header.size() + size + 65527) / 65528);
        for (auto const length : contents.lengths) {
            CHECK(length > 0); // an empty record ends the stream
        }
    }
}

TEST_CASE("stdout records: nothing is sent for nothing, as an empty record would end the stream")
{
    CHECK(sent(1, {"", ""}).empty());
    CHECK(sent(1, {}).empty());
}

TEST_CASE("stdout records: a client that has gone is an answer, not a signal")
{
    Pair const pair;
    shutdown(pair.client(), SHUT_RD);
    auto const body = body_of(100'000);
    std::array<std::string_view, 1> const parts{body};
    CHECK_FALSE(send_stdout_records(pair.server(), 1, parts));
}

TEST_CASE("stdout records: a client that takes nothing is given up after the socket's timeout")
{
    Pair const pair;
    timeval const patience{.tv_sec = 0, .tv_usec = 20'000};
    REQUIRE(setsockopt(pair.server(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) == 0);
    auto const body = body_of(9'000'000);
    std::array<std::string_view, 1> const parts{body};
    CHECK_FALSE(send_stdout_records(pair.server(), 1, parts));
}
