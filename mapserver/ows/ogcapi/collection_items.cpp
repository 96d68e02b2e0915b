// SPDX-License-Identifier: MIT
#include "ows/ogcapi/collection_items.hpp"

#include "base/string.hpp"
#include "ows/ogcapi/answer.hpp"

#include <algorithm>
#include <array>

namespace ms::ows::ogcapi {

namespace {

bool describes_items(std::string_view key)
{
    constexpr std::array<std::string_view, 4> keys{"include_items", "exclude_items", "featureid",
                                                   "types"};
    return std::ranges::find(keys, key) != keys.end() || key.ends_with("_alias") ||
           key.ends_with("_type");
}

/// Properties are read from gml_ keys: copies those of OGC API to these.
void adopt_own_keys(mapfile::StringMap& metadata)
{
    constexpr std::string_view prefix = "oga_";
    std::vector<std::pair<std::string, std::string>> found;
    for (auto const& [key, value] : metadata.entries) {
        auto const name = std::string_view{key}.substr(std::min(key.size(), prefix.size()));
        if (starts_with_ignoring_case(key, prefix) && describes_items(to_lower(name))) {
            found.emplace_back("gml_" + std::string{name}, value);
        }
    }
    for (auto const& [key, value] : found) {
        metadata.set(key, value);
    }
}

/// The item of ids is read from ows_featureid first: copies that of the key which comes first here,
/// as in MapServer.
void adopt_id(mapfile::StringMap& metadata)
{
    for (auto const* const key : {"gml_featureid", "wfs_featureid"}) {
        if (auto const* const item = metadata.find(key)) {
            metadata.set("ows_featureid", std::string{*item});
            return;
        }
    }
}

std::vector<UsableItem> listed_items(FeatureRequest const& request, std::string_view key)
{
    auto const& layer = request.definition;
    auto const* const list = find_text(layer.metadata, key);
    std::vector<UsableItem> items;
    if (list == nullptr) {
        return items;
    }
    auto const add = [&](std::size_t field, std::string const& spelling) {
        auto const described = describe_item(layer, request.schema, field);
        bool const has_alias = described.title != described.field_name;
        items.push_back({has_alias ? described.title : spelling, described.field_name,
                         json_type_of(described), request.schema[field].type});
    };
    if (equals_ignoring_case(trim(*list), "all")) {
        for (std::size_t i = 0; i < request.schema.size(); ++i) {
            add(i, request.schema[i].name);
        }
        return items;
    }
    for (auto const& name : split_list(*list)) {
        auto const found = std::ranges::find_if(request.schema, [&](feature::Field const& field) {
            return equals_ignoring_case(name, field.name);
        });
        if (found != request.schema.end()) {
            add(static_cast<std::size_t>(found - request.schema.begin()), name);
        }
    }
    return items;
}

} // namespace

std::unique_ptr<FeatureRequest> open_collection(Call const& call, std::size_t layer,
                                                crs::Definition const& answer)
{
    auto request = std::make_unique<FeatureRequest>();
    request->layer = layer;
    open_layer(call, *request, answer, Service::Oga);
    auto& metadata = request->definition.metadata;
    adopt_own_keys(metadata);
    adopt_id(metadata);
    request->properties = properties_of(request->definition, request->schema);
    auto& properties = request->properties;
    for (auto& item : properties.items) {
        item.is_default = true; // gml_default_items are for queries of WFS that name no properties
    }
    if (!properties.id) { // the database's, without one in the mapfile
        auto const key = std::ranges::find_if(request->schema, &feature::Field::is_key);
        if (key != request->schema.end()) {
            properties.id = static_cast<std::size_t>(key - request->schema.begin());
        }
    }
    return request;
}

std::string geometry_name(mapfile::Layer const& layer)
{
    auto const* const name = find_text(layer.metadata, "geometry_name");
    return name == nullptr || name->empty() ? std::string{"geom"} : *name;
}

std::vector<UsableItem> queryables(FeatureRequest const& request)
{
    return listed_items(request, "queryable_items");
}

std::vector<UsableItem> sortables(FeatureRequest const& request)
{
    return listed_items(request, "sortable_items");
}

} // namespace ms::ows::ogcapi
