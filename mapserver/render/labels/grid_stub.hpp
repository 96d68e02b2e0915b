// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Places the labels of graticule lines at the edges of the image.

#include "geometry/types.hpp"

#include <array>
#include <optional>
#include <span>

namespace ms::render {

/// A short piece of a line, from inside the image to its edge. The label is in its middle.
using Stub = std::array<geometry::Point, 2>;

enum class Edge { Left, Right, Top, Bottom };

/// The part of a line that ends at an edge of the image, long enough for a text: twice its size and
/// five pixels, and one pixel beyond the lower and the right edge (as MapServer 8.0.0).
/// \param line  pixels
/// \param frame of the image: the centres of its outermost pixels
/// \param text_px the text's height for the upper and lower edge, else its width
/// \return nullopt if the line does not cross the edge
[[nodiscard]] std::optional<Stub> stub_of(std::span<geometry::Point const> line, Edge edge,
                                          geometry::Box const& frame, double text_px);

} // namespace ms::render
