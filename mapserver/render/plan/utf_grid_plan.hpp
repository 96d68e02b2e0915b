// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What a layer's plan needs to become a UTFGrid.

#include "render/plan/plan_state.hpp"

namespace ms::render {

/// Adds the attributes of UTFITEM and UTFDATA, and draws feature by feature.
/// \throws PublicError{BadMapfile} for layers without features: images, charts
/// \throws Error{BadMapfile} for a UTFDATA that does not parse
void plan_utf_grid(mapfile::Map const& map, VectorStep& step);

} // namespace ms::render
