// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers GetContext with a Web Map Context document; the operation is MapServer's, not WMS's.

#include "http/response.hpp"
#include "ows/common/call.hpp"

namespace ms::ows::wms {

/// \throws WmsException unless METADATA has wms_getcontext_enabled "1"
[[nodiscard]] http::Response get_context(Call const& call);

} // namespace ms::ows::wms
