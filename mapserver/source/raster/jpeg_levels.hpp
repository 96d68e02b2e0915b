// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Smaller levels of JPEG files without overviews.

#include "ogr/raster_file.hpp"

#include <memory>

namespace ms::source::raster {

/// Adds levels of a half, a quarter and an eighth to a large file of JPEG blocks that has no
/// overviews and shows all of its pixels: JPEG blocks can be decoded smaller, which takes less time
/// and much less memory. GDAL has the same levels, but hides them from its users.
/// raster::decode_rows() makes them of stored_form(); read() makes means of pixels, for blocks that
/// cannot be decoded so. Other files are returned as they are.
[[nodiscard]] std::unique_ptr<ms::ogr::RasterFile>
with_jpeg_levels(std::unique_ptr<ms::ogr::RasterFile> file);

} // namespace ms::source::raster
