// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// An HTTP response, independent of the front end.

#include "base/error.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ms::http {

/// A plain value. Front ends add Content-Type and an exact Content-Length themselves.
struct Response {
    int status = 200;
    std::string content_type;                                 ///< empty without a body
    std::vector<std::pair<std::string, std::string>> headers; ///< without those two
    std::vector<std::uint8_t> body;
    /// Why this is an exception report, for callers in the same process; never sent. Else empty.
    std::string failure{};
    /// The kind of error of this answer, for the operator's metrics; never sent.
    std::optional<ErrorKind> error_kind{};
    /// The client left before its answer was complete: no one's fault. For the metrics.
    bool client_has_left = false;
    /// The operation for the operator's metrics if parameters do not name it: "GetFeature" as XML,
    /// "ogcapi/items". One of few names; never sent.
    std::string operation{};
    /// The body went through a BodyStream: only the status and the numbers here are of use.
    bool was_streamed = false;
    /// Clients at other addresses may get another answer to the same request; never sent.
    bool depends_on_address = false;
    /// CGI answers name the status even if it is 200, the default (RFC 3875, 6.3.3).
    bool names_status = false;
};

/// A response whose body is text.
[[nodiscard]] Response text_response(int status, std::string content_type, std::string_view body);

/// The body as text, e.g. for tests.
[[nodiscard]] std::string_view body_text(Response const& response) noexcept;

/// "Not Found" for 404 ...
[[nodiscard]] std::string_view reason_phrase(int status) noexcept;

/// The header lines of a CGI answer (RFC 3875, 6) with the empty line behind them.
/// Line breaks inside values become spaces, so that no value can start another header.
[[nodiscard]] std::string cgi_header(Response const& response);
/// The same for a body that follows in a BodyStream: without a length.
[[nodiscard]] std::string cgi_header_of_stream(Response const& response);
/// Neither the status nor the length; Content-Type comes first.
[[nodiscard]] std::string header_lines(Response const& response);

/// How the end of a body is marked.
struct Framing {
    std::optional<std::size_t> length{}; ///< in bytes; nullopt: in chunks, or by the end of the
                                         ///< connection
    bool is_chunked = false;
    std::string_view connection{}; ///< value of that header; "": left out
};

/// Status line and headers of an HTTP/1.1 answer (RFC 9112) with the empty line after them, dated
/// now. Line breaks as in cgi_header().
[[nodiscard]] std::string http_head(Response const& response, Framing const& framing);

} // namespace ms::http
