// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds and runs the operation that answers a WFS request.

#include "http/response.hpp"
#include "ows/common/call.hpp"
#include "ows/common/request_document.hpp"

#include <optional>
#include <string>

namespace ms::ows::wfs {

/// Finds the operation, checks that the map enables it and runs it; every error becomes an
/// exception report of the version and, with its details, a line of the log.
/// \param document of call.request
[[nodiscard]] http::Response dispatch(Call const& call, RequestDocument& document);

/// As ows::lasting_state().
[[nodiscard]] std::optional<std::string> lasting_state(Call const& call);

/// Whether the map has *_cite_wfs2, for the standard's test suite, and GetCapabilities is requested
/// without SERVICE.
[[nodiscard]] bool wants_service(Call const& call);
/// The exception of 2.0.0 that names the missing parameter.
[[nodiscard]] http::Response missing_service(Call const& call);

} // namespace ms::ows::wfs
