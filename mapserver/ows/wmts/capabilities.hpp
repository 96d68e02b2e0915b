// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes the contents of WMTS capabilities: tilesets and grids.

#include "base/xml_writer.hpp"
#include "ows/common/bounding_boxes.hpp"
#include "ows/common/call.hpp"
#include "ows/images/tile_matrix_set.hpp"
#include "ows/wmts/tileset.hpp"

#include <string>
#include <vector>

namespace ms::ows::wmts {

/// What the layers of a document share.
struct ContentsWriter {
    Call const& call;
    XmlWriter& xml;
    std::string address; ///< of WMS, ready for parameters
    std::string path;    ///< of tiles, "http://host/map/wmts/1.0.0"; empty: parameters only
    std::vector<TileMatrixSet> sets;
    std::vector<mapfile::OutputFormat> formats;
    std::vector<std::string> info_formats; ///< empty: features are not offered
    BoxTransformer transformer;
};

/// <Contents>: all layers and groups of WMS that are offered as tiles and drawn in the CRS of a
/// grid, and the grids.
void write_contents(ContentsWriter& writer);

} // namespace ms::ows::wmts
