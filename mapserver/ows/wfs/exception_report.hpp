// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes exception reports of the three versions.

#include "http/response.hpp"
#include "ows/common/call.hpp"
#include "ows/wfs/request.hpp"

#include <exception>

namespace ms::ows::wfs {

/// ServiceExceptionReport (1.0.0), or ows:ExceptionReport of OWS Common 1.0 (1.1.0) and 1.1
/// (2.0.0).
[[nodiscard]] http::Response exception_report(Call const& call, Version version,
                                              std::exception const& error);

/// For a request that has no VERSION: of OWS Common 1.0 with the default version, as in MapServer.
[[nodiscard]] http::Response unversioned_report(Call const& call, Version usual,
                                                std::exception const& error);

} // namespace ms::ows::wfs
