// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers WMS GetLegendGraphic, and computes the sizes of legends for the capabilities.

#include "http/response.hpp"
#include "ows/common/call.hpp"

namespace ms::ows::wms {

/// Draws the legend of one layer, one group or the whole map; with RULE the icon of one class. With
/// BBOX it shows only classes that have features there.
[[nodiscard]] http::Response get_legend_graphic(Call const& call);

/// The size of the GetLegendGraphic image of some layers.
/// \param class_group as STYLE; empty: the default style
[[nodiscard]] mapfile::Size legend_size(Call const& call, std::vector<std::size_t> const& layers,
                                        std::string_view class_group);

} // namespace ms::ows::wms
