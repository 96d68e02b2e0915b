// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers GetStyles with the styles of layers as an SLD (OGC 02-070, 05-078r4).

#include "http/response.hpp"
#include "ows/common/call.hpp"

namespace ms::ows::wms {

/// LAYERS names the layers; SLD 1.1 for WMS 1.3.0, else 1.0. \throws ServiceException
[[nodiscard]] http::Response get_styles(Call const& call);

} // namespace ms::ows::wms
