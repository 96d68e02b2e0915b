// SPDX-License-Identifier: MIT
#include "server/front/request_reader.hpp"

#include <doctest/doctest.h>

#include <string>

using ms::server::RequestReader;
using State = RequestReader::State;

namespace {

constexpr RequestReader::Limits small{.head_bytes = 1000, .body_bytes = 100};

int refusal_of(std::string const& bytes)
{
    RequestReader reader{small};
    reader.take(bytes);
    return reader.refusal();
}

int status_of_head(std::string const& lines, std::string const& first = "GET / HTTP/1.1")
{
    return refusal_of(first + "\r\nHost: a\r\n" + lines + "\r\n");
}

std::string post(std::string const& headers, std::string const& body)
{
    return "POST /x HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n" + body;
}

} // namespace

TEST_CASE("request reader: a request however it is cut")
{
    std::string const bytes = "\r\n" + post("Content-Length: 5\r\nX-Y:\tz\r\nX-y: w\r\n", "hello");
    for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
        RequestReader reader{small};
        reader.take(bytes.substr(0, cut));
        CHECK(reader.take(bytes.substr(cut)) == State::Complete);
        CHECK(reader.head().method == "POST");
        CHECK(reader.head().target == "/x");
        CHECK(reader.head().value("x-y") == "z, w");
        CHECK(reader.head().is_kept_alive);
        CHECK(reader.take_body() == "hello");
    }
}

TEST_CASE("request reader: chunks, with extensions and trailers that are not headers")
{
    std::string const bytes = post("Transfer-Encoding: chunked\r\n",
                                   "5;a=b\r\nhello\r\n6\r\n world\r\n0\r\nX-Late: y\r\n\r\n");
    for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
        RequestReader reader{small};
        reader.take(bytes.substr(0, cut));
        CHECK(reader.take(bytes.substr(cut)) == State::Complete);
        CHECK(reader.head().value("X-Late").empty());
        CHECK(reader.take_body() == "hello world");
    }
    CHECK(refusal_of(post("Transfer-Encoding: chunked\r\n", "x\r\n")) == 400);
    CHECK(refusal_of(post("Transfer-Encoding: chunked\r\n", "1;" + std::string(20'000, 'e'))) ==
          400);
}

TEST_CASE("request reader: requests sent ahead wait for their turn")
{
    RequestReader reader{small};
    std::string const get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";
    CHECK(reader.take(post("Content-Length: 2\r\n", "ab") + get + get.substr(0, 10)) ==
          State::Complete);
    CHECK(reader.head().target == "/x");
    CHECK(reader.next() == State::Complete);
    CHECK(reader.head().target == "/a");
    CHECK(reader.take_body().empty());
    CHECK(reader.next() == State::Head);
    CHECK(reader.has_begun());
    CHECK(reader.take(get.substr(10)) == State::Complete);
    CHECK(reader.next() == State::Head);
    CHECK_FALSE(reader.has_begun());
}

TEST_CASE("request reader: accepts what RFC 9112 allows")
{
    CHECK(status_of_head("Content-Length: 17\r\n") == 0);
    CHECK(status_of_head("Content-Length: 17\r\n", "POST / HTTP/1.1") == 0);
    CHECK(status_of_head("Transfer-Encoding: chunked\r\n", "POST / HTTP/1.1") == 0);
    CHECK(status_of_head("Expect: 100-continue\r\nContent-Length: 1\r\n", "PUT / HTTP/1.1") == 0);
    CHECK(status_of_head("", "GET /?a=b?c?d HTTP/1.1") == 0);
    CHECK(status_of_head("", "GET http://a/x HTTP/1.1") == 0);
    CHECK(refusal_of("GET / HTTP/1.0\r\n\r\n") == 0);
}

TEST_CASE("request reader: ambiguous requests are refused")
{
    for (auto const* const lines : {"Content-Length : 5\r\n",
                                    "Content-Length: +5\r\n",
                                    "Content-Length: %35\r\n",
                                    "Content-Length: 5\r\nContent-Length: 5\r\n",
                                    "Content-Length: 5, 5\r\n",
                                    "Content-Length:\r\n",
                                    "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
                                    "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
                                    "Transfer-Encoding: gzip\r\n",
                                    "Transfer-Encoding: gzip, chunked\r\n",
                                    "Transfer-Encoding: chunked, gzip\r\n",
                                    "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                                    "X: y\n",
                                    " folded\r\n",
                                    "X: y\r\n folded\r\n",
                                    "X: y\r\n\tfolded\r\n",
                                    "no colon\r\n",
                                    ": no name\r\n",
                                    "X: a\rb\r\n",
                                    "Host: b\r\n",
                                    "X: y\r\n\n"}) {
        CAPTURE(lines);
        CHECK(status_of_head(lines) == 400);
    }
    CHECK(status_of_head("", "GET /a b HTTP/1.1") == 400);
    CHECK(status_of_head("", "GET /\x1F HTTP/1.1") == 400);
    CHECK(status_of_head("", "GET / HTTP/2.0") == 400);
    CHECK(status_of_head("Transfer-Encoding: chunked\r\n", "POST / HTTP/1.0") == 400);
    CHECK(refusal_of("GET / HTTP/1.1\n") == 400);
    CHECK(refusal_of("GET / HTTP/1.1\r\n\r\n") == 400); // no Host
    CHECK(refusal_of("\x16\x03\x01") == 400);           // TLS, at once
}

TEST_CASE("request reader: too large and unsupported requests are refused")
{
    CHECK(status_of_head("", "POST / HTTP/1.1") == 411);
    CHECK(status_of_head("", "OPTIONS / HTTP/1.1") == 0);
    CHECK(refusal_of("GET /" + std::string(2000, 'a')) == 414);
    CHECK(refusal_of("GET / HTTP/1.1\r\nX: " + std::string(2000, 'a')) == 431);
    CHECK(refusal_of(post("Content-Length: 101\r\n", "")) == 413);
    CHECK(refusal_of(post("Transfer-Encoding: chunked\r\n", "65\r\n" + std::string(101, 'a'))) ==
          413);
    CHECK(status_of_head("Expect: a miracle\r\n") == 417);
    CHECK(status_of_head("Content-Type: multipart/form-data; boundary=x\r\n"
                         "Content-Length: 1\r\n",
                         "POST / HTTP/1.1") == 415);
    RequestReader reader{small};
    reader.take("nonsense\n");
    CHECK(reader.take("GET / HTTP/1.1\r\nHost: a\r\n\r\n") == State::Refused);
    CHECK(reader.held_bytes() == 0);
}
