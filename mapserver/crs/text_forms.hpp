// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes CRSs as texts: PROJ.4 strings, which mapfiles and scripts use, and WKT 1, for files of
/// other programs.

#include "crs/definition.hpp"

#include <string>

namespace ms::crs {

/// "+proj=utm +zone=32 +datum=WGS84 +units=m +no_defs"; empty where PROJ has no such words for it.
[[nodiscard]] std::string to_proj4(Definition const& crs);

/// `PROJCS["WGS 84 / UTM zone 32N",...` as GDAL writes it; empty where PROJ has no such text.
[[nodiscard]] std::string to_wkt(Definition const& crs);

} // namespace ms::crs
