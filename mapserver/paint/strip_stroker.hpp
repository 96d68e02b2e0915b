// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Lines put into a coverage grid without an outline in between.

#include "paint/coverage_grid.hpp"
#include "paint/stroker.hpp"

#include <memory>
#include <span>
#include <vector>

namespace ms::paint {

/// Strokes lines as Stroker with ThinLines::Plain, with the same corners rounded to 1/256 pixels.
/// Both sides of a segment share one root, and no outline is written and read again: most lines of
/// a map are small.
class StripStroker {
public:
    /// \param pen  wider than 0, for which can_draw(); its dashes do not matter
    void set_pen(Pen const& pen);
    /// Not rings that join where they begin, nor wide lines with miters.
    [[nodiscard]] static bool can_draw(Pen const& pen) noexcept;
    /// How far what the corners cover may lie beyond the line, pixels.
    [[nodiscard]] double reach_px() const noexcept;
    /// The strip of a line, to be added to a grid that is swept with the non-zero rule. Valid until
    /// it is called again. \param line  finite points; one of no length has no corners
    [[nodiscard]] std::span<CoverageGrid::Corners const>
    corners(std::span<geometry::Point const> line);

private:
    using Point = geometry::Point;

    /// What of a pen matters, and what was computed of it.
    struct Look {
        double half = 0;
        Cap cap = Cap::Butt;
        bool has_arcs = false;      ///< round joins
        double min_cos = 0;         ///< of turns that are one corner on either side
        double arc_step = 0;        ///< of round caps and joins, radians
        std::size_t arc_points = 0; ///< of half a circle, without its ends; 0 if there are no arcs
        std::vector<Point> cap_turns; ///< cosines and sines of a round cap
    };
    [[nodiscard]] static Look look_of(double half, Cap cap, bool has_arcs);

    struct Vertex {
        Point at;
        Point left;        ///< of the next segment: half a width to its left
        double length = 0; ///< of the next segment
    };
    /// A vertex, and the sides of both segments there.
    struct Turn {
        Point at;
        Point before;   ///< half a width to the left of the segment before
        Point after;    ///< of the next one
        double dot;     ///< of the two
        double shorter; ///< the length of the shorter segment
    };

    [[nodiscard]] Look const& look() const noexcept { return *m_look; }
    void collect(std::span<Point const> line);
    bool set_next(Vertex& vertex, Point next) const noexcept;
    using Corners = CoverageGrid::Corners;
    Corners* join(Vertex const& before, Vertex const& vertex, Corners* to) const;
    Corners* join_sharply(Turn const& turn, Corners* to) const;
    Corners* begin(Vertex const& first, Corners* to) const;
    Corners* end(Vertex const& before, Point last_at, Corners* to) const;

    static constexpr std::size_t max_looks = 16;
    std::vector<std::unique_ptr<Look const>> m_looks;
    Look const* m_look = nullptr; ///< of the current pen
    std::vector<Vertex> m_vertices;
    std::vector<CoverageGrid::Corners> m_corners; ///< with room to spare
};

} // namespace ms::paint
