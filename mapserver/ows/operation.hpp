// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The OWS operations: which function answers which SERVICE and REQUEST.

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

/// Answers an OWS request, errors included; nothing when the request is none (no SERVICE, and no
/// REQUEST that implies one).
[[nodiscard]] std::optional<http::Response> dispatch(Call const& call);

/// Why a request is of no service: SERVICE is missing, or names none of ours.
[[nodiscard]] std::string unclaimed_message(Call const& call);

/// For requests whose answers last, as capabilities do: a text that differs whenever anything but
/// the request and the map has changed that the answer tells of. Nothing for all others, and for
/// clients whom the map does not serve. It may ask sources what they remember.
[[nodiscard]] std::optional<std::string> lasting_state(Call const& call);

} // namespace ms::ows
