// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Resolves the names in LAYERS, and builds the tree in which they are advertised.

#include "mapfile/model/map.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wms {

/// The name of the layer that holds all others: wms_rootlayer_name, else MAP NAME. It may be empty.
[[nodiscard]] std::string_view root_name(mapfile::Map const& map);

/// The groups a layer is in, from the outermost: wms_layer_group "/a/b", else GROUP.
[[nodiscard]] std::vector<std::string_view> group_path(mapfile::Layer const& layer);

/// NAMEs as MapServer publishes them: those that occur more than once get "_01", "_02" ...
[[nodiscard]] std::vector<std::string> published_names(mapfile::Map const& map);

/// Indexes into Map::layers, in mapfile order, of the layer, group or root with this name (without
/// case). Layers that do not enable `operation` are left out; empty if nothing matches.
[[nodiscard]] std::vector<std::size_t> find_layers(mapfile::Map const& map, std::string_view name,
                                                   std::string_view operation);

/// In mapfile order, each once.
void sort_once(std::vector<std::size_t>& layers);

/// A layer or a group of the capabilities. A layer heads the group that bears its name: it holds
/// the others.
struct LayerNode {
    std::string name{};
    std::optional<std::size_t> layer{}; ///< index into Map::layers; nullopt: a group
    std::vector<LayerNode> children{};
};

/// All layers that enable GetCapabilities, in mapfile order; a group takes the place of its first
/// layer. The root represents the map itself.
[[nodiscard]] LayerNode layer_tree(mapfile::Map const& map);

} // namespace ms::ows::wms
