// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The common part of the programs legend and scalebar: a mapfile in, an image out.

#include "image/bitmap.hpp"
#include "render/core/services.hpp"
#include "render/core/viewport.hpp"

#include <functional>

namespace ms::programs {

using DrawFurniture = std::function<image::Bitmap(mapfile::Map const&, render::Viewport const&,
                                                  mapfile::OutputFormat&, render::Services const&)>;

/// Runs a program `name mapfile image`; the image may be "stdout".
/// \param purpose a sentence for --help \return the exit status
[[nodiscard]] int run_furniture_program(int argc, char** argv, char const* name,
                                        char const* purpose, DrawFurniture const& draw);

} // namespace ms::programs
