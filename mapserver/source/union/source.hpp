// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// CONNECTIONTYPE UNION: combines several layers of the map into one.

#include "mapfile/model/map.hpp"
#include "source/feature_source.hpp"
#include "source/services.hpp"

#include <vector>

namespace ms::source::union_layer {

/// The layers that CONNECTION "a,b" names, in its order.
/// \throws Error{BadMapfile} with file:line:column for one that is not in the map or is a union
///         itself
[[nodiscard]] std::vector<mapfile::Layer const*> layers_of(mapfile::Map const& map,
                                                           mapfile::Layer const& layer);

/// PROCESSING UNION_STATUS_CHECK, for which MapServer knows the word TRUE only.
[[nodiscard]] bool checks_status(mapfile::Layer const& layer);

/// Whether a layer takes part: PROCESSING UNION_STATUS_CHECK (off unless TRUE) tests its STATUS,
/// UNION_SCALE_CHECK (on unless FALSE) its scale limits.
[[nodiscard]] bool takes_part(mapfile::Layer const& layer, mapfile::Layer const& member,
                              double scale_denominator);

/// The features of the members one after the other, in the CRS of the union, each by the member's
/// FILTER. Attributes go by name; a member without one has NULL. Besides them there are
/// Union_SourceLayerName and Union_SourceLayerGroup.
[[nodiscard]] std::unique_ptr<FeatureSource>
open(mapfile::Map const& map, mapfile::Layer const& layer, Services const& services);

} // namespace ms::source::union_layer
