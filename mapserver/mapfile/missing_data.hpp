// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// CONFIG "ON_MISSING_DATA": how maps with missing data are handled.

#include "base/log.hpp"
#include "mapfile/model/map.hpp"

namespace ms::mapfile {

/// Whether unreadable data are left out of the map (IGNORE, LOG) instead of failing it.
[[nodiscard]] bool may_miss_data(Map const& map);

/// Of the lines about what is left out: LOG wants to see them however little is logged.
[[nodiscard]] LogLevel level_of_missing_data(Map const& map);

} // namespace ms::mapfile
