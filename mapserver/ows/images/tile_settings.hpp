// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads METADATA wms_tile_cache and its companions.

#include "mapfile/model/map.hpp"
#include "render/core/overrides.hpp"
#include "render/core/tile_grid.hpp"
#include "render/core/viewport.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows {

/// The tile settings of a map.
struct TileSettings {
    double max_scaling = 1.25;
    int tile_px = 512;
    int gutter_px = 64;
    std::optional<int> max_age_s;     ///< for data without a validator
    std::optional<double> cell;       ///< map units of a pixel of one level
    std::string store{};              ///< name of the tile store; "": tiles end with the process
    std::size_t assembly_threads = 1; ///< that put the tiles of an image together
    int assembly_max_zoom = 30;       ///< of web maps; beyond it is one
};

/// nullopt if the map or one of the layers is drawn each time, which is the default.
[[nodiscard]] std::optional<TileSettings>
tile_settings(mapfile::Map const& map, std::vector<render::LayerChoice> const& layers);

/// Whether values of parameters of these names may occur in the map (VALIDATION). \param names in
/// lower case
[[nodiscard]] bool substitutes_any(mapfile::Map const& map,
                                   std::span<std::string_view const> names);

/// The resolution levels of a map in a CRS: by default those of web maps, whose level 0 shows the
/// equator on 256 pixels, and the steps between them.
[[nodiscard]] render::ResolutionLevels resolution_levels_of(TileSettings const& settings,
                                                            crs::Definition const& crs);

} // namespace ms::ows
