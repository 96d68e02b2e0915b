// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Checks the sources of VRT files before GDAL reads them.

#include "base/file_stamp.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ms::source::raster {

using Paths = std::vector<std::filesystem::path>;

/// Whether GDAL reads a file as a VRT, for any name.
[[nodiscard]] bool is_vrt(std::filesystem::path const& path);

/// The files that the text of a VRT names. Only mosaics and warped files are allowed, whose
/// elements are known, with files on disk as sources: no raw bands, no functions of other
/// languages, no addresses.
/// \param folder that names are relative to
/// \throws Error{Source} naming the element, Error{Limit} for more than 10,000 sources or 4 MB
[[nodiscard]] Paths names_in_vrt(std::string_view text, std::filesystem::path const& folder);

/// All files that a VRT reads, directly and through nested VRTs, their own names included.
/// \param roots existing folders; every file must lie below one of them or beside the VRT, with
/// links resolved \throws Error{Source, Limit}
[[nodiscard]] Paths sources_of_vrt(std::filesystem::path const& vrt, Paths const& roots);

/// Checks the files that GDAL reads beside a file implicitly: overviews and masks must not be VRTs,
/// and metadata must not name files.
/// \throws Error{Source}
void check_sidecars(std::filesystem::path const& raster);

/// Caches the results of sources_of_vrt(), until one of the VRTs changes, and which files are not
/// VRTs. Thread safe.
class VrtSources {
public:
    /// Null for files other than VRTs. \throws as sources_of_vrt()
    [[nodiscard]] std::shared_ptr<Paths const> find(std::filesystem::path const& path,
                                                    Paths const& roots);

private:
    struct Known {
        std::vector<std::pair<std::filesystem::path, FileStamp>> vrts; ///< it, and those in it
        Paths roots;
        std::shared_ptr<Paths const> sources;
    };

    /// Reads the file, unless it is known not to be a VRT.
    [[nodiscard]] bool is_vrt_now(std::filesystem::path const& path);

    std::mutex m_mutex;
    std::map<std::filesystem::path, Known> m_known;
    std::unordered_map<std::string, FileStamp> m_others; ///< files that are no VRTs
};

} // namespace ms::source::raster
