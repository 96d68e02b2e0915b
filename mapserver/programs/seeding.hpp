// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Draws all tiles of some levels of a grid.

#include "geometry/types.hpp"
#include "server/app/app.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ms::programs {

struct SeedTask {
    std::string map; ///< its name in the configuration
    std::vector<std::string> layers;
    std::string style = "default";
    std::string grid{};   ///< "": the first of the map
    std::string format{}; ///< "": the first of the map
    std::vector<int> zooms{};
    std::optional<geometry::Box> box{}; ///< in the grid's CRS
    int threads = 0;                    ///< 0: one for each processor
    std::filesystem::path archive{};    ///< an MBTiles file to write them to; empty: the store
};

enum class SeedMode : std::uint8_t { Draw, Count };

/// Requests each tile as a client of WMTS would, and prints a line for each level. Returns whether
/// all of them are stored now, or in the archive. \throws Error{BadRequest} if the map has no such
/// tiles, or no store
[[nodiscard]] bool seed(server::App& app, SeedTask const& task, SeedMode mode);

} // namespace ms::programs
