// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The abstract canvas: about a dozen calls, one per path and never per vertex.

#include "base/budget.hpp"
#include "image/composite.hpp"
#include "image/filter.hpp"
#include "image/resample.hpp"
#include "paint/glyphs.hpp"
#include "paint/marker.hpp"
#include "paint/path.hpp"
#include "paint/tile.hpp"

#include <memory>
#include <string_view>

namespace ms::paint {

class Svg;        // paint/svg.hpp
class SvgRasters; // paint/svg_rasters.hpp

struct CanvasOptions {
    int width = 0;                       ///< pixels
    int height = 0;                      ///< pixels
    image::Color background{0, 0, 0, 0}; ///< alpha 0: transparent
    double gamma = 0.75;                 ///< FORMATOPTION GAMMA, for fills without outline
    std::string_view document;           ///< one of CanvasKind::documents; empty: pixels
    /// Drawn on instead of a background, an image of this size; must outlive the canvas, which may
    /// use its pixels until finish() returns the image, or until it is destroyed.
    image::Bitmap* ground = nullptr;
    /// Charged for a document, which grows with everything that is drawn; must outlive the canvas.
    Budget* budget = nullptr;
    bool is_antialiased = true; ///< false: AGG paints every touched pixel wholly
};

/// How a group is blended with the drawing below.
struct Blend {
    image::Operator op = image::Operator::SrcOver;
    double opacity = 1;                 ///< 0..1
    std::vector<image::Filter> filters; ///< applied to the group first
};

/// Draws paths in pixel space. Not shared between threads.
class Canvas {
public:
    virtual ~Canvas();
    Canvas();
    Canvas(Canvas const&) = delete;
    Canvas& operator=(Canvas const&) = delete;

    virtual void fill(Path const& path, Brush const& brush) = 0;
    /// Fills with an image repeated in both directions, one copy of it with its upper left corner
    /// at (origin_x, origin_y).
    virtual void fill_tiled(Path const& path, Tile const& tile, int origin_x, int origin_y) = 0;
    /// Every ring as a line with caps at its ends, closed or not: MapServer does not join an
    /// outline where it begins (tests/unit/paint/test_agg_canvas.cpp).
    virtual void stroke(Path const& path, Pen const& pen) = 0;
    /// Stamps a marker with its origin at each place.
    virtual void mark(std::span<geometry::Point const> places, Marker const& marker) = 0;
    /// Copies an image with its upper left corner at `corner`.
    virtual void draw_image(image::BitmapView const& image, geometry::Point corner,
                            double opacity) = 0;

    /// The pixels that are drawn on, for what covers them wholly: a large image need not be made
    /// first. Premultiplied, of the canvas' size; valid until something is drawn in another way.
    /// Null: draw_image() has to do it.
    [[nodiscard]] virtual image::Bitmap* pixels() noexcept { return nullptr; }

    /// Draws an image scaled and turned, as image::resampled() does by default.
    virtual void draw_turned(image::BitmapView const& image, image::Turn const& turn);

    /// Stamps an image as a symbol; on whole pixels unless it is scaled or turned, which would blur
    /// it.
    virtual void mark_image(image::BitmapView const& image, image::Turn const& turn);

    /// Draws text. Canvases that know letters may write them; by default their outlines are marked.
    virtual void glyphs(GlyphRun const& run, GlyphInk const& ink);

    /// Draws an SVG drawing. Cairo draws or writes its shapes; by default it becomes an image on
    /// whole pixels.
    /// \param turn its pivot in the drawing's pixels
    virtual void draw_svg(Svg const& drawing, image::Turn const& turn);

    /// Everything drawn until end_group() is blended as one image. Groups and clips nest.
    virtual void begin_group() = 0;
    /// Removes from the group the parts where a mask of the canvas' size is transparent.
    virtual void mask_group(image::BitmapView const& mask) = 0;
    /// Lays the group on the image, once for every blend.
    virtual void end_group(std::span<Blend const> blends) = 0;
    /// The plain way to end a group. \param opacity 0..1
    void end_group(double opacity);

    /// Everything drawn until end_clip() is visible only inside a path (even-odd rule).
    virtual void begin_clip(Path const& path) = 0;
    virtual void end_clip() = 0;

    /// Whether shapes stay vectors, to be viewed in any size.
    [[nodiscard]] virtual bool is_vector() const noexcept { return false; }

    /// The finished image; the canvas must not be used afterwards. All groups must have ended.
    /// \throws Error{Internal} if the canvas writes a document
    [[nodiscard]] virtual image::Bitmap finish() = 0;
    /// The finished file of a canvas made with CanvasOptions::document.
    /// \throws Error{Internal} for other canvases
    [[nodiscard]] virtual std::vector<std::uint8_t> finish_document();

private:
    std::unique_ptr<SvgRasters> m_svg_rasters; ///< made by the first draw_svg()
};

/// \throws Error{ErrorKind::Limit} if a side is not within 1..32767 pixels
void check_size(CanvasOptions const& options);

using MakeCanvas = std::unique_ptr<Canvas> (*)(CanvasOptions const&);

/// A file that a painter writes itself instead of handing over pixels.
struct DocumentFormat {
    std::string_view name;      ///< the part of OUTPUTFORMAT DRIVER after the slash: SVG, PDF
    std::string_view mime_type; ///< default MIMETYPE
    std::string_view extension; ///< default EXTENSION
};

/// Canvas kinds of this build, by the part of OUTPUTFORMAT DRIVER before the slash.
struct CanvasKind {
    std::string_view name; ///< "AGG"
    MakeCanvas make;
    std::span<DocumentFormat const> documents{};
};

[[nodiscard]] std::span<CanvasKind const> canvas_kinds() noexcept;
/// By name, case-insensitive; nullptr if this build has none.
[[nodiscard]] CanvasKind const* find_canvas(std::string_view name) noexcept;

} // namespace ms::paint
