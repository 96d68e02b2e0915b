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

/// How far symbols at an anchor push its texts away, to the sides, and up and down. As in
/// MapServer, a symbol of a text counts for it and those after it, instead of the layer's, and so
/// do outlines.
class Clearance {
public:
    /// \param marker the size of the layer's symbol
    explicit Clearance(std::optional<geometry::Point> marker) noexcept;

    /// Comes to the next text.
    void add(Text const& text) noexcept;
    /// Of the text that was added last, pixels.
    [[nodiscard]] geometry::Point value() const noexcept;

private:
    geometry::Point m_size;
    bool m_is_marker = true;
};

/// The positions that Auto tries, best first.
/// \param has_marker the layer or the text itself draws a symbol at the anchor
[[nodiscard]] std::span<Position const> auto_positions(Carrier carrier, bool has_marker) noexcept;

} // namespace ms::label
