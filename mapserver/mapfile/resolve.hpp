// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Paths of a map, and the names in it that stand for files.

#include "mapfile/model/map.hpp"

namespace ms::mapfile {

/// A path as written in the mapfile (TEMPLATE, HEADER, an image ...): relative ones start at the
/// mapfile's folder.
[[nodiscard]] std::filesystem::path map_path(Map const& map, std::string_view written);

/// Where a file of a layer's DATA may be, best first: below SHAPEPATH, then beside the mapfile.
[[nodiscard]] std::vector<std::filesystem::path> data_paths(Map const& map,
                                                            std::string_view written);

} // namespace ms::mapfile
