// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Draws which feature covers which cell of a coarse grid.

#include "paint/canvas.hpp"

namespace ms::paint {

/// A canvas whose pixels are numbers of features, in place of colours: everything that is drawn
/// has the number that was set last, opaque, in each cell that it touches. As MapServer 8.0.0
/// draws UTFGrids:
/// - Symbols are filled, without outline; letters and images cover their box, which of an image is
///   never turned.
/// - Areas with a pattern are covered wholly, except hatches.
/// - Lines have no dashes; always butt caps and miters.
/// - Texts have no cells.
class IdCanvas final : public Canvas {
public:
    static constexpr std::uint32_t largest_id = (1U << 24U) - 1;

    /// \param options size in pixels of the image; the budget
    /// \param resolution pixels per cell, > 0; incomplete cells at the right and lower edge are
    /// left out, but there is one at least
    IdCanvas(CanvasOptions const& options, int resolution);

    /// \param id up to largest_id; 0: what is drawn clears cells
    void set_id(std::uint32_t id) noexcept;
    /// The numbers, row by row, of an image that finish() returned. 0: nothing is there.
    [[nodiscard]] static std::uint32_t id_at(image::BitmapView const& cells, int column,
                                             int row) noexcept;

    void fill(Path const& path, Brush const& brush) override;
    void fill_tiled(Path const& path, Tile const& tile, int origin_x, int origin_y) override;
    void stroke(Path const& path, Pen const& pen) override;
    void mark(std::span<geometry::Point const> places, Marker const& marker) override;
    void draw_image(image::BitmapView const& image, geometry::Point corner,
                    double opacity) override;
    void mark_image(image::BitmapView const& image, image::Turn const& turn) override;
    void draw_svg(Svg const& drawing, image::Turn const& turn) override;
    void glyphs(GlyphRun const& run, GlyphInk const& ink) override;
    void begin_group() override;
    void mask_group(image::BitmapView const& mask) override;
    using Canvas::end_group;
    void end_group(std::span<Blend const> blends) override;
    void begin_clip(Path const& path) override;
    void end_clip() override;
    /// One pixel for each cell, to be read with id_at().
    [[nodiscard]] image::Bitmap finish() override;

private:
    Path scaled(Path const& path, geometry::Point offset = {});
    Path moved(geometry::GeometryColumn const& cells, geometry::Point place);
    void fill_box(geometry::Point middle, double width, double height);

    geometry::Point m_size; ///< of the image
    int m_resolution;
    image::Color m_color{0, 0, 0, 0}; ///< the number
    int m_columns;
    int m_rows;
    std::unique_ptr<Canvas> m_cells;
    geometry::GeometryColumn m_scaled;
};

} // namespace ms::paint
