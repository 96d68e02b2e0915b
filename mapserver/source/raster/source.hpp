// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Raster layers as sources: their extent, CRS and version.

#include "mapfile/model/map.hpp"
#include "source/feature_source.hpp"
#include "source/services.hpp"

namespace ms::source::raster {

/// Whether a layer of TYPE RASTER names files to draw.
[[nodiscard]] bool is_raster(mapfile::Layer const& layer);

/// It has an extent, a version and no features: start() throws Error{Internal}; raster files are
/// drawn from source/raster/files.
[[nodiscard]] std::unique_ptr<FeatureSource>
open(mapfile::Map const& map, mapfile::Layer const& layer, Services const& services);

/// The CRS in the file of a layer, as WKT; "" if it has none, and for indexes, whose files may have
/// several.
/// \throws LayerError
[[nodiscard]] std::string wkt_of(mapfile::Map const& map, mapfile::Layer const& layer,
                                 Services const& services);

} // namespace ms::source::raster
