// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The grids that tiles are cut by: tile matrix sets (OGC 07-057r7, 6.1).

#include "geometry/types.hpp"
#include "mapfile/model/map.hpp"
#include "ows/common/call.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows {

/// One level of a grid: squares of the same size, columns counted from the left, rows from the top.
struct TileMatrix {
    std::string identifier;       ///< "0" is the coarsest
    double cell = 0;              ///< of a pixel, in units of the CRS
    double scale_denominator = 0; ///< with pixels of 0.28 mm
    geometry::Point top_left{};
    int tile_px = 256; ///< width and height of a tile
    int columns = 1;
    int rows = 1;

    /// Edge to edge.
    [[nodiscard]] geometry::Box extent_of(int column, int row) const noexcept;
};

struct TileMatrixSet {
    std::string identifier;
    std::string system;    ///< "EPSG:3857"; coordinates are x, y whatever the authority says
    std::string scale_set; ///< URN of the well-known scale set; may be empty
    std::vector<TileMatrix> matrices{}; ///< from the coarsest
};

/// Columns and rows from the first to the last.
struct TileRange {
    int first_column = 0;
    int last_column = 0;
    int first_row = 0;
    int last_row = 0;

    [[nodiscard]] bool contains(int column, int row) const noexcept;
};

/// The sets that WEB METADATA tiles_grids names, by default GoogleMapsCompatible: built-in ones
/// (GoogleMapsCompatible, WorldCRS84Quad) and those that tiles_grid_<name> describes as
/// "crs=EPSG:2056 extent=minx,miny,maxx,maxy resolutions=4000,2000,1000 tile_size=256".
/// \throws Error{BadMapfile} naming the key
[[nodiscard]] std::vector<TileMatrixSet> tile_matrix_sets(mapfile::Map const& map);

using TileMatrixSets = std::shared_ptr<std::vector<TileMatrixSet> const>;

/// The same, computed once for a map. \throws as tile_matrix_sets()
[[nodiscard]] TileMatrixSets shared_matrix_sets(Call const& call);

/// The tiles that show a part of a box; nullopt if it lies beside the matrix. Tiles that the box
/// only touches, or covers by a millionth, are left out.
[[nodiscard]] std::optional<TileRange> tiles_in(TileMatrix const& matrix, geometry::Box const& box);

} // namespace ms::ows
