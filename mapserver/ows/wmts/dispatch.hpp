// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds and runs the operation that answers a WMTS request.

#include "http/response.hpp"
#include "ows/common/call.hpp"

#include <optional>
#include <string>

namespace ms::ows::wmts {

/// Answers SERVICE=WMTS; every error becomes an exception report of OWS Common 1.1.
[[nodiscard]] http::Response dispatch(Call const& call);

/// As ows::lasting_state().
[[nodiscard]] std::optional<std::string> lasting_state(Call const& call);

/// Answers a path "/{map}/wmts/...". What is invalid in it has the status 404.
[[nodiscard]] http::Response dispatch_path(Call const& call);

} // namespace ms::ows::wmts
