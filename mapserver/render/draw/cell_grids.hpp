// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Transforms the cells of an image to the CRS of raster files.

#include "crs/approximate.hpp"
#include "raster/band.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ms::render {

/// Images of the cells of one view in the CRS of files, computed once for all files that have it.
/// Belongs to one thread.
class CellGrids {
public:
    CellGrids(crs::Definition const& from, crs::Definition const& to) : m_exact(from, to) {}

    [[nodiscard]] crs::Transformation const& exact() const noexcept { return m_exact; }

    /// The exact images of points.
    /// \param window of the image, which the points stand for
    [[nodiscard]] std::span<geometry::Point const>
    measured(raster::Window const& window, std::vector<geometry::Point> const& points);

    /// \param box of the window, in the map's CRS \param tolerance in units of the file's CRS
    [[nodiscard]] crs::ApproximateTransformation&
    approximate(raster::Window const& window, geometry::Box const& box, double tolerance);

    /// Exact images of the corners of the 4 x 4 equal cells of a block, if bilinear interpolation
    /// between them is exact to a fraction of a pixel. 25 exact points decide about 16 cells; where
    /// a projection bends too much for that, the others decide for each cell.
    struct Block {
        static constexpr int cells = 4; ///< per axis
        crs::ApproximateTransformation::Lattice images;
        bool is_smooth = false;
    };
    /// \param window of the image, which the block stands for
    /// \param box of it in the map's CRS \param tolerance_px pixels of the image; largest error in
    /// a cell
    [[nodiscard]] Block const& block(raster::Window const& window, geometry::Box const& box,
                                     double tolerance_px);

    /// Memory of what is kept.
    [[nodiscard]] std::size_t kept_bytes() const noexcept;

private:
    using Key = std::pair<std::pair<int, int>, std::pair<int, int>>; ///< place and size

    crs::Transformation m_exact;
    std::map<Key, std::vector<geometry::Point>> m_measured;
    std::map<Key, Block> m_blocks;
    std::map<std::pair<Key, double>, crs::ApproximateTransformation> m_grids; ///< by tolerance
};

} // namespace ms::render
