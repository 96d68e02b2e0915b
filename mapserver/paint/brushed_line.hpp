// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Draws lines with an image instead of a colour.

#include "base/budget.hpp"
#include "image/resample.hpp"
#include "paint/path.hpp"

namespace ms::paint {

/// A tile repeated along every line of a path, with its middle row on the line and the width of its
/// height. It bends with the line, is cut at the line's end, and restarts with every line.
///
/// \param visible pixels; nothing is drawn outside
/// \param budget looked at for every segment; nullptr: unlimited
/// \returns an empty bitmap if nothing is visible
[[nodiscard]] image::Placed brushed_line(Path const& path, image::BitmapView const& tile,
                                         geometry::Box const& visible, Budget* budget = nullptr);

} // namespace ms::paint
