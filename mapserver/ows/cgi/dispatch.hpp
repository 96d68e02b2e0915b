// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers requests in MapServer's own dialect: mode=map and the other modes.

#include "http/response.hpp"
#include "ows/common/call.hpp"

#include <string_view>

namespace ms::ows::cgi {

/// WEB METADATA ms_enable_modes: "!*" forbids all that are not named, "!map" forbids one.
[[nodiscard]] bool is_mode_enabled(mapfile::Map const& map, std::string_view mode);

/// mode=, else the one the server is set up for; may be empty.
[[nodiscard]] std::string_view mode_of(Call const& call);

/// Finds the mode and runs it; every error becomes an HTML page and, with its details, a line of
/// the log.
[[nodiscard]] http::Response dispatch(Call const& call);

} // namespace ms::ows::cgi
