// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds the scales at which a map changes what it shows.

#include "mapfile/model/map.hpp"

namespace ms::render {

/// The scale denominator next to `level` at which layers, classes, styles, labels and scale tokens
/// are the same as at `requested`: `level` itself if no limit lies between the two, else a little
/// before the first one. Each side of a limit gives one number, for any `requested`.
[[nodiscard]] double scale_with_same_limits(mapfile::Map const& map, double requested,
                                            double level);

} // namespace ms::render
