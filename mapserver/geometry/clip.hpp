// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Clips lines and rings to a box.

#include "geometry/types.hpp"

#include <cstdint>
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

/// Where a clipped ring begins whose first vertex is inside: at its second one, as in MapServer, or
/// still at the first.
enum class RingStart : std::uint8_t { Second, First };

/// Clips rings to boxes; reuses its working memory between calls.
class RingClipper {
public:
    /// Liang & Barsky 1983 (doi:10.1145/182.358439), as MapServer: a ring begins at the end of its
    /// first edge inside, and with it the dashes and symbols along its outline. The parts of a ring
    /// that leaves the box several times stay connected along its edges and corners: fill the
    /// result, do not stroke it, or use a box larger than the visible part.
    /// \param ring closed or not
    /// \return closed; empty if nothing is inside. Valid until the next call.
    [[nodiscard]] std::span<Point const> clip(std::span<Point const> ring, Box const& box,
                                              RingStart start = RingStart::Second);

private:
    std::vector<Point> m_clipped;
};

} // namespace ms::geometry
