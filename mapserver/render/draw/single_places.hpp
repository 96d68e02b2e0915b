// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds the pixels of a raster file for an image that stands alone, as MapServer does.

#include "crs/transformation.hpp"
#include "raster/band.hpp"
#include "raster/single_image.hpp"
#include "render/core/overrides.hpp"
#include "render/core/viewport.hpp"

#include <optional>
#include <vector>

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
    /// Of pixels' centres in the file, where MapServer's rounding errors have moved them to: they
    /// decide at borders between pixels of the file, where all centres may lie when sizes are
    /// round.
    struct Centres {
        std::vector<double> columns;
        std::vector<double> rows;
    };
    std::optional<Stretched> stretched; ///< of an upright file in the CRS of the map
    std::optional<Centres> centres;     ///< of such a file alone if it is not stretched
    std::optional<Reduced> reduced;     ///< of all others
    /// The pixels between which values are interpolated (SingleRule::is_interpolated); `centres`
    /// then lie among them, and the others are not set.
    std::optional<Reduced> left;
    /// That of pixels for which a level is chosen, which may be a fifth coarser: GDAL's choice.
    geometry::Point ratio{raster::max_coarseness, raster::max_coarseness};
};

/// How pixels are chosen.
struct SingleRule {
    NearestRule rule = NearestRule::Stretched;
    double oversampling = raster::columns_per_pixel; ///< OVERSAMPLE_RATIO
    /// Of an index: at borders between files rounding errors must not decide, which differ from
    /// file to file and would leave gaps.
    bool has_neighbours = false;
    bool is_interpolated = false; ///< BILINEAR of values
};

/// The file whose pixels are shown.
struct SingleFile {
    raster::GeoTransform const& to_world;   ///< from its pixels to its CRS
    raster::GeoTransform const& from_world; ///< and back, origin first
    raster::Size size;
    double turn_px = 0; ///< 360 degrees in its pixels; 0: not in degrees
};

/// \param to_file from the CRS of the map to that of the file
[[nodiscard]] SinglePlaces single_places(Viewport const& view, crs::Transformation const& to_file,
                                         SingleFile const& file, SingleRule const& rule);

} // namespace ms::render
