// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A transformation that is as exact as an image requires.

#include "crs/transformation.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
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
    /// The images of the points where columns and rows cross, row after row: a few times as fast.
    /// \param xs of columns, from left to right \returns how many points have no image
    std::size_t forward(std::span<double const> xs, std::span<double const> ys,
                        std::vector<geometry::Point>& images);

    /// A linear stand-in for all of the grid, in the units of the target.
    struct Plane {
        geometry::Point origin; ///< image of the box's lower left corner
        geometry::Point across; ///< to that of its lower right corner
        geometry::Point up;     ///< to that of its upper left corner
        double deviation = 0;   ///< no image of forward() is farther from it
    };
    /// Builds the grid. nullopt if some points of the box are transformed exactly.
    [[nodiscard]] std::optional<Plane> plane();

    /// Memory of the grid.
    [[nodiscard]] std::size_t kept_bytes() const noexcept
    {
        return m_nodes.capacity() * sizeof(geometry::Point) + m_is_usable.capacity() +
               m_rest.capacity() * (sizeof(geometry::Point) + sizeof(std::size_t));
    }

    /// Images of (steps + 1)^2 points over a box, row after row.
    struct Lattice {
        std::size_t steps;
        std::vector<geometry::Point> images;

        Lattice(Transformation const& exact, geometry::Box const& box, std::size_t n);
        [[nodiscard]] geometry::Point const& at(std::size_t column, std::size_t row) const noexcept
        {
            return images[row * (steps + 1) + column];
        }
        /// The error of bilinear interpolation in a cell of twice the lattice's step: at the
        /// middles of the sides and in the middle, in units of the target. NaN if a point has no
        /// image.
        [[nodiscard]] double error_of_cell(std::size_t column, std::size_t row) const noexcept;
    };

private:
    /// Columns within one column of cells.
    struct Run {
        std::size_t begin;
        std::size_t end;
        std::size_t cell; ///< m_cells: outside the grid
    };

    /// Cells per axis that a first, coarse estimate of the errors requires.
    [[nodiscard]] std::size_t requested_cells(Lattice const& coarse) const;
    void build();
    /// Makes every second point of a lattice a node of the grid.
    void take(Lattice const& fine);
    /// Builds it once enough points came. \returns whether there is one
    [[nodiscard]] bool needs_grid(std::size_t points);
    [[nodiscard]] geometry::Point interpolate(double column, double row) const noexcept;
    [[nodiscard]] Run run_at(std::span<double const> xs, std::size_t begin,
                             std::vector<double>& rests) const;
    /// \param row in cells \param rests of columns, places within their cells
    void interpolate_row(double row, std::span<Run const> runs, std::span<double const> rests,
                         geometry::Point* out);
    /// Transforms the points beside the grid. \returns how many have no image
    std::size_t transform_rest(std::span<geometry::Point> images);

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
    std::vector<Run> m_rest_runs;          ///< of a row, that no cell interpolates
};

} // namespace ms::crs
