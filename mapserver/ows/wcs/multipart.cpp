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

/// \param append gets the body in pieces
template <typename Append>
void write_parts(std::vector<Part> parts, std::string const& boundary, Append const& append)
{
    for (auto& part : parts) {
        std::string head = "\r\n--" + boundary + "\r\n";
        for (auto const& [name, value] : part.headers) {
            head += name + ": " + value + "\r\n";
        }
        append(head + "\r\n");
        std::string_view rest{reinterpret_cast<char const*>(part.body.data()), part.body.size()};
        while (!rest.empty()) {
            constexpr std::size_t piece_bytes = std::size_t{64} << 10U;
            auto const piece = rest.substr(0, piece_bytes);
            append(piece);
            rest.remove_prefix(piece.size());
        }
        part = Part{}; // not held any longer than necessary
    }
    append("\r\n--" + boundary + "--\r\n");
}

http::Response streamed(Call const& call, http::Response head, std::vector<Part> parts,
                        std::string const& boundary)
{
    auto const stream = call.open_stream(std::move(head));
    write_parts(std::move(parts), boundary, [&](std::string_view piece) {
        call.services.deadline.check();
        stream->write(piece);
    });
    stream->finish();
    http::Response sent;
    sent.was_streamed = true;
    return sent;
}

} // namespace

http::Response multipart_response(Call const& call, std::string_view type, std::vector<Part> parts)
{
    auto const boundary = boundary_of(parts);
    http::Response response;
    response.content_type = std::string{type} + "; boundary=" + boundary;
    constexpr std::size_t largest_copied = std::size_t{256} << 10U;
    auto const bytes = bytes_of(parts);
    if (call.open_stream && bytes > largest_copied) {
        return streamed(call, std::move(response), std::move(parts), boundary);
    }
    response.body.reserve(bytes);
    write_parts(std::move(parts), boundary, [&](std::string_view piece) {
        response.body.insert(response.body.end(), piece.begin(), piece.end());
    });
    return response;
}

} // namespace ms::ows::wcs
