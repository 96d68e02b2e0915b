// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Describes a folder of bundles for other programs.

#include "store/tile_matrix_set.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ms::store {

/// The file "conf.xml" of a compact cache, by which GDAL opens it. nullopt: it cannot say what the
/// tiles are: no images, or levels with tiles of several sizes.
/// \param type MIME type of the tiles
[[nodiscard]] std::optional<std::string> describe_bundles(TileMatrixSet const& set,
                                                          std::string_view type);

} // namespace ms::store
