// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Layers of other map servers as sources.

#include "mapfile/model/map.hpp"
#include "source/feature_source.hpp"
#include "source/services.hpp"

namespace ms::source::wms {

/// It has the extent that METADATA gives, no version and no features: start() throws
/// Error{Internal}; its images are fetched by render/draw/cascade_step.
[[nodiscard]] std::unique_ptr<FeatureSource>
open(mapfile::Map const& map, mapfile::Layer const& layer, Services const& services);

} // namespace ms::source::wms
