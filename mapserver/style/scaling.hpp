// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Converts sizes of a mapfile to pixels.

#include "mapfile/model/layer.hpp"

namespace ms::style {

/// The factors of the sizes of one layer.
struct Scaling {
    double factor = 1;            ///< SIZE, WIDTH ... to pixels (SIZEUNITS, SYMBOLSCALEDENOM)
    double resolution_factor = 1; ///< MINSIZE, MAXWIDTH ... to pixels (RESOLUTION / DEFRESOLUTION)
};

/// The properties of the image that affect sizes.
struct ImageScale {
    double denominator = 0;
    double cell_size = 1;         ///< map units per pixel
    double inches_per_unit = 1;   ///< of the map units
    double resolution_factor = 1; ///< RESOLUTION / DEFRESOLUTION
};

/// Reference: mapfile, Size formulas.
[[nodiscard]] Scaling layer_scaling(mapfile::Layer const& layer, ImageScale const& image);

/// Inches per unit; 0 for Pixels and Percentages, which are not lengths on the ground.
[[nodiscard]] double inches_per(mapfile::Units units) noexcept;

/// min <= scale < max, the rule of classes, styles and labels; a limit below 0 is unset.
/// A scale of 0 (unknown) is always within.
[[nodiscard]] bool is_in_scale(double scale, double min, double max) noexcept;

/// min < scale <= max, the rule of layers; a limit of 0 or below is unset.
[[nodiscard]] bool is_in_layer_scale(mapfile::Layer const& layer, double scale) noexcept;

} // namespace ms::style
