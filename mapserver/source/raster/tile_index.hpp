// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// TILEINDEX: the layer or shapefile whose rows name the files of a raster layer.

#include "crs/definition.hpp"
#include "geometry/types.hpp"
#include "mapfile/model/map.hpp"
#include "source/services.hpp"

#include <optional>

namespace ms::source::raster {

/// The layer that TILEINDEX names, or one made for the shapefile that it names.
/// \param own what is returned, where no layer of the map is the index
[[nodiscard]] mapfile::Layer const& index_layer(mapfile::Map const& map,
                                                mapfile::Layer const& layer, mapfile::Layer& own);

/// The box around all shapes of the index, in its CRS.
/// \throws LayerError{BadMapfile, Source}
[[nodiscard]] std::optional<geometry::Box>
extent_of_index(mapfile::Map const& map, mapfile::Layer const& layer, Services const& services);

/// PROJECTION of the layer that is the index, or what the .prj beside the shapefile says;
/// undefined: neither. For layers of PROJECTION AUTO; the index of others lies in their own CRS.
/// \throws Error{BadMapfile} when PROJ does not know it
[[nodiscard]] crs::Definition crs_of_index(mapfile::Map const& map, mapfile::Layer const& layer);

} // namespace ms::source::raster
