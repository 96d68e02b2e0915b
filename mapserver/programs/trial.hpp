// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Tests what can be tested of drawing a map without drawing it.

#include "mapfile/model/map.hpp"
#include "mapfile/problem.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace ms::programs {

enum class Databases : std::uint8_t {
    LeftAlone,
    Asked, ///< connected, and each layer's statement planned
};

/// Plans each layer separately (projections, symbols, expressions), and opens its files or queries
/// its database. A failure is an error at the layer's place; large rasters without overviews are a
/// warning. Skips layers with a known error, and rasters if there is no module to read them.
[[nodiscard]] std::vector<mapfile::Problem>
try_layers(std::shared_ptr<mapfile::Map const> const& map, Databases databases,
           std::span<mapfile::Problem const> known);

} // namespace ms::programs
