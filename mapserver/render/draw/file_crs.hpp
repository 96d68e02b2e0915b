// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The CRS of a raster layer's file.

#include "ogr/raster_file.hpp"
#include "render/core/viewport.hpp"
#include "render/plan/plan_state.hpp"
#include "source/raster/files.hpp"

namespace ms::render {

/// The CRS of a layer's file: TILESRS, else PROJECTION of the layer; AUTO: that of the file.
/// \throws PublicError{BadMapfile} for AUTO if the file has none
[[nodiscard]] crs::Definition crs_of_file(VectorStep const& step, Viewport const& view,
                                          source::raster::RasterPath const& path,
                                          ogr::RasterFile const& file);

} // namespace ms::render
