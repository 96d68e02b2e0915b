// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Deciding how one layer is drawn.

#include "render/overrides.hpp"
#include "render/plan_state.hpp"

#include <optional>

namespace ms::render {

/// Whether a layer has anything to show at this place and scale. REQUIRES looks at all layers.
[[nodiscard]] bool is_visible(mapfile::Map const& map, mapfile::Layer const& layer,
                              Viewport const& view, std::vector<std::size_t> const& drawn_layers);

/// Whether the layer's labels are drawn: LABELREQUIRES and the limits of scale for labels.
[[nodiscard]] bool has_visible_labels(mapfile::Map const& map, mapfile::Layer const& layer,
                                      Viewport const& view,
                                      std::vector<std::size_t> const& drawn_layers);

/// The step of a visible layer; nothing when no class is left at this scale.
/// \param layer with substitutions and scale tokens in place
/// \param notes gets a line for everything of the layer that is not drawn
/// \throws Error{BadMapfile} with file:line:column
[[nodiscard]] std::optional<VectorStep> plan_layer(mapfile::Map const& map, mapfile::Layer layer,
                                                   Viewport const& view, LayerChoice const& choice,
                                                   std::vector<std::string>& notes);

} // namespace ms::render
