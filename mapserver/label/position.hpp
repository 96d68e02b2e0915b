// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Positions a text beside its anchor.

#include "label/candidate.hpp"

#include <span>

namespace ms::label {

/// The size of a text, as far as its position depends on it.
struct Extent {
    double width = 0;  ///< pixels
    double height = 0; ///< pixels
    std::size_t line_count = 1;
};

/// The upper left corner of the text relative to the anchor, before rotation; as in MapServer 8.0.0
/// (tests/unit/label/test_position.cpp).
/// \param clearance size of symbols at the anchor to its sides, and above and below it
[[nodiscard]] geometry::Point corner_of(Position position, Extent const& text,
                                        geometry::Point offset, geometry::Point clearance) noexcept;

/// The clearance for a layer's symbol. \param size of the symbol
[[nodiscard]] geometry::Point clearance_of(geometry::Point size) noexcept;

/// The positions that Auto tries, best first.
/// \param has_marker the layer or the text itself draws a symbol at the anchor
[[nodiscard]] std::span<Position const> auto_positions(Carrier carrier, bool has_marker) noexcept;

} // namespace ms::label
