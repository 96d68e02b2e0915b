// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A message drawn into an image.

#include "image/bitmap.hpp"
#include "mapfile/model/map.hpp"
#include "text/font_cache.hpp"

#include <string_view>

namespace ms::render {

/// Writes text from the top left, black on a white outline, broken after as many characters as
/// MapServer puts on a line, wherever that is; what does not fit is left out. In the font of LABELs
/// without FONT.
/// \throws Error{Source} when the system has no font
[[nodiscard]] image::Bitmap message_image(mapfile::Map const& map, mapfile::Size size,
                                          image::Color background, std::string_view text,
                                          text::FontCache& fonts);

} // namespace ms::render
