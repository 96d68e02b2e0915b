// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Builds answers that are an image.

#include "http/response.hpp"
#include "ows/common/call.hpp"
#include "render/core/map_image.hpp"

namespace ms::ows {

/// \param resolution dots per inch, written into the file if its format supports it
[[nodiscard]] http::Response image_response(Call const& call, image::Bitmap const& image,
                                            mapfile::OutputFormat const& format, double resolution);

/// A legend or scale bar: pixels or a document, in this format.
[[nodiscard]] http::Response image_response(Call const& call, render::MapImage const& image,
                                            mapfile::OutputFormat const& format, double resolution);

/// A map; if its format selects among others (AGG/MIXED), in the selected one.
[[nodiscard]] http::Response map_response(Call const& call, render::MapImage const& image,
                                          mapfile::OutputFormat const& format, double resolution);

} // namespace ms::ows
