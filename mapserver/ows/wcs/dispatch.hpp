// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers requests with SERVICE=WCS.

#include "http/response.hpp"
#include "ows/common/call.hpp"
#include "ows/common/request_document.hpp"

namespace ms::ows::wcs {

/// An answer or an exception report. \param document of call.request
[[nodiscard]] http::Response dispatch(Call const& call, RequestDocument& document);

} // namespace ms::ows::wcs
