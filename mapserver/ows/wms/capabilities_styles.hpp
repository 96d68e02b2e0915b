// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes <Style> of layers and groups, with the URLs of their legends.

#include "ows/wms/capabilities_parts.hpp"
#include "ows/wms/layer_names.hpp"

#include <span>
#include <string>
#include <vector>

namespace ms::ows::wms {

/// PNG where the map offers it for legends: that shows lines and letters best.
[[nodiscard]] std::optional<std::string> legend_format(mapfile::Map const& map);

/// The layers of a node and of all below it.
void collect_layers(LayerNode const& node, std::vector<std::size_t>& layers);

/// Writes one <Style> for every class group that no enclosing layer has; if none remains, the
/// default style if it has a legend. LegendURL is style_<name>_legendurl_href, else a
/// GetLegendGraphic request.
/// \param node of a layer, not of a group
/// \return the names of the class groups written
std::vector<std::string> write_styles(CapabilitiesWriter& writer, LayerNode const& node,
                                      std::span<std::string const> inherited);

/// The <Style> wms_style_name of the map: everything in it.
void write_root_style(CapabilitiesWriter& writer, LayerNode const& root);

/// The <Style> of a group, with the legend of all its layers: "default", or the value of
/// wms_group_style_name.
/// \param metadata of a layer in it; null: the group has no style
void write_group_style(CapabilitiesWriter& writer, LayerNode const& group,
                       mapfile::StringMap const* metadata);

} // namespace ms::ows::wms
