// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Errors for people: a small HTML page.

#include "http/response.hpp"
#include "ows/service_exception.hpp"

namespace ms::ows {

/// The message is escaped, and the page may load and run nothing (Content-Security-Policy).
[[nodiscard]] http::Response message_page(int status, std::string_view message);

} // namespace ms::ows
