// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Lists what this build supports.

#include <string>

namespace ms::ows {

/// In the format of MapServer, which scripts parse: "SUPPORTS=WMS_SERVER INPUT=POSTGIS ...".
/// INPUT=OGR only if the shared object with GDAL is installed.
[[nodiscard]] std::string abilities();

} // namespace ms::ows
