// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads layers whose TILEINDEX lists many shapefiles.

#include "source/shapefile/source.hpp"

namespace ms::source::shapefile {

/// TILEINDEX is another layer's name or a shapefile; its TILEITEM names a shapefile per feature, or
/// a folder that contains DATA. All tiles must have the columns of the first.
/// \throws Error{Source}, Error{BadMapfile}
[[nodiscard]] std::unique_ptr<FeatureSource>
open_tile_index(mapfile::Map const& map, mapfile::Layer const& layer, Services const& services);

} // namespace ms::source::shapefile
