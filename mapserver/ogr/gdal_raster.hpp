// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Opens raster files with GDAL.

#include "ogr/raster_file.hpp"

#include <memory>

namespace ms::ogr {

/// Settings of GDAL for the process; once, before the first file is opened.
void set_up_rasters();

/// \param path of a file on disk \param is_vrt a VRT whose sources have been checked
/// \throws Error{Source}
[[nodiscard]] std::unique_ptr<RasterFile> open_raster(std::string const& path, bool is_vrt);

} // namespace ms::ogr
