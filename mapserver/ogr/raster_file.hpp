// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A raster file that GDAL decodes, window by window.

#include "raster/band.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace ms::ogr {

/// Asked while GDAL reads, about once per row of blocks; false stops reading. Must not throw.
using GoOn = std::function<bool()>;

/// What is read of a file: whole pixels of one level, as they are stored.
struct RasterRead {
    std::size_t level = 0;       ///< into Header::levels
    raster::Window window;       ///< not empty, within the level
    std::span<int const> bands;  ///< from 1
    GoOn const* go_on = nullptr; ///< nullptr: nobody asks
};

/// One dataset, read by one thread at a time. What GDAL cannot read throws Error{Source} without
/// the path; a read that was stopped returns false.
class RasterFile {
public:
    virtual ~RasterFile() = default;
    RasterFile() = default;
    RasterFile(RasterFile const&) = delete;
    RasterFile& operator=(RasterFile const&) = delete;

    [[nodiscard]] virtual raster::Header const& header() const = 0;
    /// \param out band after band, each window.pixels() samples, rows from the top
    [[nodiscard]] virtual bool read(RasterRead const& what, std::span<std::uint8_t> out) = 0;
    [[nodiscard]] virtual bool read(RasterRead const& what, std::span<double> out) = 0;
    /// The mask of the dataset: 0 where nothing is drawn. \param what its bands are not looked at
    [[nodiscard]] virtual bool read_mask(RasterRead const& what, std::span<std::uint8_t> out) = 0;
    /// Least and greatest value of a band: of its metadata, else of what its coarsest level holds.
    /// Of a level with more than 2^24 pixels, blocks that lie evenly over it are read, the same
    /// ones every time. 0, 0 when it has no values; nothing when `go_on` stopped it. Found once.
    [[nodiscard]] virtual std::optional<std::pair<double, double>> range(int band,
                                                                         GoOn const& go_on) = 0;
};

} // namespace ms::ogr
