// SPDX-License-Identifier: MIT
#include "http/response.hpp"

#include <doctest/doctest.h>

using ms::http::cgi_header;
using ms::http::header_lines;
using ms::http::text_response;

TEST_CASE("CGI header: type and exact length, no status line for success")
{
    CHECK(cgi_header(text_response(200, "text/plain", "caf\xc3\xa9")) ==
          "Content-Type: text/plain\r\nContent-Length: 5\r\n\r\n");
}

TEST_CASE("CGI header: other states have a Status header with a phrase")
{
    auto named = text_response(200, "text/plain", "");
    named.names_status = true;
    CHECK(cgi_header(named).starts_with("Status: 200 OK\r\n"));
    CHECK(cgi_header(text_response(404, "text/plain", "")) ==
          "Status: 404 Not Found\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n\r\n");
}

TEST_CASE("CGI header: a value cannot start another header")
{
    auto response = text_response(200, "image/png", "");
    response.headers.emplace_back("X-Test", "a\r\nSet-Cookie: b");
    CHECK(cgi_header(response).find("X-Test: a  Set-Cookie: b\r\n") != std::string::npos);
}

TEST_CASE("header lines: without status and length, the type first")
{
    auto response = text_response(404, "text/plain", "no");
    response.headers.emplace_back("X-A", "b\r\nc");
    CHECK(header_lines(response) == "Content-Type: text/plain\r\nX-A: b  c\r\n\r\n");
}
