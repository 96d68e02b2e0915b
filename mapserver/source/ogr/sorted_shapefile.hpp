// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads shapefiles of CONNECTIONTYPE OGR: in the order of a request with GDAL, else directly.

#include "mapfile/model/map.hpp"
#include "source/feature_source.hpp"
#include "source/services.hpp"

#include <memory>

namespace ms::source::ogr {

/// Layers of shapefile::is_shapefile_of_ogr(). GDAL is opened by the first query with an order.
/// \throws Error{BadMapfile} if the file does not exist or is not local
[[nodiscard]] std::unique_ptr<FeatureSource> open_sorted_shapefile(mapfile::Map const& map,
                                                                   mapfile::Layer const& layer,
                                                                   Services const& services);

} // namespace ms::source::ogr
