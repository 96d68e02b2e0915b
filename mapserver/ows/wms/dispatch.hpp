// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds and runs the operation that answers a WMS request.

#include "http/response.hpp"
#include "ows/common/call.hpp"

#include <optional>
#include <string>

namespace ms::ows::wms {

/// Finds the operation, checks that the map enables it and runs it; every error becomes a WMS
/// exception and, with its details, a line of the log.
[[nodiscard]] http::Response dispatch(Call const& call);

/// The same, with errors thrown: for services whose answers WMS gives.
/// \throws ServiceException, Error
[[nodiscard]] http::Response answer(Call const& call);

/// As ows::lasting_state().
[[nodiscard]] std::optional<std::string> lasting_state(Call const& call);

} // namespace ms::ows::wms
