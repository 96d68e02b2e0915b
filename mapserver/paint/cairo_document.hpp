// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes recordings of cairo to files.

#include "base/budget.hpp"

#include <cstdint>
#include <vector>

struct _cairo_surface;

namespace ms::paint {

/// \param page its whole content is drawn at its place
/// \param width, height points of a PDF, pixels of an SVG
/// \param budget charged for the work and the file
/// The same page gives the same bytes.
/// \throws Error{Internal} if cairo fails
[[nodiscard]] std::vector<std::uint8_t> write_pdf(_cairo_surface& page, int width, int height,
                                                  Budget& budget);
[[nodiscard]] std::vector<std::uint8_t> write_svg(_cairo_surface& page, int width, int height,
                                                  Budget& budget);

} // namespace ms::paint
