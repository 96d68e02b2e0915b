// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The extent, the size and the layers that a request to the CGI names.

#include "http/parameters.hpp"
#include "mapfile/model/map.hpp"
#include "render/core/overrides.hpp"
#include "render/core/viewport.hpp"

#include <vector>

namespace ms::ows::cgi {

/// mapext "minx miny maxx maxy" (or sides of the map's EXTENT by minx, miny, maxx and maxy) and
/// mapsize "width height".
/// \throws ServiceException for invalid values
[[nodiscard]] render::ViewportRequest view_of(http::Parameters const& parameters,
                                              mapfile::Map const& map);

/// Layers that are DEFAULT, and those that `layers` (between blanks) and every `layer` name, by
/// name or group; "all" means all. In mapfile order; unknown names are ignored, as in MapServer.
[[nodiscard]] std::vector<render::LayerChoice> layers_of(http::Parameters const& parameters,
                                                         mapfile::Map const& map);

} // namespace ms::ows::cgi
