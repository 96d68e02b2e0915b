// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Transforms EPSG:3857 from and to WGS 84 degrees without PROJ: sufficient for most web maps.

#include "geometry/types.hpp"

#include <span>

namespace ms::crs {

/// In place, longitude and latitude to metres; equal to PROJ's within a micrometre, which a test
/// checks. Longitudes beyond 180 come around as in PROJ; latitudes beyond 90 become NaN.
void to_web_mercator(std::span<geometry::Point> points) noexcept;
void from_web_mercator(std::span<geometry::Point> points) noexcept;

} // namespace ms::crs
