// SPDX-License-Identifier: MIT
#include "ows/common/substitutions.hpp"

#include "base/string.hpp"
#include "mapfile/substitute.hpp"
#include "ows/common/per_map_cache.hpp"

#include <algorithm>
#include <array>

namespace ms::ows {

namespace {

/// The operations that put the values into the layers they use themselves.
constexpr std::array<std::string_view, 9> drawing_operations{
    "GetMap",     "map",         "GetFeatureInfo",   "feature_info", "GetLegendGraphic",
    "GetFeature", "GetCoverage", "GetPropertyValue", "GetTile"};

bool draws(http::Parameters const& parameters)
{
    auto const request = parameters.value("REQUEST");
    return std::ranges::any_of(drawing_operations, [&](std::string_view name) {
        return equals_ignoring_case(name, request);
    });
}

bool has_token(mapfile::StringMap const& metadata)
{
    return std::ranges::any_of(metadata.entries, [](auto const& entry) {
        return entry.second.find('%') != std::string::npos;
    });
}

bool has_substitutions(mapfile::Map const& map, bool only_metadata)
{
    return mapfile::has_substitutions(map, map.web) ||
           std::ranges::any_of(map.layers, [&](mapfile::Layer const& layer) {
               return mapfile::has_substitutions(map, layer) &&
                      (!only_metadata || has_token(layer.metadata));
           });
}

/// Looks at the layers of a map once, not for each request.
bool has_substitutions(Call const& call)
{
    bool const for_drawing = draws(call.parameters());
    auto const find = [&] { return has_substitutions(*call.map, for_drawing); };
    return call.per_map ? call.per_map->is_substituted(for_drawing, find) : find();
}

} // namespace

mapfile::StringMap substitutions(http::Parameters const& parameters)
{
    mapfile::StringMap map;
    for (auto const& [name, value] : parameters.entries()) {
        map.set(name, value);
    }
    return map;
}

Call with_substitutions(Call const& call)
{
    if (!has_substitutions(call)) {
        return call;
    }
    auto const values = substitutions(call.parameters());
    mapfile::Substitutions const given{.parameters = values,
                                       .environment = &mapfile::process_environment};
    auto const& map = *call.map;
    auto changed = std::make_shared<mapfile::Map>(map);
    changed->web = mapfile::substitute(map, map.web, given);
    for (auto& layer : changed->layers) {
        if (mapfile::has_substitutions(map, layer)) {
            layer = mapfile::substitute(map, layer, given);
        }
    }
    return with_map(call, std::move(changed));
}

Call with_map(Call const& call, std::shared_ptr<mapfile::Map> changed)
{
    mapfile::freeze(*changed, call.map->expressions);
    auto other = call;
    other.map = std::move(changed);
    other.map_version = {}; // another request has another map
    other.per_map = nullptr;
    return other;
}

} // namespace ms::ows
