// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads the pixels of a file that are left for an image that stands alone.

#include "ogr/raster_file.hpp"
#include "raster/single_image.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ms::source::raster {

/// The pixels in the middle of equal parts of a file (ReducedAxis), out of the coarsest level that
/// is at most a fifth coarser than those parts. Belongs to one thread.
class LeftPixels {
public:
    /// \param file must outlive the object \param level nothing: the parts choose it
    LeftPixels(ms::ogr::RasterFile& file, ms::raster::ReducedAxis const& x,
               ms::raster::ReducedAxis const& y, std::optional<std::size_t> level = {});

    /// \param part among the pixels that are left; not empty \param bands from 1
    /// \param out band after band, rows from the top \returns false if `go_on` stopped it
    /// \throws Error{Source}
    [[nodiscard]] bool read(ms::raster::Window const& part, std::span<int const> bands,
                            ms::ogr::GoOn const& go_on, std::span<double> out);
    /// The mask of the file: 0 for undrawn pixels.
    [[nodiscard]] bool read_mask(ms::raster::Window const& part, ms::ogr::GoOn const& go_on,
                                 std::span<std::uint8_t> out);

    [[nodiscard]] std::size_t level() const noexcept { return m_level; }
    /// The most bytes that reading stores besides its result. \param bands read at once
    [[nodiscard]] static std::size_t stored_bytes(std::size_t bands) noexcept;

private:
    /// A piece of the pixels that are left, beginning at x, y, that may be read at once.
    [[nodiscard]] ms::raster::Window next_piece(ms::raster::Window const& part, int x, int y) const;
    /// What is read of the level for a piece.
    [[nodiscard]] ms::raster::Window window_of(ms::raster::Window const& piece) const;
    template <typename Sample>
    void copy(std::span<Sample const> samples, ms::raster::Window const& piece,
              ms::raster::Window const& part, std::span<Sample> out) const;
    template <typename Sample, typename Read>
    bool read_pieces(ms::raster::Window const& part, std::size_t bands, std::span<Sample> out,
                     Read const& read) const;
    [[nodiscard]] int column_of(int number) const;
    [[nodiscard]] int row_of(int number) const;

    ms::ogr::RasterFile& m_file;
    ms::raster::ReducedAxis m_x;
    ms::raster::ReducedAxis m_y;
    std::size_t m_level;
};

} // namespace ms::source::raster
