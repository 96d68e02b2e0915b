// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The operations of WMTS 1.0.0 (OGC 07-057r7).

#include "http/response.hpp"
#include "ows/common/call.hpp"
#include "ows/wmts/request.hpp"

#include <string>

namespace ms::ows::wmts {

/// Describes the tiles of a map. Where the request names the map in its path, also their addresses.
/// \throws WmtsException for versions and states that there are not
[[nodiscard]] http::Response get_capabilities(Call const& call);

/// A tile: the map that GetMap of WMS draws of its box, from the same cache, with the same layers,
/// dimensions, limits and entity tag. Its ground is opaque unless its OUTPUTFORMAT is TRANSPARENT.
/// \throws WmtsException, and what GetMap throws
[[nodiscard]] http::Response get_tile(Call const& call);

/// The features at a pixel of a tile, as GetFeatureInfo of WMS finds them.
/// \throws WmtsException, and what GetFeatureInfo throws
[[nodiscard]] http::Response get_feature_info(Call const& call);

} // namespace ms::ows::wmts
