// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// IDENTIFY: tests whether a click hits the drawn symbols of a feature.

#include "render/core/services.hpp"
#include "render/plan/plan_state.hpp"

#include <string>

namespace ms::render {

/// The symbols of a POINT layer around one place. A click hits a feature if one of its
/// non-transparent pixels lies within a tolerance.
class SymbolHit {
public:
    /// \param map must outlive the object \param layer with substitutions in place; as the map
    /// \param group of the classes that are drawn \param point in the view's CRS
    /// \throws Error{BadMapfile}
    SymbolHit(mapfile::Map const& map, mapfile::Layer const& layer, Viewport const& view,
              std::string const& group, geometry::Point point, double tolerance_px);

    /// Distance from a feature to the farthest click that can hit it.
    [[nodiscard]] double reach_px() const noexcept;
    /// Draws one feature. \param feature of the layer, alone, in the layer's CRS
    [[nodiscard]] bool is_hit(PickedLayer const& feature, Services const& services) const;

private:
    PlanState m_plan; ///< of an image that is as large as the tolerance
    std::optional<VectorStep> m_step;
    double m_tolerance_px;
};

} // namespace ms::render
