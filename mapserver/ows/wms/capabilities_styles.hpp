// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// <Style> of layers and groups, with the pictures of their legends.

#include "ows/wms/capabilities_parts.hpp"
#include "ows/wms/layer_names.hpp"

namespace ms::ows::wms {

/// One <Style> for every class group; for a layer without groups the default one, if
/// GetLegendGraphic can show it. LegendURL is what style_<name>_legendurl_href says, else a
/// GetLegendGraphic request. \param node of a layer, not of a group
void write_styles(CapabilitiesWriter& writer, LayerNode const& node);

/// The default <Style> of a group: the legend of all its layers.
void write_group_style(CapabilitiesWriter& writer, LayerNode const& group);

} // namespace ms::ows::wms
