// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Provides the facts about a layer that OGC filters need.

#include "fes/filter.hpp"
#include "mapfile/model/map.hpp"

#include <string>

namespace ms::sld {

/// The layer's CRS, its key (gml_featureid, wfs_featureid ...) and the types that its metadata
/// declare.
/// \param layer must outlive the context
[[nodiscard]] fes::Context filter_context(mapfile::Map const& map, mapfile::Layer const& layer);

/// Equal for layers for which a filter becomes the same expression.
[[nodiscard]] std::string filter_meaning(mapfile::Map const& map, mapfile::Layer const& layer);

} // namespace ms::sld
