// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What the canvas is told to draw for one feature and style, in pixels.

#include "geometry/types.hpp"
#include "mapfile/model/map.hpp"
#include "paint/marker.hpp"
#include "style/scaling.hpp"
#include "style/values.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ms::style {

/// A pen that owns its dashes.
struct Stroke {
    paint::Pen pen; ///< pen.dashes is empty: use pen_with_dashes()
    std::vector<double> dashes;

    [[nodiscard]] paint::Pen pen_with_dashes() const
    {
        auto copy = pen;
        copy.dashes = dashes;
        return copy;
    }
};

/// A style resolved to pixels. What is set is drawn in the order of the members.
struct Symbolizers {
    std::optional<paint::Brush> fill;
    std::optional<Stroke> casing; ///< wider line below (OUTLINEWIDTH of lines)
    std::optional<Stroke> stroke;
    std::optional<paint::Marker> marker; ///< stamped at every point
    geometry::Point offset;              ///< moves the shape: pixels, y down
    double reach_px = 0;                 ///< how far drawing reaches beyond the coordinates

    [[nodiscard]] bool is_empty() const noexcept { return !fill && !casing && !stroke && !marker; }
};

/// \param kind what the layer draws
[[nodiscard]] Symbolizers make_symbolizers(mapfile::Map const& map, mapfile::Style const& style,
                                           StyleValues const& values, geometry::Kind kind,
                                           Scaling const& scaling);

/// What of a style this program does not draw (symbols, GEOMTRANSFORM ...), for people; empty:
/// nothing.
[[nodiscard]] std::string undrawn_part(mapfile::Map const& map, mapfile::Style const& style,
                                       geometry::Kind kind);

} // namespace ms::style
