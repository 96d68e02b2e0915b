// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// PROJECTION AUTO: the coordinate reference system that data say of themselves.

#include "crs/definition.hpp"
#include "mapfile/model/map.hpp"

namespace ms::source {

/// The CRS of the file that holds the features of a layer: what GDAL says of it, or the .prj beside
/// a shapefile; of features of another server the one they are asked in: wfs_srs, else the map's.
/// Undefined if nothing says any, and for other layers.
/// \throws Error when the file cannot be read or says what PROJ does not know
[[nodiscard]] crs::Definition data_crs(mapfile::Map const& map, mapfile::Layer const& layer);

/// The CRS of the features of a layer: PROJECTION, that of its data if this is AUTO; undefined if
/// nothing says any.
/// \throws as data_crs() and crs::parse()
[[nodiscard]] crs::Definition written_crs(mapfile::Map const& map, mapfile::Layer const& layer);

} // namespace ms::source
