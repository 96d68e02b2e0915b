// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The table of OWS operations: which function answers which SERVICE and REQUEST.

#include "http/response.hpp"
#include "ows/common/call.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ms::ows {

/// Answers a call, or throws for dispatch() to report.
using Run = http::Response (*)(Call const&);

struct Operation {
    std::string_view service;  ///< SERVICE=
    std::string_view name;     ///< REQUEST=, and the word in *_enable_request
    std::string_view old_name; ///< REQUEST= of WMS 1.0.0
    Run run;
};

[[nodiscard]] std::span<Operation const> operations() noexcept;

/// Answers an OWS request, errors included; nullopt if it is not an OWS request (no SERVICE, and no
/// REQUEST that implies one).
[[nodiscard]] std::optional<http::Response> dispatch(Call const& call);

/// Why no service claims a request: SERVICE is missing or unknown.
[[nodiscard]] std::string unclaimed_message(Call const& call);

/// A validator for cacheable answers such as capabilities: a text that differs whenever something
/// other than the request and the map has changed that the answer depends on. nullopt for all other
/// requests, and for clients that the map does not serve. It may query what sources remember.
[[nodiscard]] std::optional<std::string> lasting_state(Call const& call);

} // namespace ms::ows
