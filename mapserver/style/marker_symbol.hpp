// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A SYMBOL with a STYLE's colours, size and angle, ready to be stamped.

#include "paint/canvas.hpp"
#include "paint/line_markers.hpp"
#include "style/scaling.hpp"
#include "style/symbol_art.hpp"
#include "style/values.hpp"

#include <optional>

namespace ms::style {

/// An image or a drawing.
struct ImageMarker {
    std::shared_ptr<image::Bitmap const> bitmap; ///< or
    std::shared_ptr<paint::Svg const> svg;
    double scale = 1;
    double angle_rad = 0;
    geometry::Point pivot; ///< pixels of the image that come to the place
};

struct MarkerSymbol {
    std::vector<paint::Marker> shapes; ///< one over another
    std::optional<ImageMarker> image;
    geometry::Box box;   ///< pixels around the place it is stamped at
    double width_px = 0; ///< before it is rotated
    double height_px = 0;
    geometry::Point below_pixel; ///< what the sides of a VECTOR lack of one pixel
    geometry::Point middle;      ///< of its box, from the place; not there if it has an ANCHORPOINT
    geometry::Point point_shift; ///< added where it marks a point, not along lines; turns with it
    double size_px = 0;          ///< SIZE with all scaling and limits
    double natural_height =
        1; ///< the SIZE of a style without one: of the symbol's own points or pixels
    double size_scale = 1; ///< pixels per unit of SIZE; also scales GAP
    double reach_px = 0;   ///< from the place to the farthest corner, whatever the angle

    [[nodiscard]] bool is_empty() const noexcept { return shapes.empty() && !image; }
};

/// \returns nullopt for a style whose symbol draws nothing (number 0, hatches)
/// \throws Error{BadMapfile} for a missing or broken file of the symbol
[[nodiscard]] std::optional<MarkerSymbol> make_marker(SymbolArt& art, mapfile::Style const& style,
                                                      StyleValues const& values,
                                                      Scaling const& scaling);

/// The size in which the symbol of a style blocks labels, also one without a colour: pixels without
/// outline and rotation, as in MapServer. Symbol 0 blocks a pixel, regardless of its SIZE.
/// \throws as make_marker()
[[nodiscard]] geometry::Point marker_room(SymbolArt& art, mapfile::Style const& style,
                                          StyleValues const& values, Scaling const& scaling);

/// Stamps a symbol at every place, turned by the place's angle if `is_turned`.
void stamp(paint::Canvas& canvas, MarkerSymbol const& symbol,
           std::span<paint::MarkerPlace const> places, bool is_turned);

/// Pixels per unit of lengths that go with WIDTH: see reference, Size formulas.
[[nodiscard]] double line_width(double width, mapfile::Style const& style, Scaling const& scaling);

} // namespace ms::style
