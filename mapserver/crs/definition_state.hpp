// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What is known about a coordinate reference system.

#include "crs/definition.hpp"

namespace ms::crs {

struct Definition::State {
    std::string proj_text;
    std::string authority_code;
    std::string key; ///< equal for systems known to be the same
    bool is_geographic = false;
    bool is_axis_inverted = false;
    double meters_per_unit = 1;
    WorldEdge world_edge;
};

} // namespace ms::crs
