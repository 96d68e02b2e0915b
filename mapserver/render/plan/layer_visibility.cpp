// SPDX-License-Identifier: MIT
#include "render/plan/layer_visibility.hpp"

#include "base/error.hpp"
#include "crs/transformation.hpp"
#include "expr/bind.hpp"
#include "expr/expression.hpp"
#include "render/plan/blends.hpp"
#include "render/plan/layer_plan.hpp"
#include "style/scaling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

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

/// Some class may be in scale, as MapServer counts: whatever its STATUS and GROUP.
bool has_class_in_scale(mapfile::Layer const& layer, double scale)
{
    return layer.classes.empty() ||
           std::ranges::any_of(layer.classes, [scale](mapfile::Class const& one) {
               return style::is_in_scale(scale, one.min_scale_denominator,
                                         one.max_scale_denominator);
           });
}

bool has_drawable_kind(mapfile::Layer const& layer)
{
    return has_data(layer) && layer.type != mapfile::LayerType::Query &&
           layer.type != mapfile::LayerType::TileIndex;
}

/// Evaluates REQUIRES and LABELREQUIRES: a layer's name in brackets is 1 if it is drawn at this
/// scale, its own REQUIRES included, else 0.
class Requirements {
public:
    Requirements(mapfile::Map const& map, Viewport const& view,
                 std::vector<std::size_t> const& drawn_layers)
        : m_map(map), m_view(view), m_drawn_layers(drawn_layers)
    {}

    bool allow_layer(mapfile::Layer const& owner)
    {
        if (owner.requires_expression.empty()) {
            return true;
        }
        m_owners.push_back(&owner);
        bool const is_allowed = is_met(owner, owner.requires_expression, "REQUIRES");
        m_owners.pop_back();
        return is_allowed;
    }
    bool allow_labels(mapfile::Layer const& owner)
    {
        return owner.label_requires_expression.empty() ||
               is_met(owner, owner.label_requires_expression, "LABELREQUIRES");
    }

private:
    bool is_met(mapfile::Layer const& owner, std::string const& text, std::string_view keyword)
    {
        expr::Expression condition;
        try {
            condition = m_map.expressions.logical(text);
        } catch (Error const&) {
            return false; // as in MapServer; mapcheck reports it
        }
        std::vector<std::string> const names{condition.attributes().begin(),
                                             condition.attributes().end()};
        feature::FeatureBatch row;
        row.reset(names.size());
        row.geometry.end_feature(geometry::Kind::None);
        for (std::size_t i = 0; i < names.size(); ++i) {
            refuse_circle(names[i], owner, keyword);
            row.attributes[i].append(is_drawn(names[i]) ? "1" : "0");
        }
        return expr::Bound{condition, names}.is_true(row, 0);
    }

    void refuse_circle(std::string const& name, mapfile::Layer const& owner,
                       std::string_view keyword) const
    {
        if (name == owner.name ||
            std::ranges::find(m_owners, name, &mapfile::Layer::name) != m_owners.end()) {
            throw Error{ErrorKind::BadMapfile,
                        fmt::format("{}: layer \"{}\": {} depends on the layer itself",
                                    m_map.where(owner.at), owner.name, keyword)};
        }
    }

    bool is_drawn(std::string const& name)
    {
        auto const known = m_known.find(name);
        if (known != m_known.end()) {
            return known->second;
        }
        return m_known[name] = is_visible_now(m_map.find_layer(name));
    }

    bool is_visible_now(mapfile::Layer const* layer)
    {
        if (layer == nullptr) {
            return false;
        }
        auto const index = static_cast<std::size_t>(layer - m_map.layers.data());
        double const scale = m_view.scale_denominator;
        return std::ranges::find(m_drawn_layers, index) != m_drawn_layers.end() &&
               has_drawable_kind(*layer) && style::is_in_layer_scale(*layer, scale) &&
               is_within_width(*layer, m_view) && has_class_in_scale(*layer, scale) &&
               allow_layer(*layer);
    }

    mapfile::Map const& m_map;
    Viewport const& m_view;
    std::vector<std::size_t> const& m_drawn_layers;
    std::vector<mapfile::Layer const*> m_owners; ///< of the expressions that are being evaluated
    std::map<std::string, bool> m_known;
};

bool overlaps_extent(mapfile::Map const& map, mapfile::Layer const& layer, Viewport const& view)
{
    // As in MapServer, a map without a CRS draws the layer whatever its EXTENT says. Where that of
    // PROJECTION AUTO lies, only the file says.
    if (!layer.extent.is_set() || !view.crs.is_defined() || layer.projection.is_auto()) {
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
    return has_drawable_kind(layer) && style::is_in_layer_scale(layer, view.scale_denominator) &&
           (layer.type != mapfile::LayerType::Raster ||
            has_class_in_scale(layer, view.scale_denominator)) && // else they do not count there
           !is_blended_away(layer) &&
           Requirements{map, view, drawn_layers}.allow_layer(layer);
}

bool has_visible_labels(mapfile::Map const& map, mapfile::Layer const& layer, Viewport const& view,
                        std::vector<std::size_t> const& drawn_layers)
{
    double const min = layer.label_min_scale_denominator;
    double const max = layer.label_max_scale_denominator;
    return style::is_in_scale(view.scale_denominator, min > 0 ? min : -1, max > 0 ? max : -1) &&
           Requirements{map, view, drawn_layers}.allow_labels(layer);
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
