// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Converts pens, colours and operators to cairo's.

#include "base/handle.hpp"
#include "image/composite.hpp"
#include "paint/pen.hpp"

#include <optional>

struct _cairo;         // cairo_t
struct _cairo_surface; // cairo_surface_t

namespace ms::paint {

void release_context(_cairo* context) noexcept;

using Context = Handle<_cairo, release_context>;

/// \throws Error{Internal} when something has failed on it
void check(_cairo& context);
void check(_cairo_surface& surface);

/// Sets the source of the following drawing.
void set_color(_cairo& context, image::Color color);

void set_ends(_cairo& context, Cap cap, Join join);

/// The operators of PDF (ISO 32000-1, 11.3.5), as cairo_operator_t; cairo uses the same formulas.
[[nodiscard]] std::optional<int> pdf_operator(image::Operator op) noexcept;

} // namespace ms::paint
