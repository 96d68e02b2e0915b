// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A symbol ready to be stamped at many places.

#include "geometry/column.hpp"
#include "paint/pen.hpp"

#include <optional>

namespace ms::paint {

/// A vector shape (VECTOR, ELLIPSE or outlined glyph symbols), already scaled and rotated:
/// pixels, y down, (0, 0) is the place it is stamped at.
struct Marker {
    geometry::GeometryColumn shape; ///< one feature; lines or polygon rings
    std::optional<Brush> fill;
    std::optional<Pen> outline; ///< stroked after filling
    /// What a grid of features has in place of the shape; empty: the shape.
    geometry::GeometryColumn area{};
    bool is_ellipse = false; ///< of ellipse_shape()
    bool is_halo = false;    ///< of a letter; cairo does not fill it, as in MapServer
};

} // namespace ms::paint
