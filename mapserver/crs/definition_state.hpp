// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The facts about a parsed CRS.

#include "crs/definition.hpp"

namespace ms::crs {

struct Definition::State {
    std::string proj_text;
    std::string authority_code;
    std::string key; ///< equal for CRSs known to be the same
    bool is_geographic = false;
    bool is_axis_inverted = false;
    double meters_per_unit = 1;
    WorldEdge world_edge;
};

} // namespace ms::crs
