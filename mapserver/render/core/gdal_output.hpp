// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes output formats of DRIVER "GDAL/...": images and raster values as files of GDAL's formats.

#include "image/bitmap.hpp"
#include "mapfile/model/output_format.hpp"
#include "ogr/raster_document.hpp"
#include "render/core/map_image.hpp"
#include "render/core/services.hpp"
#include "render/core/viewport.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ms::render {

/// A parsed OUTPUTFORMAT of DRIVER "GDAL/GTiff" or another GDAL driver.
struct GdalFormat {
    std::string driver; ///< GDAL's name
    std::string file_name;
    bool is_raw = false; ///< IMAGEMODE BYTE, INT16 or FLOAT32: values of rasters, not colours
    raster::SampleType type = raster::SampleType::Byte; ///< of raw formats
    std::size_t bands = 1;                              ///< BAND_COUNT, of raw formats
    /// NULLVALUE: what the file calls no data, and in raw formats the value of undrawn pixels.
    std::optional<double> null_value;
    bool has_alpha = false; ///< of images: a fourth band
    ogr::Options options;   ///< creation options: all other FORMATOPTIONs
};

/// Whether GDAL writes the format: the driver begins with "GDAL/" and is not one whose images this
/// server encodes itself (PNG, JPEG, WEBP with IMAGEMODE RGB or RGBA).
[[nodiscard]] bool is_gdal_format(mapfile::OutputFormat const& format) noexcept;

/// MIME type and file extension of well-known drivers; empty for others.
struct GdalFileType {
    std::string_view mime_type;
    std::string_view extension;
};
[[nodiscard]] GdalFileType gdal_file_type(std::string_view driver) noexcept;

/// \param format is_gdal_format() \throws Error{BadMapfile} for BAND_COUNT or NULLVALUE that are
/// not numbers
[[nodiscard]] GdalFormat parse_gdal_format(mapfile::OutputFormat const& format);

/// An image as a file, without its place in the world. \throws Error{BadMapfile, Source}
[[nodiscard]] std::vector<std::uint8_t> encode_by_gdal(image::BitmapView const& pixels,
                                                       mapfile::OutputFormat const& format);

/// Encodes an image of a map as a georeferenced file, and the files beside it.
/// \throws Error{BadMapfile, Source, Limit}
[[nodiscard]] ogr::Files encode_by_gdal(image::BitmapView const& pixels, GdalFormat const& format,
                                        Viewport const& view, Services const& services);

/// Values of a raw format, band after band, in its type. \throws as encode_by_gdal()
[[nodiscard]] ogr::Files write_values(std::vector<std::byte> values, GdalFormat const& format,
                                      Viewport const& view, Services const& services);

/// Moves the file and those beside it into an image.
void put_files(ogr::Files files, MapImage& image);

} // namespace ms::render
