// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Tries what drawing a map would do, as far as that is possible without drawing.

#include "mapfile/model/map.hpp"
#include "mapfile/problem.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace ms::programs {

enum class Databases : std::uint8_t {
    LeftAlone,
    Asked, ///< connected to, and each layer's statement explained
};

/// Plans each layer alone (projections, symbols, expressions), and opens its files or asks its
/// database. What fails is an error, at the layer's place; large rasters without overviews are a
/// warning. Layers of which an error is known already are left out, and rasters where there is no
/// module to read them.
[[nodiscard]] std::vector<mapfile::Problem>
try_layers(std::shared_ptr<mapfile::Map const> const& map, Databases databases,
           std::span<mapfile::Problem const> known);

} // namespace ms::programs
