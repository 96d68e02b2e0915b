// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes rasters from points: CONNECTIONTYPE KERNELDENSITY and IDW.

#include "base/budget.hpp"
#include "mapfile/model/map.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ms::render {

/// A point on the raster, in pixels from its upper left corner.
struct WeightedPoint {
    int x = 0;
    int y = 0;
    double weight = 1;
};

/// PROCESSING keys of the two.
struct InterpolationSettings {
    bool is_density = true;
    double radius_px = 10; ///< KERNELDENSITY_RADIUS; IDW_RADIUS: 0 is the longer side of the image
    double power = 1;      ///< IDW_POWER
    bool has_borders = false; ///< ..._COMPUTE_BORDERS: points outside the image count, too
    std::optional<double> normalization; ///< KERNELDENSITY_NORMALIZATION; nullopt: AUTO
};

/// Whether a layer is one of the two.
[[nodiscard]] bool is_interpolated(mapfile::Layer const& layer) noexcept;

/// \throws PublicError{BadMapfile} naming the PROCESSING key
[[nodiscard]] InterpolationSettings interpolation_settings(mapfile::Layer const& layer);

/// Sums of Gaussian bells around the points, with a deviation of a third of the radius and cut off
/// at it, as bytes: AUTO scales the largest sum to 255, a number is the volume of the bells. Within
/// a radius of the edges all are 0.
/// \param sums width * height weights; becomes the sums \param out the same number of bytes
/// \param budget looked at while it is computed, here and below
void kernel_density(std::vector<float>& sums, int width, int height,
                    InterpolationSettings const& settings, std::span<std::uint8_t> out,
                    Budget& budget);

/// One row of the mean of the weights of points within the radius, weighted by an inverse power of
/// their squared distance, clamped to a byte; 0 without points.
void inverse_distance_row(std::span<WeightedPoint const> points, int row,
                          InterpolationSettings const& settings, std::span<std::uint8_t> out,
                          Budget& budget);

} // namespace ms::render
