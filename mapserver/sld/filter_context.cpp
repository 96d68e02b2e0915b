// SPDX-License-Identifier: MIT
#include "sld/filter_context.hpp"

#include "base/string.hpp"

namespace ms::sld {

namespace {

/// Attributes that <prefix>_<item>_type declares as text.
bool is_text_item(mapfile::Layer const& layer, std::string_view item)
{
    for (auto const* const prefix : {"gml_", "ows_", "wms_", "wfs_"}) {
        auto const* const type =
            layer.metadata.find(std::string{prefix}.append(item).append("_type"));
        if (type != nullptr) {
            return equals_ignoring_case(*type, "Character") ||
                   equals_ignoring_case(*type, "string");
        }
    }
    return false;
}

std::string feature_id_of(mapfile::Layer const& layer)
{
    for (auto const* const key : {"gml_featureid", "ows_featureid", "wfs_featureid"}) {
        if (auto const* const name = layer.metadata.find(key)) {
            return *name;
        }
    }
    return {};
}

} // namespace

fes::Context filter_context(mapfile::Map const& map, mapfile::Layer const& layer)
{
    auto const& projection = layer.projection.is_set() ? layer.projection : map.projection;
    // What only the data know is not known here: geometries of the filter are taken in their CRS.
    return {.layer_crs = projection.is_auto() ? crs::Definition{}
                                              : crs::parse(projection.arguments, {map.proj_data()}),
            .feature_id = feature_id_of(layer),
            .is_text = [&layer](std::string_view item) { return is_text_item(layer, item); }};
}

std::string filter_meaning(mapfile::Map const& map, mapfile::Layer const& layer)
{
    constexpr std::string_view of_type = "_type";
    auto const& projection = layer.projection.is_set() ? layer.projection : map.projection;
    std::string meaning = feature_id_of(layer);
    for (auto const& argument : projection.arguments) {
        meaning.append("\n").append(argument);
    }
    for (auto const& [key, value] : layer.metadata.entries) {
        if (to_lower(key).ends_with(of_type)) {
            meaning.append("\n").append(to_lower(key)).append("=").append(value);
        }
    }
    return meaning;
}

} // namespace ms::sld
