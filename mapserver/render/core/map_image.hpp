// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The result of drawing a plan.

#include "image/bitmap.hpp"

#include <cstdint>
#include <vector>

namespace ms::render {

/// Pixels, or a document that the painter wrote itself (SVG, PDF); the other one is empty. Of
/// DRIVER "GDAL/...": the file, and the pixels where it is made of colours.
struct MapImage {
    image::Bitmap bitmap;
    std::vector<std::uint8_t> document;
    std::size_t label_count = 0; ///< drawn of those that keep off one another
    bool is_incomplete = false;  ///< another server did not give its part: not to be cached
};

} // namespace ms::render
