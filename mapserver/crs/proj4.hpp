// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes CRSs as PROJ.4 strings, which mapfiles and scripts use.

#include "crs/definition.hpp"

namespace ms::crs {

/// "+proj=utm +zone=32 +datum=WGS84 +units=m +no_defs"; empty where PROJ has no such words for it.
[[nodiscard]] std::string to_proj4(Definition const& crs);

} // namespace ms::crs
