// SPDX-License-Identifier: MIT
#include "render/plan/mvt_plan.hpp"

#include "mapfile/visible_items.hpp"
#include "source/wms/server.hpp"

#include <optional>

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

feature::FieldType tile_type_of(mapfile::Layer const& layer, feature::Field const& field)
{
    auto const* const requested = layer.metadata.find("gml_" + field.name + "_type");
    auto const type = requested == nullptr ? std::nullopt : mapfile::find_field_type(*requested);
    if (type) {
        return *type;
    }
    return has_source_types(layer) ? field.type : feature::FieldType::Text;
}

} // namespace ms::render
