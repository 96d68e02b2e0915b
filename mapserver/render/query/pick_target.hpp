// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The part of a query for one layer: a box for its source, and a test for its features.

#include "geometry/column.hpp"
#include "geometry/relate.hpp"
#include "mapfile/model/layer.hpp"
#include "render/core/viewport.hpp"
#include "render/query/pick_request.hpp"

#include <cstddef>
#include <optional>

namespace ms::render {

/// Where a feature was found.
struct PickHit {
    double distance = 0;   ///< from a point
    std::size_t shape = 0; ///< of AtShapes, the first that the feature touches
};

/// All in map units.
class PickTarget {
public:
    /// \param request must outlive the object
    PickTarget(PickRequest const& request, mapfile::Layer const& layer, Viewport const& view);

    /// The queried point, if it is one.
    [[nodiscard]] std::optional<geometry::Point> point() const;
    [[nodiscard]] double tolerance() const noexcept { return m_tolerance; }
    void set_tolerance(double in_map_units) noexcept { m_tolerance = in_map_units; }

    /// nullopt: all features are tested.
    [[nodiscard]] std::optional<geometry::Box> box() const;
    /// Whether the nearest of several features counts.
    [[nodiscard]] bool is_nearest() const;
    /// nullopt: the feature is too far from the queried place.
    [[nodiscard]] std::optional<PickHit> hit(geometry::FeatureRef shape) const;

private:
    void grow(geometry::Box const& box);
    [[nodiscard]] std::optional<PickHit> touching(geometry::FeatureRef shape, double within) const;

    PickRequest const& m_requested;
    std::optional<geometry::Box> m_box;
    double m_tolerance = 0;
    geometry::GeometryColumn m_shapes;
};

} // namespace ms::render
