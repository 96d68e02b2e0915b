// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Makes outlines of symbols, ready to be stamped as a Marker.

#include "paint/marker.hpp"

#include <span>

namespace ms::paint {

/// Maps the units of a SYMBOL to pixels around its place.
struct Placement {
    double scale = 1;                 ///< pixels per symbol unit
    double angle_rad = 0;             ///< counter-clockwise as seen
    geometry::Point anchor{0.5, 0.5}; ///< fraction of the symbol's box that comes to (0, 0)
    geometry::Point offset{};         ///< pixels, added last
};

/// A point that lifts the pen instead of being drawn (mapfile: -99 -99).
inline constexpr geometry::Point pen_up{-99, -99};

/// Width and height of a symbol's box; SIZE is its height in the image, the anchor is a fraction of
/// it.
///
/// In MapServer the box of a VECTOR begins at (0, 0), unless ANCHORPOINT is given and not 0.5 0.5:
/// then it encloses the points. A single point is the pair of an ELLIPSE's axes.
[[nodiscard]] geometry::Point symbol_size(std::span<geometry::Point const> points,
                                          geometry::Point anchor = {0.5, 0.5}) noexcept;

/// A VECTOR symbol. y down, as mapfiles write it.
/// \param is_filled  every stroke becomes a closed ring of one polygon; else they are lines
[[nodiscard]] geometry::GeometryColumn vector_shape(std::span<geometry::Point const> points,
                                                    bool is_filled, Placement const& placement);

/// An ELLIPSE symbol as a polygon whose edges run about 1/8 pixel inside the curve at most.
/// \param size  its width and height in symbol units, the POINTS of the symbol
[[nodiscard]] geometry::GeometryColumn ellipse_shape(geometry::Point size,
                                                     Placement const& placement);

/// An ellipse of ellipse_shape() in an image of another scale, with as many edges as it needs
/// there. \param scale of that image's pixels to those of `ellipse`
[[nodiscard]] geometry::GeometryColumn scaled_ellipse(geometry::GeometryColumn const& ellipse,
                                                      double scale);

/// A marker rotated around the place it is stamped at, counter-clockwise as seen.
[[nodiscard]] Marker turned(Marker marker, double angle_rad);

} // namespace ms::paint
