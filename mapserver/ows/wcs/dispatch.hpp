// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers requests with SERVICE=WCS.

#include "http/response.hpp"
#include "ows/common/call.hpp"

namespace ms::ows::wcs {

/// An answer or an exception report.
[[nodiscard]] http::Response dispatch(Call const& call);

} // namespace ms::ows::wcs
