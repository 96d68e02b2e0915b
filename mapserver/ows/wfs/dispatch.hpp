// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// From a WFS request to the operation that answers it.

#include "http/response.hpp"
#include "ows/call.hpp"

#include <optional>
#include <string>

namespace ms::ows::wfs {

/// Finds the operation, checks that the map enables it and runs it; every error becomes an
/// exception report of the version and, with its details, a line of the log.
[[nodiscard]] http::Response dispatch(Call const& call);

/// As ows::lasting_state().
[[nodiscard]] std::optional<std::string> lasting_state(Call const& call);

} // namespace ms::ows::wfs
