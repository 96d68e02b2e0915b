// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes raster files with GDAL.

#include "ogr/raster_document.hpp"

namespace ms::ogr {

/// Writes only to memory.
/// \returns the named file first, then the companions that its driver writes
/// \throws Error{BadMapfile} if GDAL rejects driver or options, Error{Limit} if it was stopped
[[nodiscard]] Files write_raster(RasterDocument document);

} // namespace ms::ogr
