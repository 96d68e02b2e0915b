// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decides whether an image stands alone, or may have to fit to others beside it.

#include "render/core/overrides.hpp"
#include "render/core/viewport.hpp"

namespace ms::render {

/// The pixels of rasters that an image of map2img and of the modes of CGI shows: those of
/// MapServer, unless it is as large as tiles are (multiples of 64 pixels a side), or put together
/// of them: the rule of MapServer depends on where an image begins, so that neighbours do not fit.
[[nodiscard]] NearestRule rule_of_lone_image(Viewport const& view) noexcept;

/// The same for WMS, whose clients put images of any size together, but none with oblong pixels.
[[nodiscard]] NearestRule rule_of_wms_image(Viewport const& view) noexcept;

} // namespace ms::render
