// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers that are a picture.

#include "http/response.hpp"
#include "image/bitmap.hpp"
#include "mapfile/model/output_format.hpp"

namespace ms::ows {

/// \param resolution dots per inch, told in the file where its format can
[[nodiscard]] http::Response picture_response(image::Bitmap const& picture,
                                              mapfile::OutputFormat const& format,
                                              double resolution);

} // namespace ms::ows
