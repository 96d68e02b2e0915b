// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Where the tiles of a tileset lie on the earth, for files that describe it.

#include <cstdint>
#include <string>
#include <vector>

namespace ms::store {

/// One zoom.
struct TileMatrix {
    double cell = 0; ///< of a pixel, in units of the CRS
    int tile_px = 0; ///< width and height of a tile
    std::int64_t columns = 0;
    std::int64_t rows = 0;
};

struct TileMatrixSet {
    std::string title;
    std::string authority; ///< of the CRS: "EPSG"
    std::int64_t code = 0;
    std::string wkt;
    double left = 0;                  ///< of the first column, in the CRS
    double top = 0;                   ///< of the first row
    std::vector<TileMatrix> matrices; ///< from the coarsest; a tile's zoom is an index
};

} // namespace ms::store
