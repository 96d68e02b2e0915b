// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Deciding how one layer is drawn.

#include "render/overrides.hpp"
#include "render/plan_state.hpp"

#include <cstdint>
#include <optional>

namespace ms::render {

/// A copy of the layer with %name% and SCALETOKENs replaced.
/// \param notes gets a line for every value that VALIDATION rejects
[[nodiscard]] mapfile::Layer prepared(mapfile::Map const& map, mapfile::Layer const& layer,
                                      Viewport const& view, mapfile::StringMap const& substitutions,
                                      std::vector<std::string>& notes);

/// PROJECTION, or the view's where a layer or the view has none.
/// \throws Error{BadMapfile} with file:line:column
[[nodiscard]] crs::Definition layer_crs(mapfile::Map const& map, mapfile::Layer const& layer,
                                        Viewport const& view);

/// FILTER as a condition. \throws Error{BadMapfile} with file:line:column
[[nodiscard]] expr::Expression layer_filter(mapfile::Map const& map, mapfile::Layer const& layer);

/// MAXFEATURES as MapServer counts: a table is read no further (LIMIT), whatever the classes; of
/// features in files and in the mapfile, those that are in a class count.
struct FeatureLimits {
    std::int64_t fetched = -1;    ///< -1: all
    std::int64_t classified = -1; ///< -1: all
};

[[nodiscard]] FeatureLimits feature_limits(mapfile::Layer const& layer) noexcept;

/// The step of a visible layer; nothing when no class is left at this scale.
/// \param layer with substitutions and scale tokens in place
/// \param notes gets a line for everything of the layer that is not drawn
/// \throws Error{BadMapfile} with file:line:column
[[nodiscard]] std::optional<VectorStep> plan_layer(mapfile::Map const& map, mapfile::Layer layer,
                                                   Viewport const& view, LayerChoice const& choice,
                                                   std::vector<std::string>& notes);

} // namespace ms::render
