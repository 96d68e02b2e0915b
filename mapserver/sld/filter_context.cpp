// SPDX-License-Identifier: MIT
#include "sld/filter_context.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <initializer_list>
#include <optional>

namespace ms::sld {

namespace {

/// The type that <prefix>_<item>_type declares.
std::optional<expr::Type> type_of_item(mapfile::Layer const& layer, std::string_view item)
{
    for (auto const* const prefix : {"gml_", "ows_", "wms_", "wfs_"}) {
        auto const* const type =
            layer.metadata.find(std::string{prefix}.append(item).append("_type"));
        if (type == nullptr) {
            continue;
        }
        auto const is_one_of = [&](std::initializer_list<std::string_view> names) {
            return std::ranges::any_of(
                names, [&](std::string_view name) { return equals_ignoring_case(*type, name); });
        };
        return is_one_of({"Character", "string"}) ? std::optional{expr::Type::Text}
               : is_one_of({"Integer", "Long", "Real", "Double"})
                   ? std::optional{expr::Type::Number}
                   : std::nullopt;
    }
    return std::nullopt;
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
            .is_text =
                [&layer](std::string_view item) {
                    return type_of_item(layer, item) == expr::Type::Text;
                },
            .type_of = [&layer](std::string_view item) { return type_of_item(layer, item); }};
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
