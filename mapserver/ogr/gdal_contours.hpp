// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes contours with GDAL.

#include "ogr/contours.hpp"

namespace ms::ogr {

/// What Module::contours says.
[[nodiscard]] std::vector<ContourLine> contours(ContourRequest const& request, GoOn const& go_on);

} // namespace ms::ogr
