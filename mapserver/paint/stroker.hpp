// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes the outline of a stroked line.

#include "base/budget.hpp"
#include "geometry/column.hpp"
#include "paint/pen.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>

namespace ms::paint {

/// Limit of coordinates and widths: larger ones make no difference in an image of 32767 pixels.
inline constexpr double farthest_px = 1e7;
inline constexpr double widest_px = 1e5;

/// Up to here a line is thin.
inline constexpr double thin_px = 1;
/// Maximum distance that a miter may reach beyond the join it replaces.
inline constexpr double invisible_px = 0.1;
/// Vertices nearer than this to the one before are left out.
inline constexpr double shortest_px = 1e-4;

/// How far a line may turn, as a cosine, for a miter that looks like a bevel: with
/// k = cos(turn / 2) a miter reaches w / k from the vertex, a bevel w k. \param half  its width
[[nodiscard]] inline double min_cosine_of_bevels(double half) noexcept
{
    double const e = invisible_px / half;
    double const k = (std::sqrt(e * e + 4) - e) / 2;
    return 2 * k * k - 1;
}

/// The same for a miter that looks like a round join, which reaches as far as the line is wide.
[[nodiscard]] inline double min_cosine_of_arcs(double half) noexcept
{
    double const k = 1 / (1 + invisible_px / half);
    return 2 * k * k - 1;
}

/// Moves a point that is absurdly far away nearer, so that no arithmetic on it overflows.
[[nodiscard]] inline geometry::Point tamed(geometry::Point p) noexcept
{
    return {std::clamp(p.x, -farthest_px, farthest_px), std::clamp(p.y, -farthest_px, farthest_px)};
}

/// How lines up to one pixel wide are drawn.
enum class ThinLines {
    Plain, ///< always butt caps and bevel joins, as MapServer draws lines
    AsRequested,
};

/// Turns lines into contours to be filled with the non-zero rule. AGG's caps and joins.
///
/// AGG's conv_stroke passes every vertex through three state machines. Here the joins are computed
/// in one loop, and if a miter is indistinguishable from the requested join both sides of it come
/// from one division: most vertices of a map turn little.
class Stroker {
public:
    /// \param budget  checked while an outline grows; may be null, must outlive the object
    explicit Stroker(Budget* budget = nullptr);
    ~Stroker();
    Stroker(Stroker&&) noexcept;
    Stroker& operator=(Stroker&&) noexcept;

    /// Dashes are not its business; see dash().
    void set_pen(Pen const& pen, ThinLines thin);
    /// Appends the contours of a line as rings (no parts, no features), not closed. Omits points
    /// that are not finite; a line without length gives no rings.
    void append_outline(std::span<geometry::Point const> line, geometry::GeometryColumn& out);

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
    Budget* m_budget;
};

} // namespace ms::paint
