// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds what makes raster files slow to read, and the commands that improve them.

#include "mapfile/model/layer.hpp"
#include "raster/band.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace ms::programs {

/// Sentences for mapcheck; empty if nothing can be improved.
/// \param sources files that a VRT reads; 0: not a VRT
[[nodiscard]] std::vector<std::string>
raster_advice(mapfile::Layer const& layer, raster::Header const& header, std::size_t sources);

} // namespace ms::programs
