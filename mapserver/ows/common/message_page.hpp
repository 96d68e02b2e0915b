// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes errors for people: a small HTML page, or the one that the mapfile names.

#include "http/response.hpp"
#include "ows/common/service_exception.hpp"

namespace ms::ows {

/// The message is escaped, and the page may load and run nothing (Content-Security-Policy).
[[nodiscard]] http::Response message_page(int status, std::string_view message);

/// 302: where WEB EMPTY, and TEMPLATEs that are addresses, send the client.
[[nodiscard]] http::Response redirect(std::string_view url);

} // namespace ms::ows
