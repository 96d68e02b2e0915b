// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Draws one raster file into an image, cell by cell.

#include "ogr/raster_file.hpp"
#include "raster/left_places.hpp"
#include "raster/resample.hpp"
#include "render/core/memory_charge.hpp"
#include "render/core/services.hpp"
#include "render/draw/raster_frame.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace ms::render {

/// A part of the image with the window of the file that is read for it.
struct RasterCell {
    raster::Window part;   ///< of the image
    raster::Window window; ///< of the level; not empty
    std::size_t level;     ///< into Header::levels
    raster::Size size;     ///< of the level
    geometry::Point ratio; ///< size of an image pixel in pixels of the level
    /// Of the part's pixels, on the level; unspecified where axes are enough.
    std::span<geometry::Point const> positions;
    /// Where columns of the image are columns of the file: x of each column; else empty.
    std::span<geometry::Point const> columns;
    std::span<geometry::Point const> rows; ///< y of each row
    /// Where rows of the image are lines in the file, and positions are not needed; else empty.
    std::span<raster::RowLine const> lines;
    /// What the lines count; null: pixels of the level.
    raster::LeftPlaces const* left = nullptr;
};

/// The work on the cells, and its memory.
struct CellWork {
    std::size_t bands = 1;           ///< that are read
    std::size_t bytes_per_pixel = 0; ///< of the window: samples, masks, results
    bool needs_positions = true; ///< of each pixel, although columns and rows or lines are known
    std::function<std::size_t()> kept_bytes; ///< for longer than a cell
    std::function<void(RasterCell const&)> paint;
};

/// Chooses levels and windows. Belongs to one thread.
class RasterCells {
public:
    /// \param level nothing: the coarsest one that is as fine as the image
    RasterCells(Services const& services, ogr::RasterFile& file, RasterFrame frame,
                raster::Kernel kernel, std::optional<std::size_t> level);

    /// \throws Error{Limit, Source}
    void for_each(CellWork const& work);

    /// For RasterRead: checks the deadline of the request.
    [[nodiscard]] ogr::GoOn const& go_on() const noexcept { return m_go_on; }
    /// \param is_whole the result of a read \throws Error{Limit} if it was stopped
    void check_read(bool is_whole) const;
    /// Adds a read to the trace of the request.
    void count_read(RasterCell const& cell, std::size_t bands, std::size_t sample_bytes) const;

private:
    void enter(raster::Window const& cell, CellWork const& work);
    void divide(raster::Window const& part, CellWork const& work);
    void halve(raster::Window part, CellWork const& work);
    /// Turns the positions to those of the level, and tells what to read for them.
    [[nodiscard]] raster::Window window_of_level();
    /// Finds what is known of the pixels of a part, and tells what to read for them.
    [[nodiscard]] raster::Window find_places(raster::Window const& part, bool needs_positions);
    /// Finds the lines of a part's rows, if there are any.
    [[nodiscard]] bool find_lines(raster::Window const& part);
    /// The same for columns and rows.
    [[nodiscard]] raster::Window window_of_axes();
    /// \param box of positions in the level; not in order: it is empty
    [[nodiscard]] raster::Window window_of(geometry::Box const& box) const;

    Services const& m_services;
    ogr::RasterFile& m_file;
    RasterFrame m_frame;
    raster::Kernel m_kernel;
    std::optional<std::size_t> m_wanted_level;
    ogr::GoOn m_go_on;
    MemoryCharge m_kept;
    std::size_t m_level = 0;
    raster::Size m_size;
    geometry::Point m_to_level{1, 1};
    geometry::Point m_ratio{1, 1}; ///< image pixel to pixel of the level
    std::vector<geometry::Point> m_positions, m_columns, m_rows;
    std::vector<raster::RowLine> m_lines;
    std::optional<raster::LeftPlaces> m_left; ///< that m_lines count
    std::size_t m_level_of_left = 0;
};

} // namespace ms::render
