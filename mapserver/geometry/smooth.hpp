// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Simplifies and smooths shapes, vertex by vertex.

#include "geometry/shape.hpp"

#include <cstdint>

namespace ms::geometry {

/// Appends the shape without vertices that are nearer than `tolerance` to the last remaining one;
/// keeps first and last ones. Drops rings with fewer than four remaining points. Points stay
/// unchanged.
/// \return false, and nothing appended, if nothing remains
[[nodiscard]] bool append_generalized(Shape shape, double tolerance, GeometryColumn& out);

enum class MoreVertices : std::uint8_t {
    None,
    All,  ///< at the middles of all segments
    Angle ///< only at sharp bends
};

struct Smoothing {
    int window = 3;     ///< vertices; odd and at least 3, an even number is reduced by one
    int iterations = 1; ///< at least 1; MapServer 8.0.0 makes one fewer of two and more: so do we
    MoreVertices more_vertices = MoreVertices::None;
};

/// Appends the shape smoothed by iterative averaging (Mansouryar & Hedayati 2012, "Smoothing via
/// Iterative Averaging"): every vertex becomes the mean of those around it, weighted 1, 2, 4 ... 2,
/// 1. Lines keep their end vertices, unless they are closed, as rings are. Points are treated as a
/// line, as in MapServer.
/// \return false, and nothing appended, for an empty shape
[[nodiscard]] bool append_smoothed(Shape shape, Smoothing const& smoothing, GeometryColumn& out);

} // namespace ms::geometry
