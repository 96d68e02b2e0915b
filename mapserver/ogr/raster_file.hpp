// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads a raster file with GDAL, window by window.

#include "ogr/go_on.hpp"
#include "raster/band.hpp"
#include "raster/stored_block.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace ms::ogr {

/// A read of a file: whole pixels of one level, as stored.
struct RasterRead {
    std::size_t level = 0;       ///< into Header::levels
    raster::Window window;       ///< not empty, within the level
    std::span<int const> bands;  ///< from 1
    GoOn const* go_on = nullptr; ///< called about once per row of blocks; nullptr: not called
};

/// One dataset, read by one thread at a time. Read errors of GDAL throw Error{Source} without the
/// path; a stopped read returns false.
class RasterFile {
public:
    virtual ~RasterFile() = default;
    RasterFile() = default;
    RasterFile(RasterFile const&) = delete;
    RasterFile& operator=(RasterFile const&) = delete;

    [[nodiscard]] virtual raster::Header const& header() const = 0;
    /// CRS of the file; may be empty. Costs more than opening it: PROJ looks it up in its database.
    [[nodiscard]] virtual std::string wkt() const = 0;
    /// \param out band after band, each window.pixels() samples, rows from the top
    [[nodiscard]] virtual bool read(RasterRead const& what, std::span<std::uint8_t> out) = 0;
    [[nodiscard]] virtual bool read(RasterRead const& what, std::span<double> out) = 0;
    /// The mask of the dataset: 0 for undrawn pixels. \param what its bands are ignored
    [[nodiscard]] virtual bool read_mask(RasterRead const& what, std::span<std::uint8_t> out) = 0;
    /// Minimum and maximum of a band: from its metadata, else of the values of its coarsest level.
    /// If that level has more than 2^24 pixels, only evenly spread blocks are read, always the same
    /// ones. 0, 0 if it has no values; nullopt if `go_on` stopped it. Computed once.
    [[nodiscard]] virtual std::optional<std::pair<double, double>> range(int band,
                                                                         GoOn const& go_on) = 0;

    /// How the blocks of a level are stored, if they lie in the file itself, in a form that
    /// raster::decode_rows() decodes to what read() of bytes gives. Costs a few microseconds.
    [[nodiscard]] virtual std::optional<raster::StoredForm> stored_form(std::size_t /*level*/) const
    {
        return std::nullopt;
    }
    /// \param level with a stored form \param column of the block \param row
    /// \returns nothing for blocks that are not stored, which sparse files have
    [[nodiscard]] virtual std::optional<raster::StoredPlace>
    stored_place(std::size_t /*level*/, int /*column*/, int /*row*/) const
    {
        return std::nullopt;
    }

    /// Nobody reads the file for a while: gives back handles that cost little to get again.
    virtual void rest() noexcept {}
};

} // namespace ms::ogr
