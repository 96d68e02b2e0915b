// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The grid of pixels that a GetCoverage requests.

#include "crs/definition.hpp"
#include "geometry/types.hpp"
#include "ows/wcs/coverage.hpp"
#include "ows/wcs/request.hpp"
#include "ows/wcs/version.hpp"
#include "raster/band.hpp"
#include "render/core/overrides.hpp"
#include "render/core/viewport.hpp"

#include <string>
#include <string_view>

namespace ms::ows::wcs {

struct Grid {
    geometry::Box edges; ///< of the outer pixels
    raster::Size size;
    crs::Definition system;
    std::string system_name;   ///< as requested: "EPSG:4326"
    bool is_oblong = false;    ///< the request has pixels that are not square
    bool is_resampled = false; ///< the coverage is, although it has the same CRS
};

/// What draws it: an extent from the centre of the first pixel to that of the last.
[[nodiscard]] render::ViewportRequest view_of(Grid const& grid);

/// BBOX with WIDTH and HEIGHT or RESX and RESY; RESPONSE_CRS. \throws WcsException
[[nodiscard]] Grid grid_10(Request const& request, Coverage const& coverage);
/// BOUNDINGBOX of the centres of pixels, GridOrigin and GridOffsets. \throws WcsException
[[nodiscard]] Grid grid_11(Request const& request, Coverage const& coverage);
/// SUBSETs and scales, of all of the coverage without them; OUTPUTCRS. \throws WcsException
[[nodiscard]] Grid grid_20(Request const& request, Coverage const& coverage);

/// \throws WcsException beyond the map's MAXSIZE
void check_size(Grid const& grid, mapfile::Map const& map, Family family);

} // namespace ms::ows::wcs
