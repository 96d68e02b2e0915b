// SPDX-License-Identifier: MIT
#include "render/plan/layer_visibility.hpp"

#include "crs/transformation.hpp"
#include "expr/bind.hpp"
#include "expr/expression.hpp"
#include "render/plan/blends.hpp"
#include "render/plan/layer_plan.hpp"
#include "style/scaling.hpp"

#include <algorithm>

namespace ms::render {

namespace {

bool has_data(mapfile::Layer const& layer)
{
    return !layer.data.empty() || !layer.tile_index.empty() || !layer.connection.empty() ||
           !layer.features.empty() || layer.grid.has_value();
}

/// MINGEOWIDTH and MAXGEOWIDTH apply only without scale limits.
bool is_in_geo_width(mapfile::Layer const& layer, double width) noexcept
{
    return layer.max_scale_denominator > 0 || layer.min_scale_denominator > 0 ||
           ((layer.max_geo_width <= 0 || width <= layer.max_geo_width) &&
            (layer.min_geo_width <= 0 || width >= layer.min_geo_width));
}

/// REQUIRES: layer names in brackets are 1 when the layer is drawn, else 0.
bool is_required_met(mapfile::Map const& map, std::string const& text,
                     std::vector<std::size_t> const& drawn_layers)
{
    expr::Expression condition;
    try {
        condition = map.expressions.logical(text);
    } catch (Error const&) {
        return false; // as in MapServer; mapcheck reports it
    }
    std::vector<std::string> const names{condition.attributes().begin(),
                                         condition.attributes().end()};
    feature::FeatureBatch row;
    row.reset(names.size());
    row.geometry.end_feature(geometry::Kind::None);
    for (std::size_t i = 0; i < names.size(); ++i) {
        bool const is_drawn = std::ranges::any_of(
            drawn_layers, [&](std::size_t layer) { return map.layers[layer].name == names[i]; });
        row.attributes[i].append(is_drawn ? "1" : "0");
    }
    return expr::Bound{condition, names}.is_true(row, 0);
}

bool overlaps_extent(mapfile::Map const& map, mapfile::Layer const& layer, Viewport const& view)
{
    // As in MapServer, a map without a CRS draws the layer whatever its EXTENT says.
    if (!layer.extent.is_set() || !view.crs.is_defined()) {
        return true;
    }
    geometry::Box const extent{layer.extent.min_x, layer.extent.min_y, layer.extent.max_x,
                               layer.extent.max_y};
    crs::Transformation const to_map{layer_crs(map, layer, view), view.crs};
    auto const seen = to_map.inverse_around(seen_of(view, 0));
    return seen.is_empty() || seen.intersects(extent);
}

} // namespace

bool is_visible(mapfile::Map const& map, mapfile::Layer const& layer, Viewport const& view,
                std::vector<std::size_t> const& drawn_layers)
{
    return is_in_geo_width(layer, view.extent.width()) &&
           is_visible_anywhere(map, layer, view, drawn_layers) && overlaps_extent(map, layer, view);
}

bool is_visible_anywhere(mapfile::Map const& map, mapfile::Layer const& layer, Viewport const& view,
                         std::vector<std::size_t> const& drawn_layers)
{
    return has_data(layer) && layer.type != mapfile::LayerType::Query &&
           layer.type != mapfile::LayerType::TileIndex &&
           style::is_in_layer_scale(layer, view.scale_denominator) && !is_blended_away(layer) &&
           (layer.requires_expression.empty() ||
            is_required_met(map, layer.requires_expression, drawn_layers));
}

bool has_visible_labels(mapfile::Map const& map, mapfile::Layer const& layer, Viewport const& view,
                        std::vector<std::size_t> const& drawn_layers)
{
    double const min = layer.label_min_scale_denominator;
    double const max = layer.label_max_scale_denominator;
    return style::is_in_scale(view.scale_denominator, min > 0 ? min : -1, max > 0 ? max : -1) &&
           (layer.label_requires_expression.empty() ||
            is_required_met(map, layer.label_requires_expression, drawn_layers));
}

bool is_within_limits(mapfile::Layer const& layer, Viewport const& view) noexcept
{
    return style::is_in_layer_scale(layer, view.scale_denominator) && is_within_width(layer, view);
}

bool is_within_width(mapfile::Layer const& layer, Viewport const& view) noexcept
{
    return is_in_geo_width(layer, view.extent.width());
}

} // namespace ms::render
