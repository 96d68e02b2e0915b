// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Positions a text beside its anchor.

#include "label/candidate.hpp"

#include <span>

namespace ms::label {

/// What of a text matters for its place.
struct Extent {
    double width = 0;  ///< pixels
    double height = 0; ///< pixels
    std::size_t line_count = 1;
};

/// The upper left corner of the text from the anchor, before it is turned; as MapServer 8.0.0 does
/// it (tests/unit/label/test_position.cpp).
/// \param clearance what symbols at the anchor take to its sides, and above and below it
[[nodiscard]] geometry::Point corner_of(Position position, Extent const& text,
                                        geometry::Point offset, geometry::Point clearance) noexcept;

/// What a layer's symbol takes. \param size of the symbol
[[nodiscard]] geometry::Point clearance_of(geometry::Point size) noexcept;

/// The positions Auto stands for, best first.
/// \param has_marker the layer or the text itself draws a symbol at the anchor
[[nodiscard]] std::span<Position const> auto_positions(Carrier carrier, bool has_marker) noexcept;

} // namespace ms::label
