// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Rows of another table that belong to a feature: JOIN.

#include <string>
#include <vector>

namespace ms::source {

/// Values as the table writes them; a missing one is "".
struct JoinedRows {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
};

} // namespace ms::source
