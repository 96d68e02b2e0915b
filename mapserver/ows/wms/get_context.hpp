// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// GetContext: the map as a Web Map Context document. No operation of WMS, but of MapServer.

#include "http/response.hpp"
#include "ows/common/call.hpp"

namespace ms::ows::wms {

/// \throws WmsException unless METADATA has wms_getcontext_enabled "1"
[[nodiscard]] http::Response get_context(Call const& call);

} // namespace ms::ows::wms
