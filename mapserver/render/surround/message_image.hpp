// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Draws a message into an image.

#include "image/bitmap.hpp"
#include "mapfile/model/map.hpp"
#include "text/font_cache.hpp"

#include <string_view>

namespace ms::render {

/// Writes text from the top left, black on a white outline, broken after as many characters as
/// MapServer puts on a line, even within words; text that does not fit is left out. Uses the font
/// of LABELs without FONT.
/// \throws Error{Source} if the system has no font
[[nodiscard]] image::Bitmap message_image(mapfile::Map const& map, mapfile::Size size,
                                          image::Color background, std::string_view text,
                                          text::FontCache& fonts);

} // namespace ms::render
