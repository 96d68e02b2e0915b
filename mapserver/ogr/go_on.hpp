// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Asks whether GDAL shall go on with what takes long.

#include <functional>

namespace ms::ogr {

/// Called while GDAL reads or writes; false stops it. Must not throw.
using GoOn = std::function<bool()>;

} // namespace ms::ogr
