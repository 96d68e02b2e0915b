// SPDX-License-Identifier: MIT
#include "ows/wcs/multipart.hpp"

#include <algorithm>
#include <span>

namespace ms::ows::wcs {

namespace {

/// MapServer's, with a number if a part has it.
std::string boundary_of(std::span<Part const> parts)
{
    std::string boundary = "wcs";
    auto const is_within = [&](Part const& part) {
        auto const line = "\n--" + boundary;
        return std::ranges::search(part.body, line).begin() != part.body.end();
    };
    for (int i = 1; std::ranges::any_of(parts, is_within); ++i) {
        boundary = "wcs" + std::to_string(i);
    }
    return boundary;
}

/// About: with the headers and boundaries of the parts.
std::size_t bytes_of(std::span<Part const> parts)
{
    constexpr std::size_t around = 1024; // of a part, usually
    std::size_t bytes = around;
    for (auto const& part : parts) {
        bytes += part.body.size() + around;
    }
    return bytes;
}

} // namespace

http::Response multipart_response(std::string_view type, std::vector<Part> parts)
{
    auto const boundary = boundary_of(parts);
    http::Response response;
    response.content_type = std::string{type} + "; boundary=" + boundary;
    auto& body = response.body;
    body.reserve(bytes_of(parts));
    auto const append = [&](std::string_view text) {
        body.insert(body.end(), text.begin(), text.end());
    };
    for (auto& part : parts) {
        append("\r\n--" + boundary + "\r\n");
        for (auto const& [name, value] : part.headers) {
            append(name + ": " + value + "\r\n");
        }
        append("\r\n");
        body.insert(body.end(), part.body.begin(), part.body.end());
        part = Part{}; // not held twice any longer than necessary
    }
    append("\r\n--" + boundary + "--\r\n");
    return response;
}

} // namespace ms::ows::wcs
