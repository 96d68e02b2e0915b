// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers mode=tilejson: the description of the tiles of mode=tile.

#include "http/response.hpp"
#include "ows/common/call.hpp"

namespace ms::ows::cgi {

/// TileJSON 3.0.0 (https://github.com/mapbox/tilejson-spec) of the tiles that the same parameters
/// with mode=tile request: their address, bounds and zooms, and, of vector tiles, the layers with
/// their attributes.
/// \throws ServiceException for a format that tiles cannot have, Error{Source}
[[nodiscard]] http::Response tile_json(Call const& call);

} // namespace ms::ows::cgi
