// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The drawing instructions for one feature and style, in pixels.

#include "geometry/types.hpp"
#include "mapfile/model/map.hpp"
#include "style/fill_pattern.hpp"
#include "style/geom_transform.hpp"

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

/// Symbols along a line.
struct LineMarkers {
    MarkerSymbol symbol;
    paint::MarkerSpacing spacing;
    bool is_turned = false; ///< with the line
};

/// A SYMBOL along lines: one of the two, or nothing.
struct LineSymbols {
    std::optional<LineMarkers> markers; ///< with GAP
    std::optional<FillPattern> brush;   ///< repeated without

    [[nodiscard]] bool is_empty() const noexcept { return !markers && !brush; }
};

/// OFFSET x -99 and x -999: lines parallel to the line.
enum class Parallel : std::uint8_t { None, OneSide, BothSides };

/// A style converted to pixels. Set members are drawn in their order.
struct Symbolizers {
    std::optional<paint::Brush> fill;
    std::optional<FillPattern> pattern;
    std::optional<Stroke> casing; ///< wider line below (OUTLINEWIDTH of lines)
    std::optional<Stroke> stroke;
    LineSymbols line_casing; ///< larger symbols below (OUTLINEWIDTH)
    LineSymbols line_symbols;
    std::optional<MarkerSymbol> marker; ///< stamped at every point
    bool is_marker_turned = false;      ///< ANGLE AUTO at the ends and vertices of lines
    geometry::Point offset;             ///< moves the shape: pixels, y down
    Parallel parallel = Parallel::None;
    double parallel_px = 0; ///< to the right of the line
    DrawnPart part = DrawnPart::All;
    double reach_px = 0; ///< reach of drawing beyond the coordinates
    double edge_px = 0;  ///< the same along an edge: without the corners of miters
    double clip_px = 0;  ///< MapServer's clip margin of lines: patterns begin there

    [[nodiscard]] bool is_empty() const noexcept
    {
        return !fill && !pattern && !has_casing() && !stroke && line_symbols.is_empty() && !marker;
    }
    /// Something below the line itself.
    [[nodiscard]] bool has_casing() const noexcept { return casing || !line_casing.is_empty(); }
};

/// \param kind the kind that the layer draws, or the kind of GEOMTRANSFORM's result
/// \param image its size; without it, patterns are left out (sufficient for a plan)
/// \throws Error{BadMapfile} for a missing or broken file of the style's symbol
[[nodiscard]] Symbolizers make_symbolizers(SymbolArt& art, mapfile::Style const& style,
                                           StyleValues const& values, geometry::Kind kind,
                                           Scaling const& scaling, ImageSize const& image = {});

/// The same with symbols whose glyphs have a size but no outlines: for measures and tests.
[[nodiscard]] Symbolizers make_symbolizers(mapfile::Map const& map, mapfile::Style const& style,
                                           StyleValues const& values, geometry::Kind kind,
                                           Scaling const& scaling);

/// The parts of a style that are not drawn (symbols, GEOMTRANSFORM ...), for people; empty if all
/// are.
[[nodiscard]] std::string undrawn_part(mapfile::Map const& map, mapfile::Style const& style,
                                       geometry::Kind kind);

} // namespace ms::style
