// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Tilesets: the layers, groups and maps that WMS draws, offered as tiles.

#include "mapfile/model/map.hpp"
#include "ows/common/bounding_boxes.hpp"
#include "ows/common/call.hpp"
#include "ows/images/tile_matrix_set.hpp"
#include "ows/wms/layer_names.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wmts {

/// What a tile shows.
struct Tileset {
    std::string name;
    std::vector<std::size_t> layers; ///< indexes into Map::layers
};

/// A dimension of WMS that selects among the tiles of a place.
struct TileDimension {
    std::string identifier; ///< "time"
    std::string parameter;  ///< of GetMap: TIME, ELEVATION, DIM_...
    std::string units;
    std::string default_value;       ///< may be empty
    std::vector<std::string> values; ///< single ones, and ranges "a/b/P1D"
};

/// Whether anything of the map is offered as tiles to this client.
[[nodiscard]] bool is_offered(Call const& call);

/// The layer, group or map of this name, without case. All its layers must enable GetTile and
/// WMS's GetMap. \throws WmtsException
[[nodiscard]] Tileset find_tileset(mapfile::Map const& map, std::string_view name);

/// Whether all layers of a node of WMS's tree are offered as tiles.
[[nodiscard]] bool is_offered(mapfile::Map const& map, std::vector<std::size_t> const& layers);

/// Whether GetMap draws the tileset in a CRS.
[[nodiscard]] bool is_drawn_in(mapfile::Map const& map, Tileset const& tileset,
                               std::string_view system);

/// "default", and the class groups of a single layer.
[[nodiscard]] std::vector<std::string> styles_of(mapfile::Map const& map, Tileset const& tileset);

/// Those of all its layers, each name once.
[[nodiscard]] std::vector<TileDimension> dimensions_of(mapfile::Map const& map,
                                                       Tileset const& tileset);

/// MIME types, each once, the default first: images of pixels and vector tiles.
[[nodiscard]] std::vector<mapfile::OutputFormat> formats_of(mapfile::Map const& map);

/// The same, listed once for a map.
[[nodiscard]] std::shared_ptr<std::vector<mapfile::OutputFormat> const>
formats_of(Call const& call);

/// The box, in a CRS, that METADATA or EXTENT of all its layers limit it to; nullopt if one of them
/// has neither: what the data report may be outdated, and would hide new features.
[[nodiscard]] std::optional<geometry::Box>
limits_of(mapfile::Map const& map, Tileset const& tileset, std::string const& system);

/// The same, computed once for a map.
[[nodiscard]] std::optional<geometry::Box> limits_of(Call const& call, Tileset const& tileset,
                                                     std::string const& system);

} // namespace ms::ows::wmts
