// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// CONFIG "ON_MISSING_DATA": how maps with missing data are handled.

#include "mapfile/model/map.hpp"

namespace ms::mapfile {

/// Whether unreadable data are left out of the map (IGNORE, LOG) instead of failing it.
[[nodiscard]] bool may_miss_data(Map const& map);

} // namespace ms::mapfile
