// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers OWS requests with the service that claims them.

#include "http/response.hpp"
#include "ows/common/call.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ms::ows {

/// Answers an OWS request, errors included; nullopt if it is not an OWS request (no SERVICE, and no
/// REQUEST that implies one).
[[nodiscard]] std::optional<http::Response> dispatch(Call const& call);

/// Whether the parameters name a service: by SERVICE, or by a REQUEST that implies one.
[[nodiscard]] bool names_service(http::Parameters const& parameters);

/// Why no service claims a request: SERVICE is missing or unknown.
[[nodiscard]] std::string unclaimed_message(Call const& call);

/// A validator for cacheable answers such as capabilities: a text that differs whenever something
/// other than the request and the map has changed that the answer depends on. nullopt for all other
/// requests, and for clients that the map does not serve. It may query what sources remember.
[[nodiscard]] std::optional<std::string> lasting_state(Call const& call);

} // namespace ms::ows
