// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers WMS GetCapabilities.

#include "http/response.hpp"
#include "ows/common/call.hpp"

namespace ms::ows::wms {

[[nodiscard]] http::Response get_capabilities(Call const& call);

} // namespace ms::ows::wms
