// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses TIME: moments and intervals of ISO 8601, and the filter they make.

#include "expr/expression.hpp"
#include "mapfile/model/map.hpp"
#include "ows/wms/dimensions.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wms {

using Moment = std::chrono::sys_time<std::chrono::milliseconds>;

/// From a moment up to, but excluding, another. "2004-05" is that whole month.
struct Interval {
    Moment begin;
    Moment end;
    friend bool operator==(Interval const&, Interval const&) = default;
};

/// "2004", "2004-05", "2004-05-17", "2004-05-17T12", ":34", ":56", ".789", with or without Z; two
/// of them around a '/' span both, and what stands behind a second '/' is ignored. Else nothing.
[[nodiscard]] std::optional<Interval> parse_interval(std::string_view text);

/// A list of them between commas; nothing when one is malformed or there are more than 1000.
[[nodiscard]] std::optional<std::vector<Interval>> parse_intervals(std::string_view text);

/// Selects the features of a layer at `time`, in terms of its wms_timeitem: all features of layers
/// without wms_timeextent and wms_timeitem. With wms_time_nearestvalue a moment outside the extent
/// becomes the nearest one in it (nearest_time()). Without a time, or with one outside the extent,
/// wms_timedefault applies.
/// \param time     nullopt: TIME was left out
/// \param missing  if there is no default either
/// \throws ServiceException MissingDimensionValue (also of an empty time) or InvalidDimensionValue
/// when there is no default
[[nodiscard]] DimensionChoice choose_time(mapfile::Layer const& layer,
                                          std::optional<std::string> const& time,
                                          MissingDimension missing = MissingDimension::Everything);

/// "2004-05-17T12:34:56Z", with milliseconds where there are any.
[[nodiscard]] std::string to_text(Moment moment);

/// \throws ServiceException InvalidDimensionValue if a part of TIME has none of the forms in
/// wms_timeformat, "YYYY-MM-DD,YYYY-MM-DDTHH:MM:SS" (of the WEB block; without it all forms are
/// valid)
void check_time_pattern(mapfile::Map const& map, std::string_view time);

/// The text of that condition, e.g. (`[t]` >= `2004-01-01T00:00:00Z` AND ...).
[[nodiscard]] std::string time_expression(std::string_view item,
                                          std::vector<Interval> const& intervals);

} // namespace ms::ows::wms
