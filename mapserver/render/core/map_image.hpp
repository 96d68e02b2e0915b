// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The result of drawing a plan.

#include "image/bitmap.hpp"
#include "ogr/document.hpp"

#include <cstdint>
#include <vector>

namespace ms::render {

/// Pixels, or a document that the canvas wrote (SVG, PDF); the other one is empty. Of DRIVER
/// "GDAL/...": the file, and the pixels if it consists of colours.
struct MapImage {
    image::Bitmap bitmap;
    std::vector<std::uint8_t> document;
    ogr::Files companions;       ///< of a GDAL file: projection, statistics ...
    std::size_t label_count = 0; ///< number of drawn labels with collision detection
    bool is_incomplete = false;  ///< another server did not give its part: not to be cached
};

} // namespace ms::render
