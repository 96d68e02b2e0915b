// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Detects changes of a raster file and of the files that belong to it.

#include "base/file_stamp.hpp"

#include <array>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace ms::source::raster {

/// Of the file and of its overviews, masks, world files and headers, existing or not; of a VRT,
/// also of the files that it reads.
struct RasterStamps {
    static constexpr std::size_t count = 15;
    std::array<FileStamp, count> files;
    std::vector<FileStamp> sources;

    /// Costs a system call for each file. \param sources of a VRT; null: not a VRT
    [[nodiscard]] static RasterStamps
    of(std::filesystem::path const& raster,
       std::vector<std::filesystem::path> const* sources = nullptr);
    /// Different for different stamps.
    [[nodiscard]] std::string to_text() const;
    /// Whether all are older than the clock resolution of file systems: later changes get another
    /// stamp.
    [[nodiscard]] bool are_settled(std::chrono::system_clock::time_point now) const;

    friend bool operator==(RasterStamps const&, RasterStamps const&) = default;
};

} // namespace ms::source::raster
