// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes raster files with GDAL.

#include "ogr/raster_document.hpp"

namespace ms::ogr {

/// Nothing outside of memory is touched.
/// \returns the file that is named first, then those that its driver puts beside it
/// \throws Error{BadMapfile} when GDAL refuses driver or options, Error{Limit} when it was stopped
[[nodiscard]] Files write_raster(RasterDocument const& document);

} // namespace ms::ogr
