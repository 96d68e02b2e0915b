// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds out from GDAL how the blocks of a GeoTIFF are stored, and where.

#include "raster/stored_block.hpp"

#include <cstddef>
#include <optional>

namespace ms::ogr {

/// \param dataset a GDALDatasetH \param level 0: the base; then its overviews, as GDAL counts them
/// \returns nothing for files other than GeoTIFF, for levels in other files (.ovr), and for forms
/// that only GDAL decodes
[[nodiscard]] std::optional<raster::StoredForm> stored_form_of(void* dataset, std::size_t level);

/// \param band a GDALRasterBandH, of a level with a stored form \returns nothing if the block is
/// not stored
[[nodiscard]] std::optional<raster::StoredPlace> stored_place_of(void* band, int column, int row);

} // namespace ms::ogr
