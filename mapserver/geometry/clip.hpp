// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Clips lines and rings to a box.

#include "geometry/types.hpp"

#include <optional>
#include <span>
#include <vector>

namespace ms::geometry {

struct Segment {
    Point start;
    Point end;
};

/// The part of a segment inside a box (Liang & Barsky 1984, doi:10.1145/357332.357333), in the
/// segment's direction; ends inside stay unchanged. nullopt for a segment that only touches a
/// corner from outside.
[[nodiscard]] std::optional<Segment> clip_segment(Segment segment, Box const& box) noexcept;

/// Clips rings to boxes; reuses its working memory between calls.
class RingClipper {
public:
    /// Sutherland & Hodgman 1974 (doi:10.1145/360767.360802). The parts of a ring that leaves the
    /// box several times stay connected along its edges: fill the result, do not stroke it, or use
    /// a box larger than the visible part.
    /// \param ring closed or not
    /// \return closed; empty if nothing is inside. Valid until the next call.
    [[nodiscard]] std::span<Point const> clip(std::span<Point const> ring, Box const& box);

private:
    std::vector<Point> m_front;
    std::vector<Point> m_back;
};

} // namespace ms::geometry
