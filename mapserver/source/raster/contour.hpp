// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// CONNECTIONTYPE CONTOUR: computes lines of equal values in a raster.

#include "feature/batch.hpp"
#include "mapfile/model/map.hpp"
#include "source/query.hpp"
#include "source/raster/sampler.hpp"

#include <vector>

namespace ms::source::raster {

struct ContourSettings {
    int band = 1;               ///< the first of BANDS
    double interval = 1;        ///< CONTOUR_INTERVAL of the scale
    std::vector<double> levels; ///< CONTOUR_LEVELS of the scale, instead of the interval
    bool has_item = false;      ///< CONTOUR_ITEM
};

/// CONTOUR_INTERVAL and CONTOUR_LEVELS may be repeated, as "min,max:value" with the scale
/// denominators between which they apply.
/// \param scale_denominator negative: only checks all of them \throws LayerError{BadMapfile} naming
/// the PROCESSING key
[[nodiscard]] ContourSettings contour_settings(mapfile::Map const& map, mapfile::Layer const& layer,
                                               double scale_denominator);

/// The values are read about as finely as the image shows them, every n-th pixel counted from the
/// upper left corner of the file, and some more around the box: neighbouring images agree.
/// \param rows each with ID and the value
/// \throws PublicError{BadMapfile} also for too many lines; Error{Limit} for too large a box
void add_contours(OpenedRaster& opened, ContourSettings const& settings, Query const& query,
                  Services const& services, feature::FeatureBatch& rows);

} // namespace ms::source::raster
