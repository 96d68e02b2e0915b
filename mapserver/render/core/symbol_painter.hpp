// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Draws one feature with one style.

#include "base/budget.hpp"
#include "geometry/geos_offset.hpp"
#include "style/symbolizer.hpp"

namespace ms::render {

/// The pass in which a style's lines are drawn, if a layer is drawn style by style.
enum class Pass { All, Bottom, Top };

/// Independent of layers: takes a feature in pixels and symbolizers, and calls a canvas. One object
/// per layer and image; its buffers are reused.
class SymbolPainter {
public:
    /// \param budget charged between the symbols of a feature, of which a line may have a million;
    ///        nullptr: unlimited
    SymbolPainter(paint::Canvas& canvas, style::ImageSize const& image, Budget* budget = nullptr)
        : m_canvas(canvas), m_budget(budget), m_image{0, 0, static_cast<double>(image.width),
                                                      static_cast<double>(image.height)}
    {}

    /// \param pixels  nothing is drawn if feature `row` is of Kind::None
    void paint(geometry::GeometryColumn const& pixels, std::size_t row,
               style::Symbolizers const& symbols, Pass pass);

private:
    void paint_path(paint::Path const& path, style::Symbolizers const& symbols, Pass pass);
    void paint_markers(geometry::GeometryColumn const& pixels, std::size_t row,
                       style::Symbolizers const& symbols);
    void stamp(style::MarkerSymbol const& symbol, bool is_turned);
    void paint_line_symbols(paint::Path const& path, style::LineSymbols const& symbols);
    void paint_line_markers(paint::Path const& path, style::LineMarkers const& markers);
    [[nodiscard]] paint::Path shifted(paint::Path const& path, geometry::Point by);
    void add_beside(std::span<geometry::Point const> line, double distance, bool is_plain);
    [[nodiscard]] paint::Path beside(paint::Path const& path, style::Symbolizers const& symbols);
    [[nodiscard]] paint::Path box_around(geometry::GeometryColumn const& pixels, std::size_t row,
                                         double beyond_px);
    void find_places(geometry::GeometryColumn const& pixels, std::size_t row,
                     style::DrawnPart part);

    paint::Canvas& m_canvas;
    Budget* m_budget;
    geometry::Box m_image;
    geometry::GeometryColumn m_shifted;
    geometry::GeometryColumn m_other;
    std::vector<paint::MarkerPlace> m_places;
    std::optional<geometry::ParallelLines> m_parallels;
};

} // namespace ms::render
