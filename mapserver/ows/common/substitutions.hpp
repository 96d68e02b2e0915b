// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The values of a request that replace %name% in a mapfile.

#include "http/parameters.hpp"
#include "mapfile/model/common.hpp"
#include "ows/common/call.hpp"

namespace ms::ows {

/// The request's parameters as values for %name%.
[[nodiscard]] mapfile::StringMap substitutions(http::Parameters const& parameters);

/// The call to a map whose metadata and layers have the values of the request, or their defaults:
/// titles, boxes and access depend on them. The call itself if nothing changes, or if only layers
/// would and the operation puts the values into those it uses (GetMap, GetFeature ...).
[[nodiscard]] Call with_substitutions(Call const& call);

} // namespace ms::ows
