// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// GRID: gives the lines of a graticule as features.

#include "mapfile/model/map.hpp"
#include "source/feature_source.hpp"
#include "source/services.hpp"

namespace ms::source::grid {

/// The ids of the lines begin with these: lines of equal x, and of equal y.
inline constexpr char meridian = 'x';
inline constexpr char parallel = 'y';

/// Lines at round values of both axes of the layer's CRS, over the box of the query. Each has its
/// value as text, by LABELFORMAT.
/// \throws Error{BadMapfile} with file:line:column for a bad LABELFORMAT
[[nodiscard]] std::unique_ptr<FeatureSource>
open(mapfile::Map const& map, mapfile::Layer const& layer, Services const& services);

} // namespace ms::source::grid
