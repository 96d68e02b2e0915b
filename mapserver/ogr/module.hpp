// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The interface of the shared object with GDAL to the program that loads it.

#include "ogr/contours.hpp"
#include "ogr/document.hpp"
#include "ogr/feature_file.hpp"
#include "ogr/raster_document.hpp"
#include "ogr/raster_file.hpp"

#include <memory>
#include <string>
#include <vector>

namespace ms::ogr {

/// C++ types cross the border, so that both sides are made of the same headers; `build` is looked
/// at before anything else is.
struct Module {
    char const* build; ///< MS_OGR_BUILD: the version, and a checksum of the headers of both sides
    /// Nothing is left behind, nor is anything outside of memory touched.
    /// \throws Error{BadMapfile} when GDAL refuses driver, options or layers, and what
    ///         Document::check throws
    Files (*write)(Document const& document);
    /// The same files in one archive. \throws Error{Internal}
    std::vector<std::uint8_t> (*zip)(Files const& files);
    /// Files on disk, of formats that keep their features in them. \throws Error{Source}
    std::unique_ptr<FeatureFile> (*open)(FileLayer const& layer);
    /// A raster file on disk, of formats that keep their pixels in it. \throws Error{Source}
    /// \param is_vrt a VRT whose sources have been looked at
    std::unique_ptr<RasterFile> (*open_raster)(std::string const& path, bool is_vrt);
    /// The image first, then what its driver puts beside it; nothing outside of memory is touched.
    /// \throws Error{BadMapfile} when GDAL refuses driver or options, Error{Limit} when stopped
    Files (*write_raster)(RasterDocument const& document);
    /// The first layer of a GML or GeoJSON document, which is copied. Schemas and whatever else it
    /// names elsewhere are not fetched. \throws Error{Source}
    std::unique_ptr<FeatureFile> (*open_bytes)(std::string const& document);
    /// In the order GDAL finds them. When `go_on` stopped it, what was found until then.
    /// \throws Error{Source}
    std::vector<ContourLine> (*contours)(ContourRequest const& request, GoOn const& go_on);
};

/// The symbol of the shared object.
constexpr char const* module_symbol = "mapserver_ogr_module";
/// extern "C"
using ModuleFunction = Module const* (*)();

} // namespace ms::ogr
