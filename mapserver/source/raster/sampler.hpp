// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Samples values of a raster file at places, and on grids.

#include "geometry/types.hpp"
#include "source/raster/files.hpp"

#include <optional>
#include <span>
#include <vector>

namespace ms::source::raster {

/// How a value represents the pixels around it.
enum class SampleBy { Nearest, Bilinear, Average };

/// Samples bands of an open file; NODATA and NaN count as no value. For one thread.
class Sampler {
public:
    /// \param bands from 1 \param cell size of a value's cell, in the CRS of the file
    Sampler(OpenedRaster& opened, std::vector<int> bands, geometry::Point cell, SampleBy by,
            Services const& services);

    /// One value per band, of a cell around a place in the CRS of the file: the mean by area, the
    /// pixel that contains the place, or linear interpolation between the four around it. Returns
    /// false without a value.
    /// \throws Error{Limit} after the deadline
    [[nodiscard]] bool sample(geometry::Point place, std::span<double> out);
    /// Whether the file has a pixel at the place; others have the mean of what their cell shares
    /// with the file.
    [[nodiscard]] bool contains(geometry::Point place) const;

private:
    [[nodiscard]] geometry::Point to_level(geometry::Point place) const;
    /// Whether a cell around a position in the level shares a part with the file.
    [[nodiscard]] bool reaches(geometry::Point at) const;
    [[nodiscard]] bool mean_of(int band, geometry::Box const& box, double& out);
    [[nodiscard]] std::optional<double> value_at(int band, int x, int y);
    [[nodiscard]] bool between(int band, geometry::Point at, double& out);
    void read(int band, ms::raster::Window const& window, std::vector<double>& out);
    [[nodiscard]] bool is_value(int band, double value) const;

    OpenedRaster& m_opened;
    std::vector<int> m_bands;
    SampleBy m_by;
    Services const& m_services;
    ms::ogr::GoOn m_go_on;
    ms::raster::GeoTransform m_from_world{};
    std::size_t m_level = 0;
    ms::raster::Size m_size;      ///< of the level
    geometry::Point m_to_level;   ///< base pixels to those of the level
    geometry::Point m_half;       ///< half a cell, pixels of the level
    std::vector<double> m_values; ///< of a window
};

/// From the CRS of a file to its base pixels. \throws Error{Source} if the file has no area
[[nodiscard]] ms::raster::GeoTransform from_world(ms::raster::GeoTransform const& to_world);
[[nodiscard]] geometry::Point transformed(ms::raster::GeoTransform const& transform,
                                          geometry::Point point);

} // namespace ms::source::raster
