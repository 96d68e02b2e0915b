// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds the URL that capabilities give to clients.

#include "ows/common/call.hpp"
#include "ows/common/metadata.hpp"

#include <string>

namespace ms::ows {

/// Ready for parameters to be appended: ends with '?' or '&'. From wms_ (or wfs_), else
/// ows_onlineresource, else MS_ONLINERESOURCE, else where the request came to, with its map=.
[[nodiscard]] std::string online_resource(Call const& call, Service service = Service::Wms);

/// An address that parameters can be appended to: ends in '?' or '&'.
[[nodiscard]] std::string open_for_parameters(std::string url);

} // namespace ms::ows
