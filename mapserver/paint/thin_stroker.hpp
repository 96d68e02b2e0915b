// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Plain lines up to a pixel wide, put into a coverage grid without an outline in between.

#include "paint/coverage_grid.hpp"
#include "paint/stroker.hpp"

#include <span>
#include <vector>

namespace ms::paint {

/// Strokes what ThinLines::Plain makes of a line up to thin_px wide: butt caps and bevels, the same
/// corners as Stroker's, rounded to 1/256 pixels. Most lines of a map are such lines. Both sides of
/// a segment share one root and the two divisions of its slopes, and no outline is written and read
/// again.
class ThinStroker {
public:
    /// \param width_px  over 0, up to thin_px
    void set_width(double width_px) noexcept;
    /// How far what add() covers may lie beyond the line, pixels.
    [[nodiscard]] double reach_px() const noexcept;
    /// Adds a line to a grid that has begun with its box and reach_px() around it, to be swept
    /// with the non-zero rule. \param line  finite points; one of no length adds nothing
    void add(std::span<geometry::Point const> line, CoverageGrid& grid);

private:
    struct Vertex {
        geometry::Point at;
        geometry::Point left;          ///< of the next segment: half a width to its left
        double length = 0;             ///< of the next segment
        CoverageGrid::Slopes slopes{}; ///< of the next segment
    };

    void collect(std::span<geometry::Point const> line);
    bool set_next(Vertex& vertex, geometry::Point next) const noexcept;
    CoverageGrid::Corners* join(Vertex const& before, Vertex const& vertex,
                                CoverageGrid::Corners* to) const noexcept;

    double m_half = 0.5;
    double m_min_cos = min_cosine_of_bevels(0.5);
    std::vector<Vertex> m_vertices;
    std::vector<CoverageGrid::Corners> m_corners;
};

} // namespace ms::paint
