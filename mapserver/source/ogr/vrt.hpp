// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Virtual files (OGR's VRT), which name others.

#include "source/shapefile/error_context.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace ms::source::ogr {

/// Where relative names of sources begin.
struct VrtFolders {
    std::filesystem::path of_map;
    std::filesystem::path of_vrt; ///< for relativeToVRT="1"; empty: that of the map
};

/// Whether a file's name ends with .vrt or .ovf.
[[nodiscard]] bool is_vrt(std::filesystem::path const& path);
/// The text of one of at most 1 MiB. \throws Error{Source}
[[nodiscard]] std::string read_vrt(std::filesystem::path const& path,
                                   shapefile::ErrorContext const& context);

/// The VRT with the names of its sources made absolute, so that nothing else is opened than what
/// has been looked at: files and folders on disk, none of them a VRT itself. Databases, addresses
/// and GDAL's virtual file systems are refused.
/// \throws Error{BadMapfile} naming the source
[[nodiscard]] std::string checked_vrt(std::string_view xml, VrtFolders const& folders,
                                      shapefile::ErrorContext const& context);

} // namespace ms::source::ogr
