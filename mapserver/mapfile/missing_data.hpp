// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// CONFIG "ON_MISSING_DATA": what becomes of a map whose data are not all there.

#include "mapfile/model/map.hpp"

namespace ms::mapfile {

/// Whether what cannot be read is left out of the map (IGNORE, LOG) instead of failing it.
[[nodiscard]] bool may_miss_data(Map const& map);

} // namespace ms::mapfile
