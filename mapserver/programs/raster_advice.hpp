// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What makes raster files slow to read, and the commands that cure it.

#include "mapfile/model/layer.hpp"
#include "raster/band.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace ms::programs {

/// Sentences for mapcheck; empty when there is nothing to gain.
/// \param sources files that a VRT reads; 0: it is none
[[nodiscard]] std::vector<std::string>
raster_advice(mapfile::Layer const& layer, raster::Header const& header, std::size_t sources);

} // namespace ms::programs
