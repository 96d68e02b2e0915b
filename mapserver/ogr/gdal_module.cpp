// SPDX-License-Identifier: MIT
#include "ogr/gdal_buffered.hpp"
#include "ogr/gdal_contours.hpp"
#include "ogr/gdal_raster.hpp"
#include "ogr/gdal_raster_write.hpp"
#include "ogr/gdal_read.hpp"
#include "ogr/gdal_write.hpp"
#include "ogr/module.hpp"

#include <cpl_conv.h>
#include <gdal.h>

namespace {

/// Files that a file (a VRT, say) names are opened by any registered driver: drivers for the
/// network, databases or other programs are deregistered.
void drop_drivers()
{
    constexpr char const* names[]{
        "WFS",      "OAPIF",      "OGCAPI",    "CSW",           "WMS",     "WCS",    "WMTS",
        "HTTP",     "PostgreSQL", "MySQL",     "MSSQLSpatial",  "ODBC",    "PGeo",   "MDB",
        "OCI",      "HANA",       "MongoDBv3", "Elasticsearch", "Elastic", "Carto",  "AmigoCloud",
        "PLScenes", "PLSCENES",   "NGW",       "EEDA",          "EEDAI",   "DAAS",   "GMLAS",
        "GPSBabel", "Cloudant",   "CouchDB",   "PostGISRaster", "STACTA",  "STACIT", "IDB",
        "INGRES",   "Walk"};
    for (auto const* const name : names) {
        if (auto* const driver = GDALGetDriverByName(name); driver != nullptr) {
            GDALDeregisterDriver(driver);
            GDALDestroyDriver(driver); // deregistered, so we own it
        }
    }
}

} // namespace

extern "C" __attribute__((visibility("default"))) ms::ogr::Module const* mapserver_ogr_module()
{
    static ms::ogr::Module const module = [] {
        GDALAllRegister();
        drop_drivers();
        // Disables URLs as files, also those that a file names.
        CPLSetConfigOption("CPL_VSIL_CURL_ALLOWED_FILENAME", "/none");
        CPLSetConfigOption("GML_DOWNLOAD_SCHEMA", "NO"); // fetched without a look at that option
        ms::ogr::set_up_rasters();
        ms::ogr::set_up_buffered_files();
        return ms::ogr::Module{MS_OGR_BUILD,          &ms::ogr::create,       &ms::ogr::open,
                               &ms::ogr::open_raster, &ms::ogr::write_raster, &ms::ogr::open_bytes,
                               &ms::ogr::contours};
    }();
    return &module;
}
