// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Records the calls to a canvas as text, for tests.

#include "paint/canvas.hpp"

#include <string>

namespace ms::paint {

/// One line per call, two blanks deeper inside a group:
/// `fill #ff0000ff even-odd: 0,0 10,0 10,10 0,0`
/// `stroke #000000ff width 2 cap round join none dashes 4 2 from 1: 0,0 10,0 | 5,5 6,6`
/// `mark fill #ff0000ff outline #000000ff width 1 (0,0 1,0 1,1 0,0): 10,10 20,20`
/// `glyphs size 13 fill #000000ff halo #ffffffff width 1: 36@10,20 72@18.5,20`
/// `image 16x16 opacity 1: 4,4`, `image 16x16 scale 2 angle 0.5 from 8,8: 50,50`, `svg 20x10 scale
/// 2 angle 0 from 5,5: 50,50` `group`, `mask 100x100`, `end group opacity 0.5`, `end group multiply
/// opacity 1 after blur(3)` `clip 0,0 10,0 10,10 0,0`, `end clip`
class RecordCanvas final : public Canvas {
public:
    explicit RecordCanvas(CanvasOptions const& options) : m_options(options) {}

    void fill(Path const& path, Brush const& brush) override;
    void fill_tiled(Path const& path, Tile const& tile, int origin_x, int origin_y) override;
    void stroke(Path const& path, Pen const& pen) override;
    void mark(std::span<geometry::Point const> places, Marker const& marker) override;
    void draw_image(image::BitmapView const& image, geometry::Point corner,
                    double opacity) override;
    void glyphs(GlyphRun const& run, GlyphInk const& ink) override;
    void draw_turned(image::BitmapView const& image, image::Turn const& turn) override;
    void draw_svg(Svg const& drawing, image::Turn const& turn) override;
    void begin_group() override;
    void mask_group(image::BitmapView const& mask) override;
    using Canvas::end_group;
    void end_group(std::span<Blend const> blends) override;
    void begin_clip(Path const& path) override;
    void end_clip() override;
    /// An image of the background alone.
    [[nodiscard]] image::Bitmap finish() override;

    [[nodiscard]] std::string const& text() const noexcept { return m_text; }

private:
    void write(std::string const& line);
    void leave();

    CanvasOptions m_options;
    std::string m_text;
    std::size_t m_depth = 0;
};

} // namespace ms::paint
