// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// SCALETOKEN for scripts. As in MapServer, layers have no access to these classes: their tokens
/// come from mapfiles and updateFromString().

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
