// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads keys of PROCESSING that are switches.

#include "mapfile/model/layer.hpp"

#include <string_view>

namespace ms::mapfile {

/// NO, FALSE, OFF and 0 switch a key off, case-insensitive, every other value on: as GDAL reads
/// options, and so MapServer those of rasters. \param otherwise of a layer without the key
[[nodiscard]] bool is_processing_on(Layer const& layer, std::string_view key, bool otherwise);

} // namespace ms::mapfile
