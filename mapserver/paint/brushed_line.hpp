// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Draws lines with an image instead of a colour.

#include "image/resample.hpp"
#include "paint/path.hpp"

namespace ms::paint {

/// A tile repeated along every line of a path, its middle row on the line and as wide as the tile
/// is high. It bends with the line, is cut off where the line ends, and begins anew with every
/// line.
///
/// \param visible pixels; what is outside is not made
/// \returns an empty bitmap when nothing is visible
[[nodiscard]] image::Placed brushed_line(Path const& path, image::BitmapView const& tile,
                                         geometry::Box const& visible);

} // namespace ms::paint
