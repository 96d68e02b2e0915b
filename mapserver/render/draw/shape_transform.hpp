// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Applies GEOMTRANSFORM expressions to batches.

#include "expr/bind.hpp"
#include "render/plan/plan_state.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ms::render {

/// The value of [map_cellsize] in a layer's expressions.
[[nodiscard]] expr::Environment environment_of(mapfile::Layer const& layer, Viewport const& view);

/// A GEOMTRANSFORM bound to the columns of a step's batches. For one thread.
class ShapeTransform {
public:
    /// \throws Error{BadMapfile} with file:line:column
    ShapeTransform(mapfile::Map const& map, VectorStep const& step, Viewport const& view,
                   std::string_view geom_transform, mapfile::Position const& at);

    /// Replaces every geometry of a batch; one that cannot be computed or is not of kind
    /// `requested` becomes a feature of Kind::None. \param budget charged for the work \throws
    /// source::LayerError if a function rejects its arguments; so does apply()
    void run(feature::FeatureBatch& batch, geometry::Kind requested, Budget& budget);

    /// Of one row whose [shape] is in `pixels`.
    /// \returns a column with one feature, valid until the next call; nullptr if there is no result
    [[nodiscard]] geometry::GeometryColumn const* apply(feature::FeatureBatch const& batch,
                                                        std::size_t row,
                                                        geometry::GeometryColumn const& pixels);

private:
    /// Transforms one row into m_one. \param caller MapServer's name of the caller
    [[nodiscard]] bool make(feature::FeatureBatch const& batch, std::size_t row,
                            geometry::GeometryColumn const& geometry, std::string_view caller);

    std::string m_layer;
    std::string m_where;      ///< file:line:column
    std::string m_expression; ///< as written, without the parentheses around it
    std::optional<expr::Bound> m_bound;
    geometry::GeometryColumn m_one;
    geometry::GeometryColumn m_all;
};

} // namespace ms::render
