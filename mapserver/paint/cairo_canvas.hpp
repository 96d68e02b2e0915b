// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Implements the canvas with cairo: pixels, SVG and PDF.

#include "paint/canvas.hpp"

#include <array>

namespace ms::paint {

inline constexpr std::array cairo_documents{
    DocumentFormat{.name = "SVG", .mime_type = "image/svg+xml", .extension = "svg"},
    DocumentFormat{.name = "PDF", .mime_type = "application/x-pdf", .extension = "pdf"},
};

/// \throws Error{ErrorKind::Limit} if a side is not within 1..32767 pixels
[[nodiscard]] std::unique_ptr<Canvas> make_cairo_canvas(CanvasOptions const& options);

} // namespace ms::paint
