// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Checks files that INCLUDE inserts into a map.

#include "mapfile/load.hpp"

namespace ms::mapfile {

/// Checks a file that an INCLUDE inserts into a block: reads it as the content of the best fitting
/// block (MAP, LAYER, CLASS ...), which a warning names. Its own INCLUDEs are relative to its
/// folder, as the map's is unknown. Costs one parse for each kind of block that has the file's
/// first keyword.
/// \return nullopt if it begins with MAP, or with no keyword at all: it is not a fragment then
[[nodiscard]] std::optional<std::vector<Problem>> check_fragment(std::filesystem::path const& path,
                                                                 LoadOptions const& options = {});

} // namespace ms::mapfile
