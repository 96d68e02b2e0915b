// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// COLORRANGE and DATARANGE: computes colours from numbers.

#include "mapfile/model/layer.hpp"

#include <cstdint>

namespace ms::style {

/// PROCESSING "RANGE_COLORSPACE=RGB|HSL"
enum class ColorSpace : std::uint8_t { Rgb, Hsl };

[[nodiscard]] ColorSpace color_space_of(mapfile::Layer const& layer);

/// Whether a style's colour depends on a RANGEITEM.
[[nodiscard]] bool has_color_range(mapfile::Style const& style) noexcept;

/// The colour between those of COLORRANGE. Beyond DATARANGE it is extrapolated up to the limits of
/// a colour, as in MapServer (tests/unit/style/test_color_range.cpp); a DATARANGE without width
/// gives the first one.
/// \param style has_color_range()
[[nodiscard]] image::Color color_in_range(mapfile::Style const& style, double value,
                                          ColorSpace space) noexcept;

} // namespace ms::style
