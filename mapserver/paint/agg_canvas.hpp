// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Implements the canvas with Anti-Grain Geometry.

#include "paint/canvas.hpp"

namespace ms::paint {

/// \throws Error{ErrorKind::Limit} if a side is not within 1..32767 pixels
[[nodiscard]] std::unique_ptr<Canvas> make_agg_canvas(CanvasOptions const& options);

} // namespace ms::paint
