// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Checks virtual files (OGR's VRT), which name other files.

#include "source/shapefile/error_context.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace ms::source::ogr {

/// The base folders of relative names of sources.
struct VrtFolders {
    std::filesystem::path of_map;
    std::filesystem::path of_vrt; ///< for relativeToVRT="1"; empty: that of the map
};

/// Whether a file's name ends with .vrt or .ovf.
[[nodiscard]] bool is_vrt(std::filesystem::path const& path);
/// The text of a VRT of at most 1 MiB. \throws Error{Source}
[[nodiscard]] std::string read_vrt(std::filesystem::path const& path,
                                   shapefile::ErrorContext const& context);

/// The VRT with absolute names of its sources, so that only checked ones are opened: files and
/// folders on disk, but no VRTs. Rejects databases, URLs and GDAL's virtual file systems.
/// \throws Error{BadMapfile} naming the source
[[nodiscard]] std::string checked_vrt(std::string_view xml, VrtFolders const& folders,
                                      shapefile::ErrorContext const& context);

} // namespace ms::source::ogr
