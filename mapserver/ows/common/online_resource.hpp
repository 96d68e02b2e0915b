// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds the URL that capabilities give to clients.

#include "ows/common/call.hpp"
#include "ows/common/metadata.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ms::ows {

/// Ready for parameters to be appended: ends with '?' or '&'. From wms_ (or wfs_), else
/// ows_onlineresource, else MS_ONLINERESOURCE, else where the request came to, with its map=.
[[nodiscard]] std::string online_resource(Call const& call, Service service = Service::Wms);

/// The address of the map that the first step of the path names, without a slash at its end:
/// MS_ONLINERESOURCE, or where the request came to, and that step.
[[nodiscard]] std::string address_in_path(Call const& call);

/// The steps of a path behind "/{map}/{signature}", as "ogcapi"; an empty last one is ignored.
[[nodiscard]] std::vector<std::string> steps_behind_signature(std::string_view path_info);

/// An address that parameters can be appended to: ends in '?' or '&'.
[[nodiscard]] std::string open_for_parameters(std::string url);

} // namespace ms::ows
