// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The abstract painter: about a dozen calls, one per path and never per vertex.

#include "image/bitmap.hpp"
#include "paint/glyphs.hpp"
#include "paint/marker.hpp"
#include "paint/path.hpp"

#include <memory>
#include <string_view>

namespace ms::paint {

struct CanvasOptions {
    int width = 0;                       ///< pixels
    int height = 0;                      ///< pixels
    image::Color background{0, 0, 0, 0}; ///< alpha 0: transparent
    double gamma = 0.75;                 ///< FORMATOPTION GAMMA, for fills without outline
};

/// Draws paths in pixel space. Not shared between threads.
class Canvas {
public:
    virtual ~Canvas() = default;
    Canvas() = default;
    Canvas(Canvas const&) = delete;
    Canvas& operator=(Canvas const&) = delete;

    virtual void fill(Path const& path, Brush const& brush) = 0;
    /// Fills with an image repeated in both directions, one copy of it with its upper left corner
    /// at (origin_x, origin_y).
    virtual void fill_tiled(Path const& path, image::BitmapView const& tile, int origin_x,
                            int origin_y) = 0;
    /// Every ring as a line with caps at its ends, closed or not: MapServer does not join an
    /// outline where it begins (tests/unit/paint/test_agg_canvas.cpp).
    virtual void stroke(Path const& path, Pen const& pen) = 0;
    /// Stamps a marker with its origin at each place.
    virtual void mark(std::span<geometry::Point const> places, Marker const& marker) = 0;
    /// Copies an image with its upper left corner at `corner`.
    virtual void draw_image(image::BitmapView const& image, geometry::Point corner,
                            double opacity) = 0;

    /// Draws text. Canvases that know letters may write them; by default their outlines are marked.
    virtual void glyphs(GlyphRun const& run, GlyphInk const& ink);

    /// What is drawn until end_group() is blended as one picture. Groups nest.
    /// \param opacity 0..1
    virtual void begin_group(double opacity) = 0;
    virtual void end_group() = 0;

    /// The finished picture; the canvas must not be used afterwards. All groups must have ended.
    [[nodiscard]] virtual image::Bitmap finish() = 0;
};

using MakeCanvas = std::unique_ptr<Canvas> (*)(CanvasOptions const&);

/// Canvas kinds of this build, by the part of OUTPUTFORMAT DRIVER before the slash.
struct CanvasKind {
    std::string_view name; ///< "AGG"
    MakeCanvas make;
};

[[nodiscard]] std::span<CanvasKind const> canvas_kinds() noexcept;
/// By name, case folded; nullptr if this build has none.
[[nodiscard]] CanvasKind const* find_canvas(std::string_view name) noexcept;

} // namespace ms::paint
