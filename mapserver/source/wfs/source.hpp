// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads features from another server.

#include "mapfile/model/map.hpp"
#include "source/feature_source.hpp"
#include "source/services.hpp"

namespace ms::source::wfs {

/// Whether a layer shows features of another server.
[[nodiscard]] bool is_cascaded(mapfile::Layer const& layer);

/// start() sends GetFeature, and the first row waits for it. Answers are GML or GeoJSON, read by
/// GDAL in memory.
/// \throws LayerError{BadMapfile}
[[nodiscard]] std::unique_ptr<FeatureSource>
open(mapfile::Map const& map, mapfile::Layer const& layer, Services const& services);

} // namespace ms::source::wfs
