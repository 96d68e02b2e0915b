// SPDX-License-Identifier: MIT
#include "ows/wfs/feature_types.hpp"

#include "base/string.hpp"
#include "ows/common/access.hpp"
#include "ows/common/metadata.hpp"
#include "ows/features/element_name.hpp"
#include "ows/features/feature_request.hpp"

namespace ms::ows::wfs {

Namespace namespace_of(mapfile::Map const& map)
{
    auto const& metadata = map.web.metadata;
    auto const* const prefix = find_of(Service::Wfs, metadata, "namespace_prefix");
    auto const* const uri = find_of(Service::Wfs, metadata, "namespace_uri");
    Namespace space{prefix == nullptr ? std::string_view{"ms"} : std::string_view{*prefix},
                    uri == nullptr ? std::string_view{"http://mapserver.gis.umn.edu/mapserver"}
                                   : std::string_view{*uri}};
    if (auto const* const name = find_of(Service::Wfs, metadata, "feature_collection")) {
        space.collection = *name;
    }
    return space;
}

bool has_own_prefix(mapfile::Map const& map)
{
    return !value_of(Service::Wfs, map.web.metadata, "namespace_prefix").empty();
}

std::string qualified(Namespace const& space, std::string_view name)
{
    std::string result{space.prefix};
    if (!result.empty()) {
        result += ':';
    }
    return result.append(name);
}

std::string type_name(mapfile::Layer const& layer)
{
    return element_name(layer.name);
}

namespace {

bool is_published(mapfile::Map const& map, mapfile::Layer const& layer, std::string_view operation)
{
    return is_feature_type(layer) && is_enabled(map, layer, operation, Service::Wfs);
}

/// Compares both names, which have the same length. The length rules out most layers.
bool has_type_name(mapfile::Layer const& layer, std::string_view name)
{
    return layer.name.size() == name.size() &&
           (equals_ignoring_case(layer.name, name) || equals_ignoring_case(type_name(layer), name));
}

} // namespace

std::vector<std::size_t> feature_types(mapfile::Map const& map, std::string_view operation)
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < map.layers.size(); ++i) {
        if (is_published(map, map.layers[i], operation)) {
            found.push_back(i);
        }
    }
    return found;
}

std::optional<std::size_t> find_feature_type(mapfile::Map const& map, std::string_view name,
                                             std::string_view operation)
{
    name = without_prefix(name);
    for (std::size_t i = 0; i < map.layers.size(); ++i) {
        // A request may name a thousand types of a map of thousands: names cost less than rules.
        if (has_type_name(map.layers[i], name) && is_published(map, map.layers[i], operation)) {
            return i;
        }
    }
    return std::nullopt;
}

std::string_view without_prefix(std::string_view name) noexcept
{
    auto const colon = name.find(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

} // namespace ms::ows::wfs
