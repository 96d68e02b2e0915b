// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Samples values of a raster file at places, and on grids.

#include "geometry/types.hpp"
#include "raster/single_image.hpp"
#include "source/raster/files.hpp"

#include <optional>
#include <span>
#include <vector>

namespace ms::source::raster {

/// How a value represents the pixels around it.
enum class SampleBy { Nearest, Bilinear, Average };

/// Where values are sampled: in the middle of square cells that are counted from a corner, in the
/// CRS of the file.
struct SampleCells {
    geometry::Point origin; ///< the left lower corner
    double side = 0;
    int columns = 0;
    int lines = 0;
};

/// Samples bands of an open file as MapServer does: of the part that the cells show, about two
/// columns are left for each of theirs (raster::ReducedAxis), and values are sampled of those.
/// NODATA and NaN count as no value. For one thread.
class Sampler {
public:
    /// Reads the file. \param bands from 1
    /// \throws Error{Limit} after the deadline, or for too many pixels
    Sampler(OpenedRaster& opened, std::vector<int> const& bands, SampleCells const& cells,
            SampleBy by, Services const& services);

    /// One value per band, of a cell around a place in the CRS of the file: the mean by area, the
    /// pixel that contains the place, or linear interpolation between the four around it. Returns
    /// false without a value.
    [[nodiscard]] bool sample(geometry::Point place, std::span<double> out) const;
    /// Whether the file has a pixel at the place; others have the mean of what their cell shares
    /// with the file.
    [[nodiscard]] bool contains(geometry::Point place) const;

private:
    void read(std::span<int const> bands, Services const& services);
    /// Among the pixels that are left.
    [[nodiscard]] geometry::Point among_left(geometry::Point place) const;
    [[nodiscard]] double value(std::size_t band, int x, int y) const;
    [[nodiscard]] bool nearest(std::size_t band, geometry::Point at, double& out) const;
    [[nodiscard]] bool between(std::size_t band, geometry::Point at, double& out) const;
    [[nodiscard]] bool mean_of(std::size_t band, geometry::Point at, double& out) const;

    OpenedRaster& m_opened;
    SampleBy m_by;
    ms::raster::GeoTransform m_from_world{};
    ms::raster::ReducedAxis m_x;
    ms::raster::ReducedAxis m_y;
    geometry::Point m_half;                       ///< half a cell, in pixels that are left
    std::vector<std::optional<double>> m_no_data; ///< of the bands
    /// Of the pixels that are left: band by band, row by row; NaN: no value.
    std::vector<double> m_values;
};

/// From the CRS of a file to its base pixels. \throws Error{Source} if the file has no area
[[nodiscard]] ms::raster::GeoTransform from_world(ms::raster::GeoTransform const& to_world);
[[nodiscard]] geometry::Point transformed(ms::raster::GeoTransform const& transform,
                                          geometry::Point point);

} // namespace ms::source::raster
