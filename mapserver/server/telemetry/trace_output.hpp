// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes the timings of requests.

#include "base/trace.hpp"
#include "http/request.hpp"
#include "http/response.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace ms::server {

enum class TraceFormat : std::uint8_t {
    Lines,  ///< BEGIN and END of each stage, a line each, as `maptrace` reads them
    Json,   ///< an object a request and line: sums of stages, counters, layers
    Chrome, ///< trace events, as Perfetto and chrome://tracing open them
};

/// "LINES", "JSON", "CHROME" without case; Lines for anything else.
[[nodiscard]] TraceFormat parse_trace_format(std::string_view name) noexcept;

/// The format's lines for one request, each with a newline at its end.
[[nodiscard]] std::string trace_text(TraceFormat format, http::Request const& request,
                                     http::Response const& response, Trace const& trace);

/// The value of a Server-Timing header (W3C): "plan;dur=0.213, fetch;dur=3.100". Milliseconds; for
/// images made of tiles, the numbers of cached and drawn tiles (desc).
[[nodiscard]] std::string server_timing(Trace const& trace);

/// Appends to a file, a request at a time and unmixed with other processes. Thread safe.
class TraceFile {
public:
    /// \throws Error{Source} when the file cannot be opened
    TraceFile(std::string path, TraceFormat format);
    ~TraceFile();
    TraceFile(TraceFile const&) = delete;
    TraceFile& operator=(TraceFile const&) = delete;

    /// The path may name another file by now. \throws Error{Source}, and the old one stays
    void reopen();

    void write(http::Request const& request, http::Response const& response, Trace const& trace);
    /// Only the begins and ends, for events outside the lines of a request: nothing in JSON.
    void write_spans(http::Request const& request, Trace const& trace);

private:
    void append(std::string const& text) noexcept;

    std::string m_path;
    TraceFormat m_format;
    int m_file;
};

} // namespace ms::server
