// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads blocks of raster files past GDAL, where their form is known.

#include "ogr/raster_file.hpp"
#include "source/raster/block_cache.hpp"

#include <functional>
#include <memory>
#include <string>

namespace ms::source::raster {

/// Opens a file so that bytes of DEFLATE and JPEG GeoTIFFs are decoded here, once for all threads;
/// everything else is read by what `open` returns. What it reads is the same. GDAL decodes a block
/// for each open file again, by zlib or libdeflate, and separates its bands before it copies a part
/// of them.
/// JPEG files without overviews get levels (jpeg_levels.hpp).
/// \param cache must outlive the file; if it is off, GDAL reads everything but those levels
/// \throws as `open`
[[nodiscard]] std::unique_ptr<ms::ogr::RasterFile> open_direct(
    std::string const& path,
    std::function<std::unique_ptr<ms::ogr::RasterFile>(std::string const& path)> const& open,
    BlockCache& cache);

} // namespace ms::source::raster
