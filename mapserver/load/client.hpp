// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Sends requests to a server and measures the time of the answers.

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

namespace ms::load {

/// Seconds since the beginning of the request.
struct Timings {
    double name_lookup = 0, connect = 0, before_transfer = 0, first_byte = 0, total = 0;
};

struct Reply {
    int status = 0; ///< 0: no answer
    std::string content_type;
    std::string body;
    std::string failure; ///< why there is no answer
    Timings timings;
    double server_seconds = 0; ///< "request" of the Server-Timing header; 0: missing

    /// True for an image: an exception report with status 200 is not one.
    [[nodiscard]] bool is_image() const noexcept;
};

/// "plan;dur=0.2, request;dur=3.1": the milliseconds of "request", or of "total", in seconds; 0
/// when there is neither. See the W3C's Server Timing.
[[nodiscard]] double server_seconds(std::string_view server_timing) noexcept;

/// One connection, kept open. Used by one thread.
class Client {
public:
    virtual ~Client() = default;
    /// Reads the complete content. Never throws for errors of the server.
    virtual Reply const& get(std::string const& url) = 0;
    /// The next request opens a new connection.
    virtual void disconnect() = 0;
};

/// For http:, https:, and for fcgi://HOST:PORT/... and fcgi:///path/of/socket?...: a FastCGI
/// program without a web server. \throws Error{BadRequest} for other URLs
[[nodiscard]] std::unique_ptr<Client> make_client(std::string_view url, std::chrono::seconds limit);

} // namespace ms::load
