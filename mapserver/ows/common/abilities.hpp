// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Lists what this build supports.

#include <string>

namespace ms::ows {

/// In the words that MapServer and scripts that ask for its version have: "SUPPORTS=WMS_SERVER
/// INPUT=POSTGIS ...". INPUT=OGR only where the shared object with GDAL is installed.
[[nodiscard]] std::string abilities();

} // namespace ms::ows
