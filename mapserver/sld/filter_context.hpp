// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What OGC filters need to know of the layer they are put to.

#include "fes/filter.hpp"
#include "mapfile/model/map.hpp"

namespace ms::sld {

/// The layer's CRS, its key (gml_featureid and the like) and the types that its metadata declare.
/// \param layer must outlive the context
[[nodiscard]] fes::Context filter_context(mapfile::Map const& map, mapfile::Layer const& layer);

} // namespace ms::sld
