// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The facts about a parsed CRS.

#include "crs/definition.hpp"
#include "crs/facts.hpp"

namespace ms::crs {

struct Definition::State {
    std::string proj_text;
    std::string authority_code;
    std::string key;       ///< equal for CRSs known to be the same
    std::string proj_data; ///< folder for PROJ; empty: only those of the process
    Facts facts;
};

} // namespace ms::crs
