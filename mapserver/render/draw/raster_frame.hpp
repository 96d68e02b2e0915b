// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Maps pixels of an image to positions in a raster file.

#include "raster/band.hpp"
#include "raster/row_lines.hpp"
#include "render/core/viewport.hpp"
#include "render/draw/cell_grids.hpp"
#include "render/draw/cell_patch.hpp"
#include "render/draw/pixel_plane.hpp"
#include "render/draw/single_places.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace ms::render {

/// Maps pixels of an image to base pixels of one file, in cells of 256 pixels a side that are
/// counted from the origin of the map's CRS: images with pixels on one lattice (a map and its
/// tiles) agree bit for bit. Belongs to one thread.
class RasterFrame {
public:
    /// \param to_world base pixels to the CRS of the file
    /// \param is_pixels the upper left corners of file and image are the same (TRANSFORM FALSE)
    /// Before ratio() and positions(), enter() or enter_view() selects a part.
    /// \param grids of the view and the file's CRS, shared by several files; null: its own
    RasterFrame(Viewport const& view, crs::Definition const& file_crs,
                raster::GeoTransform const& to_world, bool is_pixels,
                std::shared_ptr<CellGrids> grids = nullptr);

    /// From now on, positions are those of an image that stands alone, as in MapServer.
    /// \param size of the file
    void stand_alone(raster::Size size, SingleRule const& rule);
    /// The pixels between which values are interpolated; positions() then lie among them instead of
    /// in the file. nullptr: stand_alone() was not called for that.
    [[nodiscard]] SinglePlaces::Reduced const* left_pixels() const noexcept
    {
        return m_single && m_single->left ? &*m_single->left : nullptr;
    }

    /// The pixels to whose middle positions() moves those of the image. nullptr: it does not.
    [[nodiscard]] SinglePlaces::Reduced const* reduced() const noexcept
    {
        return m_single && m_single->reduced ? &*m_single->reduced : nullptr;
    }

    /// The cells that make up the image, in pixels of it, cut to it.
    [[nodiscard]] std::vector<raster::Window> cells() const;
    /// Selects the cell of ratio() and positions(). \param cell one of cells()
    void enter(raster::Window const& cell);
    /// Selects the whole view.
    void enter_view();

    /// Size of an image pixel in base pixels along both axes of the file, averaged over the cell;
    /// nullopt if no part of it has an image in the file's CRS, or the file has no area.
    /// After stand_alone() that of the pixels that are left of the file, for the whole view.
    [[nodiscard]] std::optional<geometry::Point> ratio() const noexcept
    {
        return m_ratio && m_single ? std::optional{m_single->ratio} : m_ratio;
    }

    /// The part of the selected cell beside which no pixel shows the file: its bounds, or more.
    /// \param cell given to enter() \param size of the file
    [[nodiscard]] raster::Window visible_part(raster::Window const& cell, raster::Size size);

    /// Whether columns of the image are columns of the file, and rows rows.
    [[nodiscard]] bool is_upright() const noexcept;
    /// Of an upright image, what positions() gives for the first row and for the first column.
    void upright_positions(raster::Window const& of_image, raster::Size size,
                           std::vector<geometry::Point>& columns,
                           std::vector<geometry::Point>& rows) const;
    /// What positions() gives for all pixels of an upright image, from its columns and rows.
    static void cross(std::span<geometry::Point const> columns,
                      std::span<geometry::Point const> rows, std::vector<geometry::Point>& out);

    /// The pixels of a part of the cell that show a level of the file, row by row. Faster than
    /// positions(), with which it agrees.
    /// \param size of the file \param level of it
    /// \returns false if the rows are not lines, or some of them may appear 360 degrees further
    [[nodiscard]] bool row_lines(raster::Window const& of_image, raster::Size size,
                                 raster::Size level, std::vector<raster::RowLine>& out) const;
    /// The same counted in pixels that are left of the file (reduced()), where positions() moves
    /// all pixels of the part to the middle of one of those.
    [[nodiscard]] bool left_lines(raster::Window const& of_image, raster::Size size,
                                  std::vector<raster::RowLine>& out) const;
    /// Centres of the pixels of a part of the cell, row by row, as base pixels; NaN outside the
    /// image. Exact to an eighth of an image pixel.
    /// \param size of the file: in degrees, positions outside it are also tried 360 degrees further
    void positions(raster::Window const& of_image, raster::Size size,
                   std::vector<geometry::Point>& out);
    /// The same without trying 360 degrees further.
    void positions(raster::Window const& of_image, std::vector<geometry::Point>& out)
    {
        positions(of_image, {}, out);
    }

private:
    /// Whether a block of cells is interpolated between its corners; then the cell is set.
    [[nodiscard]] bool enter_patch();
    [[nodiscard]] bool patch_lines(raster::Window const& of_image, raster::Size size,
                                   raster::LineUnits const& units,
                                   std::vector<raster::RowLine>& out) const;
    void approximate(raster::Window const& window, geometry::Box const& box);
    [[nodiscard]] std::optional<PixelPlane> plane_of_cell();
    [[nodiscard]] raster::Window whole_cell(raster::Window const& cell) const noexcept;
    [[nodiscard]] geometry::Box box_of_cell() const noexcept;
    void to_file_pixels(std::vector<geometry::Point>& points) const;
    [[nodiscard]] geometry::Point map_point(double x, double y) const noexcept;
    /// In the CRS of the file.
    void reprojected_positions(raster::Window const& of_image, std::vector<geometry::Point>& out);
    /// From the CRS of the file to pixels of it, without the rounding errors of their borders.
    void place(std::vector<geometry::Point>& points, raster::Size size) const;
    /// Without rounding errors at the borders of pixels, and 360 degrees further where it must be.
    void settle(std::vector<geometry::Point>& points, raster::Size size) const;
    void measure(raster::Window const& whole_cell);
    void set_ratio(geometry::Point ratio);

    Viewport m_view;                    ///< turned back
    std::shared_ptr<CellGrids> m_grids; ///< never null
    raster::GeoTransform m_to_world{};
    std::optional<raster::GeoTransform> m_from_world; ///< nothing: the file has no area
    double m_turn_px = 0; ///< 360 degrees in base pixels; 0: not in degrees
    int m_origin_x = 0;   ///< column of the image within its cell
    int m_origin_y = 0;
    int m_block_x = 0; ///< column of the image within its block of cells
    int m_block_y = 0;
    bool m_is_pixels;
    std::optional<geometry::Point> m_ratio;
    raster::Window m_cell;                               ///< the whole of the selected one
    crs::ApproximateTransformation* m_to_file = nullptr; ///< of m_grids; null: none is used
    std::optional<CellPatch> m_patch;                    ///< of the cell, used instead
    std::optional<SinglePlaces> m_single;                ///< of stand_alone()
};

/// From the CRS of a file to its base pixels: x = t[1] * (X - t[0]) + t[2] * (Y - t[3]), y likewise
/// with t[4] and t[5]. nullopt if the file has no area.
[[nodiscard]] std::optional<raster::GeoTransform> inverted(raster::GeoTransform const& t);

} // namespace ms::render
