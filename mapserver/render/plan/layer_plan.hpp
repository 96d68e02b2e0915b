// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decides how one layer is drawn.

#include "render/core/overrides.hpp"
#include "render/plan/plan_state.hpp"

#include <cstdint>
#include <memory>
#include <optional>

namespace ms::render {

/// A layer as a request has it.
struct PreparedLayer {
    std::shared_ptr<mapfile::Layer const> layer; ///< the map's own, or a copy
    mapfile::Expressions expressions;            ///< the map's, and additional ones of the copy
};

/// The layer with %name% and SCALETOKENs replaced: a copy if there are any, else the map's own,
/// which must outlive the result. A condition that a value breaks is met by no feature, as any
/// other that cannot be parsed.
/// \param notes receives a line for every value that VALIDATION rejects
[[nodiscard]] PreparedLayer prepared(mapfile::Map const& map, mapfile::Layer const& layer,
                                     Viewport const& view, mapfile::StringMap const& substitutions,
                                     std::vector<std::string>& notes);

/// PROJECTION, or the view's CRS if the layer or the view has none.
/// \throws Error{BadMapfile} with file:line:column
[[nodiscard]] crs::Definition layer_crs(mapfile::Map const& map, mapfile::Layer const& layer,
                                        Viewport const& view);

/// What layers whose features are computed for an image need to know of it.
[[nodiscard]] source::QueryImage
image_of_query(mapfile::Layer const& layer, crs::Definition const& layer_crs, Viewport const& view);

/// FILTER as a condition. \throws Error{BadMapfile} with file:line:column
[[nodiscard]] expr::Expression layer_filter(mapfile::Map const& map, mapfile::Layer const& layer);
[[nodiscard]] expr::Expression layer_filter(mapfile::Map const& map, PreparedLayer const& layer);

/// MAXFEATURES as MapServer counts: for a table it limits the rows that are read (LIMIT),
/// regardless of classes; for files and inline features it limits those that have a class.
struct FeatureLimits {
    std::int64_t fetched = -1;    ///< -1: all
    std::int64_t classified = -1; ///< -1: all
};

[[nodiscard]] FeatureLimits feature_limits(mapfile::Layer const& layer) noexcept;

/// The changes that an image makes to the drawing of a layer.
struct LayerChanges {
    bool has_no_labels = false;
    bool has_world_labels = false; ///< the default of its PROCESSING
    bool shows_results = false;    ///< of a query
    /// Of vector tiles: pixels around the image into which features reach. Styles do not matter.
    std::optional<double> tile_buffer{};
};

/// The step of a visible layer; nullopt if no class is left at this scale.
/// \param map must outlive the step
/// \param layer with substitutions and scale tokens in place
/// \param notes receives a line for everything of the layer that is not drawn
/// \throws Error{BadMapfile} with file:line:column
[[nodiscard]] std::optional<VectorStep> plan_layer(mapfile::Map const& map, PreparedLayer layer,
                                                   Viewport const& view, LayerChoice const& choice,
                                                   std::vector<std::string>& notes,
                                                   LayerChanges changes = {});

/// The same for a layer that the step owns.
[[nodiscard]] std::optional<VectorStep> plan_layer(mapfile::Map const& map, mapfile::Layer layer,
                                                   Viewport const& view, LayerChoice const& choice,
                                                   std::vector<std::string>& notes);

} // namespace ms::render
