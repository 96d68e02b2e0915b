// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers WMS GetMap.

#include "http/response.hpp"
#include "ows/common/call.hpp"

namespace ms::ows::wms {

[[nodiscard]] http::Response get_map(Call const& call);

} // namespace ms::ows::wms
