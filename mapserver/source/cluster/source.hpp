// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// CLUSTER: shows points near each other as one feature.

#include "mapfile/model/map.hpp"
#include "source/feature_source.hpp"
#include "source/services.hpp"

namespace ms::source::cluster {

/// The points of the layer's own source, grouped. A group has the attributes of its base, and
/// Cluster_FeatureCount, Cluster_Group (the value of GROUP), Cluster_BaseFID and, by name,
/// Min:attribute, Max:, Sum:, Avg: and Count:. FILTER of the CLUSTER sees all of these; one of
/// attributes of points only chooses the points that are grouped.
///
/// PROCESSING CLUSTER_ALGORITHM=FULL|SIMPLE, CLUSTER_GET_ALL_SHAPES (every point, at the place of
/// its group), CLUSTER_KEEP_LOCATIONS (at the base's place, not in the middle),
/// CLUSTER_USE_MAP_UNITS (MAXDISTANCE is not in pixels).
/// \throws Error{BadMapfile} with file:line:column for an invalid REGION, GROUP or FILTER
[[nodiscard]] std::unique_ptr<FeatureSource>
open(mapfile::Map const& map, mapfile::Layer const& layer, Services const& services);

} // namespace ms::source::cluster
