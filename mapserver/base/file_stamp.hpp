// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Detects changes of a file.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

namespace ms {

/// All zero when the file cannot be seen.
struct FileStamp {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::int64_t size = 0;
    std::int64_t seconds = 0; ///< of the last change of its content, since 1970
    std::int64_t nanoseconds = 0;
    std::int64_t status_nanoseconds = 0; ///< of the last change of the inode: no program can set it

    [[nodiscard]] static FileStamp of(std::filesystem::path const& path) noexcept;
    [[nodiscard]] static FileStamp of(int descriptor) noexcept;
    [[nodiscard]] bool is_known() const noexcept { return *this != FileStamp{}; }
    /// Different for different stamps.
    [[nodiscard]] std::string to_text() const;

    friend bool operator==(FileStamp const&, FileStamp const&) = default;
};

/// Whether it is older than the clock resolution of file systems: a later change gets another
/// stamp.
[[nodiscard]] bool is_settled(FileStamp const& stamp,
                              std::chrono::system_clock::time_point now) noexcept;

} // namespace ms
