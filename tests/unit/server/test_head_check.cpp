// SPDX-License-Identifier: MIT
#include "server/head_check.hpp"

#include <doctest/doctest.h>

#include <string>

using ms::server::HeadCheck;

namespace {

struct Outcome {
    HeadCheck::Step step = HeadCheck::Step::More;
    int refusal = 0;
    std::string passed; ///< to the library
};

Outcome check(std::string head)
{
    HeadCheck checked;
    Outcome outcome;
    for (char& c : head) {
        outcome.step = checked.take(c);
        if (outcome.step != HeadCheck::Step::More) {
            break;
        }
        outcome.passed += c;
    }
    outcome.refusal = checked.refusal();
    return outcome;
}

int status_of_head(std::string const& lines, std::string const& first = "GET / HTTP/1.1")
{
    return check(first + "\r\n" + lines + "\r\n").refusal;
}

} // namespace

TEST_CASE("head: what RFC 9112 allows ends with its empty line")
{
    CHECK(check("GET / HTTP/1.1\r\nHost: a\r\nX-Y:\tz\r\n\r\n").step == HeadCheck::Step::End);
    CHECK(check("\r\nGET / HTTP/1.1\r\n\r\n").step == HeadCheck::Step::End);
    CHECK(status_of_head("Content-Length: 17\r\n") == 0);
    CHECK(status_of_head("Content-Length: 17\r\n", "POST / HTTP/1.1") == 0);
    CHECK(status_of_head("Transfer-Encoding: chunked\r\n", "POST / HTTP/1.1") == 0);
}

TEST_CASE("head: what two programs could read differently is refused")
{
    for (auto const* const lines :
         {"Content-Length : 5\r\n", "Content-Length: +5\r\n", "Content-Length: %35\r\n",
          "Content-Length: 5\r\nContent-Length: 5\r\n", "Content-Length:\r\n",
          "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding: gzip\r\n",
          "X: y\n", " folded\r\n", "X: y\r\n folded\r\n", "no colon\r\n", ": no name\r\n",
          "X: a\rb\r\n", "Host: a\r\nHost: b\r\n", "X: y\r\n\n"}) {
        CAPTURE(lines);
        CHECK(status_of_head(lines) == 400);
    }
    CHECK(status_of_head("", "GET /a b HTTP/1.1") == 400);
    CHECK(status_of_head("", "GET /\x1F HTTP/1.1") == 400);
    CHECK(check("GET / HTTP/1.1\n").refusal == 400);
}

TEST_CASE("head: a body needs a length")
{
    CHECK(status_of_head("", "POST / HTTP/1.1") == 411);
    CHECK(status_of_head("Host: a\r\n", "PUT / HTTP/1.1") == 411);
    CHECK(status_of_head("", "OPTIONS / HTTP/1.1") == 0);
}

TEST_CASE("head: question marks of a query are kept from the library")
{
    auto const passed = check("GET /?a=b?c?d HTTP/1.1\r\nX: ?y?\r\n\r\n").passed;
    CHECK(passed.starts_with("GET /?a=b\x1F" "c\x1F" "d HTTP"));
    CHECK(passed.find("X: ?y?") != std::string::npos);
}
