// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A folder of tiles whose files together stay below a bound.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace ms::store {

struct FileFacts {
    std::size_t bytes = 0; ///< in blocks of 4 KiB
    std::int64_t used = 0; ///< the time of the file, seconds since 1970
};

/// nullopt: it is not there, or has been removed meanwhile.
[[nodiscard]] std::optional<FileFacts> facts_of(std::filesystem::path const& file) noexcept;
/// In blocks of 4 KiB.
[[nodiscard]] std::size_t size_on_disk(std::size_t bytes) noexcept;
/// Calls with each file below a folder; other processes may remove some meanwhile.
void for_each_file(
    std::filesystem::path const& folder,
    std::function<void(std::filesystem::path const&, FileFacts const&)> const& visit);
/// The name of a tileset's folder: 16 hexadecimal digits. Tilesets of the same digest share it.
[[nodiscard]] std::string folder_name(std::string_view tileset);
/// \throws Error{Source} with the system's message
[[noreturn]] void fail_by(std::string const& what, int error);

/// Counts the files below a folder, and removes the least recently used ones beyond a bound.
/// Several processes that write may exceed it by a sixteenth each. Its owner locks.
class BoundedFolder {
public:
    BoundedFolder(std::filesystem::path folder, std::size_t max_bytes)
        : m_folder(std::move(folder)), m_max_bytes(max_bytes)
    {}

    [[nodiscard]] std::filesystem::path const& path() const noexcept { return m_folder; }
    /// Of all files, in blocks of 4 KiB. Counts them the first time.
    [[nodiscard]] std::size_t bytes();
    /// \param before of the file that was replaced
    void note_written(std::size_t bytes, std::size_t before);
    /// Removes what has not been used for longest, down to nine tenths of the bound, if it is
    /// exceeded. \throws Error{Source}
    void keep_bound();
    /// And the folders that it leaves empty. \throws Error{Source}
    void remove_file(std::filesystem::path const& file);

private:
    void recount();
    void remove_older(std::int64_t step, std::size_t room);

    std::filesystem::path m_folder;
    std::size_t m_max_bytes;
    std::optional<std::size_t> m_bytes; ///< as counted last and written since
    std::size_t m_written = 0;          ///< since they were counted
};

} // namespace ms::store
