// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes layers: CONNECTIONTYPE UVRASTER, RASTERLABEL and CONTOUR from the pixels of a raster
/// file, KERNELDENSITY and IDW from the points of another layer.

#include "mapfile/model/map.hpp"
#include "source/feature_source.hpp"
#include "source/services.hpp"

namespace ms::source::raster {

/// Whether a layer is one of the five; those of files have to name one.
[[nodiscard]] bool is_computed(mapfile::Layer const& layer);

/// UVRASTER and RASTERLABEL, whose features are computed for an image (Query::image).
[[nodiscard]] bool is_sampled(mapfile::Layer const& layer);

/// Reads the files of DATA or TILEINDEX that a query needs (CONTOUR: the first), in the layer's
/// CRS. FILTER of an index, and the time of a request, choose its rows. Rasters of points have no
/// features: start() throws Error{Internal}. \throws LayerError{BadMapfile} naming the PROCESSING
/// key that is missing or wrong
[[nodiscard]] std::unique_ptr<FeatureSource>
open_computed(mapfile::Map const& map, mapfile::Layer const& layer, Services const& services);

} // namespace ms::source::raster
