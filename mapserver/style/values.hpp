// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The values of a STYLE after its bindings have been evaluated.

#include "mapfile/model/style.hpp"

namespace ms::style {

/// The bindable part of a style as plain values, in the mapfile's units.
struct StyleValues {
    mapfile::OptionalColor color;
    mapfile::OptionalColor outline_color;
    double opacity = 100; ///< percent
    mapfile::SymbolReference symbol;
    double size = -1;
    double width = 1;
    double outline_width = 0;
    double angle = 0; ///< degrees, counter-clockwise
    double offset_x = 0;
    double offset_y = 0;
    double polar_offset_pixel = 0;
    double polar_offset_angle = 0; ///< degrees

    friend bool operator==(StyleValues const&, StyleValues const&) = default;
};

/// The values of a style whose bindings are left aside.
[[nodiscard]] StyleValues constant_values(mapfile::Style const& style);

/// A colour with OPACITY applied: below 100 percent it replaces the alpha.
[[nodiscard]] mapfile::OptionalColor with_opacity(mapfile::OptionalColor color, double opacity);

} // namespace ms::style
