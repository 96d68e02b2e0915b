// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The operations of WCS.

#include "http/response.hpp"
#include "ows/common/call.hpp"
#include "ows/wcs/request.hpp"

namespace ms::ows::wcs {

/// \param request of the version that answers \throws WcsException, Error
[[nodiscard]] http::Response get_capabilities(Call const& call, Request const& request);
[[nodiscard]] http::Response describe_coverage(Call const& call, Request const& request);
[[nodiscard]] http::Response get_coverage(Call const& call, Request const& request);

} // namespace ms::ows::wcs
