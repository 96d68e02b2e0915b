// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A transformation that is as exact as an image requires.

#include "crs/transformation.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ms::crs {

/// Interpolates between exact points of a grid over a box. PROJ takes 100 to 500 ns per point and
/// was most of the time of a reprojected map; this takes a few.
///
/// Builds the grid once enough points came for it to pay off, and as fine as the tolerance
/// requires; compares each cell with the exact transformation at its middle and the middles of its
/// sides. Transforms points in failing cells (discontinuities, the edge of a projection) and
/// outside the box exactly, so clip geometries to the box first if most of them lie outside. Once
/// the grid exists, equal points stay equal: neighbours with a common border still share it.
/// Belongs to one thread and one layer, as it contains working memory.
class ApproximateTransformation {
public:
    /// \param source_box the visible part, in the units of the source
    /// \param tolerance largest error, in units of the target; a tenth of a pixel is invisible
    /// \param points_before_grid number of points that are transformed before the grid is built
    ApproximateTransformation(Transformation exact, geometry::Box const& source_box,
                              double tolerance,
                              std::size_t points_before_grid = default_points_before_grid);

    /// A grid of 32 cells costs as many exact points.
    static constexpr std::size_t default_points_before_grid = 4096;

    [[nodiscard]] bool is_identity() const noexcept { return m_exact.is_identity(); }
    /// In place, like Transformation::forward().
    std::size_t forward(std::span<geometry::Point> points);

private:
    /// Cells per axis that a first, coarse estimate of the errors requires.
    [[nodiscard]] std::size_t requested_cells() const;
    void build();
    [[nodiscard]] geometry::Point interpolate(double column, double row) const noexcept;

    Transformation m_exact;
    geometry::Box m_box;
    double m_tolerance;
    std::size_t m_points_before_grid;
    std::size_t m_points_seen = 0;
    bool m_is_built = false;

    std::size_t m_cells = 0; ///< per axis; 0: everything exactly
    geometry::Point m_cells_per_unit;
    std::vector<geometry::Point> m_nodes;  ///< (m_cells + 1)^2 images, row after row
    std::vector<std::uint8_t> m_is_usable; ///< m_cells^2
    std::vector<geometry::Point> m_rest;   ///< points of a batch that are transformed exactly
    std::vector<std::size_t> m_rest_index; ///< their indexes in the batch
};

} // namespace ms::crs
