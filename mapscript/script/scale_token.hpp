// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// SCALETOKEN in scripts. As in MapServer nothing of a layer leads to these classes: layers have
/// their tokens from mapfiles and updateFromString().

#include "script/text.hpp"

#include <memory>

namespace ms::script {

struct scaleTokenEntryObj {
    double minscale = 0, maxscale = 0;
    Text value;
};

struct scaleTokenObj {
    Text name;
    int n_entries = 0;
    std::shared_ptr<scaleTokenEntryObj> tokens; ///< the first one
};

} // namespace ms::script
