// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Pixels to be written to a file of a GDAL raster format.

#include "ogr/document.hpp"
#include "ogr/raster_file.hpp"
#include "raster/band.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ms::ogr {

/// The meaning of the bands.
enum class BandMeaning : std::uint8_t {
    Values, ///< numbers of any kind
    Colors  ///< red, green, blue and, as the fourth, alpha; not premultiplied
};

struct RasterDocument {
    std::string driver;                                 ///< GDAL's name: "GTiff"
    std::string file_name;                              ///< without folders
    raster::Size size;                                  ///< pixels
    raster::SampleType type = raster::SampleType::Byte; ///< or Int16, Float32
    std::size_t bands = 1;
    BandMeaning meaning = BandMeaning::Values;
    /// Band after band, rows from the top. GDAL reads them where they are.
    std::vector<std::byte> samples;
    std::optional<double> no_data;
    std::optional<raster::GeoTransform> geo_transform;
    std::string crs;             ///< as PROJ reads it: "EPSG:4326"; empty: not written
    double resolution = 0;       ///< pixels per inch; 0: not written
    Options options;             ///< creation options of the driver
    GoOn const* go_on = nullptr; ///< called while GDAL writes; nullptr: not called
};

} // namespace ms::ogr
