// SPDX-License-Identifier: MIT
#include "ogr/gdal_raster.hpp"
#include "ogr/gdal_raster_write.hpp"
#include "ogr/gdal_read.hpp"
#include "ogr/gdal_write.hpp"
#include "ogr/module.hpp"

#include <gdal.h>

extern "C" __attribute__((visibility("default"))) ms::ogr::Module const* mapserver_ogr_module()
{
    static ms::ogr::Module const module = [] {
        GDALAllRegister();
        ms::ogr::set_up_rasters();
        return ms::ogr::Module{MS_OGR_BUILD,   &ms::ogr::write,       &ms::ogr::zip,
                               &ms::ogr::open, &ms::ogr::open_raster, &ms::ogr::write_raster};
    }();
    return &module;
}
