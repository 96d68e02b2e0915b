// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes contours with GDAL.

#include "ogr/contours.hpp"

namespace ms::ogr {

/// Implements Module::contours.
[[nodiscard]] std::vector<ContourLine> contours(ContourRequest const& request, GoOn const& go_on);

} // namespace ms::ogr
