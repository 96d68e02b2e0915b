// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The values of a request that replace %name% in a mapfile.

#include "http/parameters.hpp"
#include "mapfile/model/common.hpp"
#include "ows/common/call.hpp"

#include <memory>

namespace ms::ows {

/// The request's parameters as values for %name%.
[[nodiscard]] mapfile::StringMap substitutions(http::Parameters const& parameters);

/// The call to a map whose metadata and layers have the values of the request, or their defaults:
/// titles, boxes and access depend on them. The call itself if nothing changes, or if only layers
/// would and the operation puts the values into those it uses (GetMap, GetFeature ...).
[[nodiscard]] Call with_substitutions(Call const& call);

/// The call to a changed copy of its map, for this request alone: what is kept of the map is not
/// that of the copy.
[[nodiscard]] Call with_map(Call const& call, std::shared_ptr<mapfile::Map> changed);

} // namespace ms::ows
