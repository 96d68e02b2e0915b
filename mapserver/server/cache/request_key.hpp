// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes cache keys of requests.

#include "http/request.hpp"

#include <string>

namespace ms::server {

/// Equal for requests with equal answers: all that an answer may depend on, in the order sent, but
/// the client's address, on which few maps' answers depend (http::Response::depends_on_address).
/// Empty for requests that must be answered one by one (POST).
[[nodiscard]] std::string flight_key(http::Request const& request);

/// The same for clients at one address; never equal to a flight_key().
[[nodiscard]] std::string flight_key_of_address(http::Request const& request);

/// The same for answers that depend neither on the client nor on its cached copy, before anything
/// is left out for HEAD or 304.
[[nodiscard]] std::string content_key(http::Request const& request);

} // namespace ms::server
