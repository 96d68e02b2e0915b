// SPDX-License-Identifier: MIT
#include "http/response.hpp"

#include <algorithm>
#include <array>

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
    static constexpr std::array<std::pair<int, std::string_view>, 17> phrases{{
        {200, "OK"},
        {204, "No Content"},
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
    std::string out;
    if (response.status != 200) {
        append_header(out, "Status",
                      std::to_string(response.status) + ' ' +
                          std::string{reason_phrase(response.status)});
    }
    if (!response.content_type.empty()) {
        append_header(out, "Content-Type", response.content_type);
    }
    if (response.status != 204 && response.status != 304) { // RFC 9110, 8.6
        append_header(out, "Content-Length", std::to_string(response.body.size()));
    }
    for (auto const& [name, value] : response.headers) {
        append_header(out, name, value);
    }
    return out.append("\r\n");
}

} // namespace ms::http
