// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Draws the icon of a class for a legend.

#include "base/budget.hpp"
#include "paint/canvas.hpp"
#include "style/fill_pattern.hpp"
#include "style/scaling.hpp"
#include "text/font_cache.hpp"

namespace ms::render {

/// The properties of the image that icons depend on.
struct IconSetting {
    mapfile::Map const& map;
    text::FontCache& fonts;
    style::Scaling scaling;       ///< of the class's STYLEs, and of letters
    style::Scaling label_scaling; ///< of STYLEs of its LABELs
    double scale_denominator = 0; ///< for the scale limits of styles; 0: all are drawn
    style::ImageSize image;
    bool is_of_document = false; ///< not of pixels
    Budget* budget = nullptr;    ///< of the request; nullptr: unlimited
};

/// Draws a class into its key: KEYIMAGE, or the styles on a point, a zigzag or a rectangle, or for
/// a class without styles the letters "Az" as its label has them. Large symbols reach beyond the
/// key, as in MapServer 8.0.0 (its icons are the reference for all numbers in class_icon.cpp).
/// \throws Error{BadMapfile} naming the place in the mapfile
void draw_class_icon(paint::Canvas& canvas, IconSetting const& setting, mapfile::Layer const& layer,
                     mapfile::Class const& drawn_class, geometry::Box const& key);

/// Distance from the key's edge to the middle of the icon's edge, in pixels: half of one, or of the
/// widest outline of areas.
[[nodiscard]] double icon_inset(mapfile::Layer const& layer, mapfile::Class const& drawn_class);

} // namespace ms::render
