// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reference systems in the words of PROJ.4, which mapfiles and scripts have.

#include "crs/definition.hpp"

namespace ms::crs {

/// "+proj=utm +zone=32 +datum=WGS84 +units=m +no_defs"; empty where PROJ has no such words for it.
[[nodiscard]] std::string to_proj4(Definition const& crs);

} // namespace ms::crs
