// SPDX-License-Identifier: MIT
#include "render/plan/mvt_plan.hpp"

#include "source/wms/server.hpp"

namespace ms::render {

Viewport tile_view(Viewport const& view, MvtFormat const& format)
{
    auto const& extent = view.extent;
    double const half = view.counts_from_edges ? 0 : 0.5; // of a pixel: to the edges of the tile
    Viewport tile = view;
    tile.extent.min_x = extent.min_x - half * view.cell_size_x;
    tile.extent.max_y = extent.max_y + half * view.cell_size_y;
    tile.extent.max_x = tile.extent.min_x + view.width * view.cell_size_x;
    tile.extent.min_y = tile.extent.max_y - view.height * view.cell_size_y;
    tile.counts_from_edges = true;
    tile.width = format.extent;
    tile.height = format.extent;
    tile.cell_size_x = tile.extent.width() / format.extent;
    tile.cell_size_y = tile.extent.height() / format.extent;
    tile.edge_buffer = format.buffer();
    tile.angle_rad = 0;
    return tile;
}

bool has_tile_features(mapfile::Layer const& layer) noexcept
{
    using enum mapfile::LayerType;
    return layer.type != Raster && layer.type != Chart && layer.type != Circle &&
           !source::wms::is_cascaded(layer);
}

} // namespace ms::render
