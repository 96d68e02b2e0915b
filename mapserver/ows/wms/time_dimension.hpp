// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// TIME: the filter that moments and intervals make.

#include "expr/expression.hpp"
#include "mapfile/model/map.hpp"
#include "ows/wms/dimensions.hpp"
#include "ows/wms/time_interval.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wms {

/// Selects the features of a layer at `time`, in terms of its wms_timeitem: all features of layers
/// without wms_timeextent and wms_timeitem. With wms_time_nearestvalue a moment outside the extent
/// becomes the nearest one in it (nearest_time()). Without a time, or with one outside the extent,
/// wms_timedefault applies. The step of an interval "begin/end/P1D" selects nothing, but must be a
/// period.
/// \param time     nullopt: TIME was left out
/// \param missing  if there is no default either
/// \param budget   null: unlimited
/// \throws ServiceException MissingDimensionValue (also of an empty time) or InvalidDimensionValue
/// if there is no default, InvalidParameterValue for more than longest_name_list moments and
/// intervals; Error{Limit}
[[nodiscard]] DimensionChoice choose_time(mapfile::Layer const& layer,
                                          std::optional<std::string> const& time,
                                          MissingDimension missing = MissingDimension::Everything,
                                          Budget* budget = nullptr);

/// \throws ServiceException InvalidDimensionValue if a part of TIME has none of the forms in
/// wms_timeformat, "YYYY-MM-DD,YYYY-MM-DDTHH:MM:SS" (of the WEB block; without it all forms are
/// valid), also for the step of an interval, as in MapServer
void check_time_pattern(mapfile::Map const& map, std::string_view time);

/// The text of that condition, e.g. (`[t]` >= `2004-01-01T00:00:00Z` AND ...).
[[nodiscard]] std::string time_expression(std::string_view item,
                                          std::vector<Interval> const& intervals);

} // namespace ms::ows::wms
