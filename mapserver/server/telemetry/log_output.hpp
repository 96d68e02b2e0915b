// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Configures the log: MS_ERRORFILE, MS_DEBUGLEVEL, MS_LOG_LEVELS and MS_LOG_FORMAT.

#include "base/log.hpp"
#include "server/config/config.hpp"

namespace ms::server {

/// MS_DEBUGLEVEL for all, and the levels of single modules in MS_LOG_LEVELS: "source/postgis:3
/// ows:1".
/// \throws Error{BadRequest} naming the invalid word
[[nodiscard]] LogLevels log_levels(Config const& config);

/// Writes to the file of MS_ERRORFILE in the form of MS_LOG_FORMAT: MAPSERVER (default), TEXT or
/// JSON. If the file cannot be opened, the server logs to standard error. \throws Error{BadRequest}
/// for an unknown form
[[nodiscard]] Log::Sink log_sink(Config const& config);

/// As Apache's error log: "[Wed Jan 15 12:17:50.503563 2020] [source/postgis:error] [pid 4:tid 5]
/// [client 127.0.0.1] [request 00f067aa0ba902b7] message
/// ". Empty parts are left out.
[[nodiscard]] std::string text_line(LogLine const& line);

/// An object in a line: time_us, time, level, module, pid, tid, client, request, trace, message.
[[nodiscard]] std::string json_line(LogLine const& line);

} // namespace ms::server
