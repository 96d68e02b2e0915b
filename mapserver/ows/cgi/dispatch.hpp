// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Requests in MapServer's own words: mode=map and its like.

#include "http/response.hpp"
#include "ows/call.hpp"

namespace ms::ows::cgi {

/// Finds the mode and runs it; every error becomes a page for people and, with its details, a line
/// of the log.
[[nodiscard]] http::Response dispatch(Call const& call);

} // namespace ms::ows::cgi
