// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds the pixels of a raster file for an image that stands alone, as MapServer's NEAREST does.

#include "crs/transformation.hpp"
#include "raster/band.hpp"
#include "raster/single_image.hpp"
#include "render/core/overrides.hpp"
#include "render/core/viewport.hpp"

#include <optional>

namespace ms::render {

/// Where pixels of the image lie in the file, instead of below their centres or beside that.
struct SinglePlaces {
    struct Stretched {
        raster::StretchedAxis columns;
        raster::StretchedAxis rows;
    };
    struct Reduced {
        raster::ReducedAxis x;
        raster::ReducedAxis y;
    };
    std::optional<Stretched> stretched; ///< of an upright file in the CRS of the map
    std::optional<Reduced> reduced;     ///< of all others
    /// That of pixels for which a level is chosen, which may be a fifth coarser: GDAL's choice.
    geometry::Point ratio{raster::max_coarseness, raster::max_coarseness};
};

/// How pixels are chosen.
struct SingleRule {
    NearestRule rule = NearestRule::Stretched;
    double oversampling = raster::columns_per_pixel; ///< OVERSAMPLE_RATIO
};

/// \param to_file from the CRS of the map \param from_world from the CRS of the file to its pixels
/// \param turn_px 360 degrees in pixels of the file; 0: not in degrees
[[nodiscard]] SinglePlaces single_places(Viewport const& view, crs::Transformation const& to_file,
                                         raster::GeoTransform const& from_world, raster::Size file,
                                         double turn_px, SingleRule const& rule);

} // namespace ms::render
