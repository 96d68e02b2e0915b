// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes CRSs as WKT 1, for files of other programs.

#include "crs/definition.hpp"

#include <string>

namespace ms::crs {

/// `PROJCS["WGS 84 / UTM zone 32N",...` as GDAL writes it; empty where PROJ has no such text.
[[nodiscard]] std::string to_wkt(Definition const& crs);

} // namespace ms::crs
