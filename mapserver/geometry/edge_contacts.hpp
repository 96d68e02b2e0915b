// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds quickly which rings of a polygon touch themselves or others.

#include "geometry/shape.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ms::geometry {

/// Most polygons are valid, and most valid ones touch themselves nowhere: this finds them without
/// GEOS and its copies. Reuses its working memory; for one thread at a time.
class EdgeContacts {
public:
    /// Finds the rings of which an edge has a point in common with another edge, except for the
    /// vertex between an edge and the next one of its ring, or which turn back on themselves.
    /// \param shape rings closed, without repeated points; whole coordinates below 2^24, for which
    /// the answer is exact
    /// \return false, and nothing known, if that would take many comparisons per edge
    [[nodiscard]] bool find(Shape shape);
    /// Of the last find(). \param ring of the column
    [[nodiscard]] bool is_touched(std::uint32_t ring) const { return m_touched[ring - m_first]; }
    [[nodiscard]] bool is_any_touched() const noexcept { return m_is_any_touched; }

private:
    struct Edge {
        Point from;
        Point to;
        std::uint32_t ring = 0;
        std::uint32_t number = 0; ///< in the ring
        std::uint32_t count = 0;  ///< edges of the ring
    };

    void add_edges(Shape shape);
    void compare_with_open(Edge const& edge);
    void touch(std::uint32_t ring);

    std::vector<Edge> m_edges;
    std::vector<Edge> m_open;    ///< which the sweep has not passed
    std::vector<bool> m_touched; ///< by ring, from the first of the shape on
    std::uint32_t m_first = 0;
    bool m_is_any_touched = false;
    std::size_t m_comparisons = 0;
};

} // namespace ms::geometry
