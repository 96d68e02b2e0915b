// SPDX-License-Identifier: MIT
#include "render/plan/union_members.hpp"

#include "base/error.hpp"
#include "mapfile/model/map.hpp"
#include "mapfile/substitute.hpp"
#include "render/plan/layer_plan.hpp"
#include "source/union/source.hpp"

#include <algorithm>

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

/// OFF for a member that the request does not draw.
mapfile::Status requested_status(mapfile::Layer const& member, std::size_t index,
                                 std::vector<LayerChoice> const& choices)
{
    if (member.status == mapfile::Status::Default) {
        return member.status;
    }
    bool const is_drawn = std::ranges::find(choices, index, &LayerChoice::layer) != choices.end();
    return is_drawn ? mapfile::Status::On : mapfile::Status::Off;
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
        auto const& layer = map->layers[choice.layer];
        for (auto const* const member : members_of(*map, layer)) {
            auto const index = static_cast<std::size_t>(member - map->layers.data());
            auto const status = source::union_layer::checks_status(layer)
                                    ? requested_status(*member, index, choices)
                                    : member->status;
            if (member->scale_tokens.empty() && status == member->status &&
                !mapfile::has_substitutions(*map, *member)) {
                continue;
            }
            if (!changed) {
                changed = std::make_shared<mapfile::Map>(*map);
            }
            changed->layers[index] = *prepared(*map, *member, view, substitutions, notes).layer;
            changed->layers[index].status = status;
        }
    }
    if (!changed) {
        return map;
    }
    mapfile::freeze(*changed, map->expressions);
    return changed;
}

} // namespace ms::render
