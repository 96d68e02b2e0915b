// SPDX-License-Identifier: MIT
#include "http/response.hpp"

#include <algorithm>
#include <array>
#include <ctime>

namespace ms::http {

namespace {

void append_header(std::string& out, std::string_view name, std::string_view value)
{
    out.append(name).append(": ");
    auto const start = static_cast<std::ptrdiff_t>(out.size());
    out.append(value);
    std::replace_if(
        out.begin() + start, out.end(), [](char c) { return c == '\r' || c == '\n'; }, ' ');
    out.append("\r\n");
}

std::string status_of(Response const& response)
{
    return std::to_string(response.status) + ' ' + std::string{reason_phrase(response.status)};
}

void append_headers(std::string& out, Response const& response, std::optional<std::size_t> length)
{
    if (!response.content_type.empty()) {
        append_header(out, "Content-Type", response.content_type);
    }
    if (length && response.status != 204 && response.status != 304) { // RFC 9110, 8.6
        append_header(out, "Content-Length", std::to_string(*length));
    }
    for (auto const& [name, value] : response.headers) {
        append_header(out, name, value);
    }
}

std::string cgi_lines(Response const& response, std::optional<std::size_t> length)
{
    std::string out;
    if (response.status != 200 || response.names_status) {
        append_header(out, "Status", status_of(response));
    }
    append_headers(out, response, length);
    return out.append("\r\n");
}

/// RFC 9110, 5.6.7. Written once a second.
std::string_view date_now()
{
    thread_local std::time_t second = 0;
    thread_local std::array<char, 32> text{};
    if (auto const now = std::time(nullptr); now != second) {
        second = now;
        std::tm parts{};
        gmtime_r(&second, &parts);
        std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
    }
    return text.data();
}

} // namespace

Response text_response(int status, std::string content_type, std::string_view body)
{
    return {.status = status,
            .content_type = std::move(content_type),
            .headers = {},
            .body = {body.begin(), body.end()}};
}

std::string_view body_text(Response const& response) noexcept
{
    return {reinterpret_cast<char const*>(response.body.data()), response.body.size()};
}

std::string_view reason_phrase(int status) noexcept
{
    static constexpr std::array<std::pair<int, std::string_view>, 20> phrases{{
        {200, "OK"},
        {204, "No Content"},
        {206, "Partial Content"},
        {302, "Found"},
        {304, "Not Modified"},
        {400, "Bad Request"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {411, "Length Required"},
        {413, "Payload Too Large"},
        {414, "URI Too Long"},
        {415, "Unsupported Media Type"},
        {416, "Range Not Satisfiable"},
        {417, "Expectation Failed"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {501, "Not Implemented"},
        {503, "Service Unavailable"},
        {504, "Gateway Timeout"},
    }};
    auto const* const found =
        std::ranges::find(phrases, status, &std::pair<int, std::string_view>::first);
    return found == phrases.end() ? std::string_view{"Unknown"} : found->second;
}

std::string cgi_header(Response const& response)
{
    return cgi_lines(response, response.body.size());
}

std::string header_lines(Response const& response)
{
    std::string out;
    append_headers(out, response, std::nullopt);
    return out.append("\r\n");
}

std::string cgi_header_of_stream(Response const& response)
{
    return cgi_lines(response, std::nullopt);
}

std::string http_head(Response const& response, Framing const& framing)
{
    std::string out;
    out.reserve(512);
    out.append("HTTP/1.1 ").append(status_of(response)).append("\r\n");
    append_header(out, "Date", date_now());
    append_headers(out, response, framing.length);
    if (framing.is_chunked) {
        append_header(out, "Transfer-Encoding", "chunked");
    }
    if (!framing.connection.empty()) {
        append_header(out, "Connection", framing.connection);
    }
    return out.append("\r\n");
}

} // namespace ms::http
