// SPDX-License-Identifier: MIT
#include "ows/wms/layer_names.hpp"

#include "base/string.hpp"
#include "ows/common/access.hpp"
#include "ows/common/metadata.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace ms::ows::wms {

namespace {

constexpr std::size_t max_depth = 50; ///< of wms_layer_group

bool has_name(mapfile::Layer const& layer, std::string_view name)
{
    auto const is_it = [&](std::string_view other) { return equals_ignoring_case(other, name); };
    return is_it(layer.name) || std::ranges::any_of(group_path(layer), is_it);
}

/// Finds or adds the child of this name: a group, or a layer that may head one.
LayerNode& child_of(LayerNode& parent, std::string_view name, bool may_be_layer)
{
    auto const found = std::ranges::find_if(parent.children, [&](LayerNode const& child) {
        return child.name == name && (may_be_layer || !child.layer);
    });
    if (found != parent.children.end()) {
        return *found;
    }
    return parent.children.emplace_back(LayerNode{.name = std::string{name}});
}

/// wms_layer_group; as in MapServer, a GROUP outranks it.
std::string_view path_text(mapfile::Layer const& layer)
{
    return layer.group.empty() ? wms_value(layer.metadata, "layer_group") : std::string_view{};
}

/// All steps of wms_layer_group paths. A GROUP never has a layer for its head.
std::unordered_set<std::string_view> group_names(mapfile::Map const& map)
{
    std::unordered_set<std::string_view> names;
    for (auto const& layer : map.layers) {
        if (!path_text(layer).empty()) {
            auto const path = group_path(layer);
            names.insert(path.begin(), path.end());
        }
    }
    return names;
}

} // namespace

std::string_view root_name(mapfile::Map const& map)
{
    auto const* const name = find_wms(map.web.metadata, "rootlayer_name");
    return name == nullptr ? std::string_view{map.name} : std::string_view{*name};
}

std::vector<std::string_view> group_path(mapfile::Layer const& layer)
{
    auto const text = path_text(layer);
    if (text.empty()) {
        return layer.group.empty() ? std::vector<std::string_view>{}
                                   : std::vector<std::string_view>{layer.group};
    }
    if (!text.starts_with('/')) {
        return {}; // no path: such a layer is in no group, as in MapServer
    }
    auto path = split(text, '/');
    std::erase_if(path, [](std::string_view step) { return step.empty(); });
    path.resize(std::min(path.size(), max_depth));
    return path;
}

std::vector<std::string> published_names(mapfile::Map const& map)
{
    std::unordered_map<std::string_view, int> total;
    for (auto const& layer : map.layers) {
        ++total[layer.name];
    }
    std::unordered_map<std::string_view, int> seen;
    std::vector<std::string> names;
    names.reserve(map.layers.size());
    for (auto const& layer : map.layers) {
        names.push_back(layer.name);
        if (!layer.name.empty() && total[layer.name] > 1) {
            auto const number = ++seen[layer.name];
            names.back().append(number < 10 ? "_0" : "_").append(std::to_string(number));
        }
    }
    return names;
}

std::vector<std::size_t> find_layers(mapfile::Map const& map, std::string_view name,
                                     std::string_view operation)
{
    std::vector<std::size_t> found;
    if (name.empty()) {
        return found;
    }
    // Capabilities show wms_rootlayer_name; the map's own name works as well.
    bool const is_root =
        equals_ignoring_case(name, root_name(map)) || equals_ignoring_case(name, map.name);
    auto const add = [&](std::size_t i) {
        auto const& layer = map.layers[i];
        if ((is_root || has_name(layer, name)) && is_enabled(map, layer, operation)) {
            found.push_back(i);
        }
    };
    if (is_root) {
        for (std::size_t i = 0; i < map.layers.size(); ++i) {
            add(i);
        }
    } else {
        auto const index = mapfile::index_of(map);
        std::ranges::for_each(index->layers_named(name), add);
        std::ranges::for_each(index->grouped_by_metadata, add);
        sort_once(found);
    }
    if (found.empty() && name.find('_') != std::string_view::npos) {
        auto const names = published_names(map);
        auto const match = std::ranges::find_if(
            names, [&](std::string const& other) { return equals_ignoring_case(other, name); });
        auto const index = static_cast<std::size_t>(match - names.begin());
        if (match != names.end() && is_enabled(map, map.layers[index], operation)) {
            found.push_back(index);
        }
    }
    return found;
}

void sort_once(std::vector<std::size_t>& layers)
{
    std::ranges::sort(layers);
    auto const repeated = std::ranges::unique(layers);
    layers.erase(repeated.begin(), repeated.end());
}

LayerNode layer_tree(mapfile::Map const& map)
{
    LayerNode root{.name = std::string{root_name(map)}};
    auto const names = published_names(map);
    auto const groups = group_names(map);
    for (std::size_t i = 0; i < map.layers.size(); ++i) {
        auto const& layer = map.layers[i];
        if (!is_enabled(map, layer, "GetCapabilities")) {
            continue;
        }
        auto* parent = &root;
        for (auto const step : group_path(layer)) {
            parent = &child_of(*parent, step, groups.contains(step));
        }
        auto* const group =
            groups.contains(names[i]) ? &child_of(*parent, names[i], true) : nullptr;
        if (group != nullptr && !group->layer) {
            group->layer = i;
        } else {
            parent->children.push_back({.name = names[i], .layer = i});
        }
    }
    return root;
}

} // namespace ms::ows::wms
