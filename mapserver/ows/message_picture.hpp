// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A message drawn into a picture.

#include "image/bitmap.hpp"

#include <string_view>

namespace ms::ows {

/// Writes text from the top left, black on a white outline, in lines broken at blanks to the width
/// of the picture; what does not fit is left out. Needs no font file: the message may be about one.
/// Characters outside ASCII show as '?'.
void draw_message(image::Bitmap& bitmap, std::string_view text);

} // namespace ms::ows
