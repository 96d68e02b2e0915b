// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads features that are written in the mapfile.

#include "mapfile/model/map.hpp"
#include "source/feature_source.hpp"
#include "source/services.hpp"

namespace ms::source {

/// The FEATUREs of a layer; attributes by the names of PROCESSING "ITEMS=a,b". The id is the number
/// of the FEATURE in the layer, from 0.
/// \throws Error{BadMapfile} for malformed WKT
[[nodiscard]] std::unique_ptr<FeatureSource>
open_inline(mapfile::Map const& map, mapfile::Layer const& layer, Services const& services);

} // namespace ms::source
