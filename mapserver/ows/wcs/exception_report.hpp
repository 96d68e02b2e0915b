// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes exception reports.

#include "http/response.hpp"
#include "ows/common/call.hpp"

#include <exception>
#include <string_view>

namespace ms::ows::wcs {

/// \param version as sent: its number selects the form of the report
[[nodiscard]] http::Response exception_report(Call const& call, std::string_view version,
                                              std::exception const& error);

} // namespace ms::ows::wcs
