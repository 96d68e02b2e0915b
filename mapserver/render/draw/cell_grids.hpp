// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Transforms the cells of an image to the CRS of raster files.

#include "crs/approximate.hpp"
#include "raster/band.hpp"

#include <cstddef>
#include <map>
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

    /// Memory of what is kept.
    [[nodiscard]] std::size_t kept_bytes() const noexcept;

private:
    using Key = std::pair<std::pair<int, int>, std::pair<int, int>>; ///< place and size

    crs::Transformation m_exact;
    std::map<Key, std::vector<geometry::Point>> m_measured;
    std::map<std::pair<Key, double>, crs::ApproximateTransformation> m_grids; ///< by tolerance
};

} // namespace ms::render
