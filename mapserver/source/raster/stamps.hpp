// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Detects changes of a raster file and of the files that belong to it.

#include "base/file_stamp.hpp"

#include <array>
#include <bitset>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ms::source::raster {

/// Of the file and of its overviews, masks, world files and headers, existing or not; of a VRT,
/// also of the files that it reads.
struct RasterStamps {
    static constexpr std::size_t count = 15;
    using Marks = std::bitset<count>; ///< of some of `files`

    std::array<FileStamp, count> files; ///< the raster first
    std::vector<FileStamp> sources;

    /// Costs a system call for each file. \param sources of a VRT; null: not a VRT
    /// \param absent files that are not looked for
    [[nodiscard]] static RasterStamps
    of(std::filesystem::path const& raster,
       std::vector<std::filesystem::path> const* sources = nullptr, Marks absent = {});
    /// Different for different stamps.
    [[nodiscard]] std::string to_text() const;
    /// Whether all are older than the clock resolution of file systems: later changes get another
    /// stamp.
    [[nodiscard]] bool are_settled(std::chrono::system_clock::time_point now) const;

    friend bool operator==(RasterStamps const&, RasterStamps const&) = default;
};

/// Remembers which companions a raster file does not have: most of them. Creating or renaming one
/// changes the stamp of the folder, so they need not be looked for until then. Thread safe.
class KnownCompanions {
public:
    using Clock = std::chrono::steady_clock;

    /// After this time they are looked for nevertheless: some file systems of networks do not
    /// change the times of folders.
    explicit KnownCompanions(Clock::duration max_age = std::chrono::seconds{5}) : m_max_age(max_age)
    {}

    /// As RasterStamps::of(), for fewer system calls.
    [[nodiscard]] RasterStamps stamps_of(std::filesystem::path const& raster,
                                         std::vector<std::filesystem::path> const* sources);

private:
    struct Known {
        FileStamp folder; ///< before they were looked for
        RasterStamps::Marks absent;
        Clock::time_point since;
    };

    [[nodiscard]] std::optional<RasterStamps::Marks> find(std::string const& raster,
                                                          FileStamp const& folder);
    void keep(std::string const& raster, Known const& known);

    Clock::duration m_max_age;
    std::mutex m_mutex;
    std::unordered_map<std::string, Known> m_known;
};

} // namespace ms::source::raster
