// SPDX-License-Identifier: MIT
#include "render/draw/file_crs.hpp"

namespace ms::render {

crs::Definition crs_of_file(VectorStep const& step, Viewport const& view,
                            source::raster::RasterPath const& path, ogr::RasterFile const& file)
{
    bool const is_tile_auto = mapfile::Projection::is_auto_word(path.crs);
    if (!view.crs.is_defined()) {
        return view.crs;
    }
    if (!path.crs.empty() && !is_tile_auto) {
        return crs::parse(path.crs, {step.layer_crs.proj_data()});
    }
    if (!is_tile_auto && !step.layer.projection.is_auto()) {
        return step.layer_crs;
    }
    auto const wkt = file.wkt();
    return wkt.empty() ? step.layer_crs // drawn as if it had the map's, as in MapServer
                       : crs::parse(wkt, {step.layer_crs.proj_data()});
}

} // namespace ms::render
