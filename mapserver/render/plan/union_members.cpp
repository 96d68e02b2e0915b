// SPDX-License-Identifier: MIT
#include "render/plan/union_members.hpp"

#include "base/error.hpp"
#include "mapfile/model/map.hpp"
#include "mapfile/substitute.hpp"
#include "render/plan/layer_plan.hpp"
#include "source/union/source.hpp"

namespace ms::render {

namespace {

/// Nothing of a union that names no layers: planning it says so.
std::vector<mapfile::Layer const*> members_of(mapfile::Map const& map, mapfile::Layer const& layer)
{
    if (layer.connection_type != mapfile::ConnectionType::Union) {
        return {};
    }
    try {
        return source::union_layer::layers_of(map, layer);
    } catch (Error const&) {
        return {};
    }
}

} // namespace

std::shared_ptr<mapfile::Map const> with_prepared_members(std::shared_ptr<mapfile::Map const> map,
                                                          std::vector<LayerChoice> const& choices,
                                                          Viewport const& view,
                                                          mapfile::StringMap const& substitutions,
                                                          std::vector<std::string>& notes)
{
    std::shared_ptr<mapfile::Map> changed;
    for (auto const& choice : choices) {
        for (auto const* const member : members_of(*map, map->layers[choice.layer])) {
            if (member->scale_tokens.empty() && !mapfile::has_substitutions(*map, *member)) {
                continue;
            }
            if (!changed) {
                changed = std::make_shared<mapfile::Map>(*map);
            }
            auto const index = static_cast<std::size_t>(member - map->layers.data());
            changed->layers[index] = *prepared(*map, *member, view, substitutions, notes).layer;
        }
    }
    if (!changed) {
        return map;
    }
    mapfile::freeze(*changed, map->expressions);
    return changed;
}

} // namespace ms::render
