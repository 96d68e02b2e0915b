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

/// C++ types cross the border, so both sides must be compiled with the same headers; `build` is
/// checked before anything else.
struct Module {
    char const* build; ///< MS_OGR_BUILD: the version, and a checksum of the headers of both sides
    /// Begins a document in its folder, and writes nowhere else.
    /// \throws Error{BadMapfile} if GDAL rejects driver or options
    std::unique_ptr<DocumentWriter> (*create)(Document document);
    /// Opens files on disk, of formats with their features inside. \throws Error{Source}
    std::unique_ptr<FeatureFile> (*open)(FileLayer const& layer);
    /// Opens a raster file on disk, of formats with their pixels inside.
    /// \throws Error{Source}
    /// \param is_vrt a VRT whose sources have been checked
    std::unique_ptr<RasterFile> (*open_raster)(std::string const& path, bool is_vrt);
    /// The image first, then its companions; writes only to memory. The samples are freed once
    /// they are written.
    /// \throws Error{BadMapfile} if GDAL rejects driver or options, Error{Limit} if stopped
    Files (*write_raster)(RasterDocument document);
    /// Opens the first layer of a GML or GeoJSON document, which is copied. Schemas and other
    /// external references are not fetched.
    /// \throws Error{Source}
    std::unique_ptr<FeatureFile> (*open_bytes)(std::string const& document);
    /// In GDAL's order. If `go_on` stopped it, the lines found until then.
    /// \throws Error{Source}
    std::vector<ContourLine> (*contours)(ContourRequest const& request, GoOn const& go_on);
};

/// The symbol of the shared object.
constexpr char const* module_symbol = "mapserver_ogr_module";
/// extern "C"
using ModuleFunction = Module const* (*)();

} // namespace ms::ogr
