// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Serves the files of --static: a viewer beside its maps.

#include "base/file_stamp.hpp"
#include "base/lru_cache.hpp"
#include "server/front/file_answer.hpp"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>

namespace ms::server {

/// Thread safe. Small files are cached, texts also compressed, up to a number of bytes; larger ones
/// are read in parts while they are sent. Hidden files (with a leading dot), and links that lead
/// out of the folder, are not served.
class StaticFiles {
public:
    /// \throws Error{BadRequest} if the folder does not exist
    explicit StaticFiles(std::filesystem::path const& folder,
                         std::size_t max_kept_bytes = std::size_t{64} << 20U);

    /// Checks the file; reads and compresses it if it has changed.
    [[nodiscard]] FileAnswer answer(FileRequest const& request);

    /// The same for a file that was checked within the last second, else nullopt: for threads that
    /// must not wait for a disk.
    [[nodiscard]] std::optional<FileAnswer> find_kept(FileRequest const& request);

private:
    using Clock = std::chrono::steady_clock;

    struct Entry {
        std::shared_ptr<FileFacts const> facts;
        FileStamp stamp;
        Clock::time_point looked_at;
        bool may_be_compressed = false; ///< no client that accepts that has requested it yet
    };

    [[nodiscard]] std::optional<std::filesystem::path> find(std::string_view path) const;
    [[nodiscard]] std::shared_ptr<FileFacts const> find_current(FileRequest const& request,
                                                                FileStamp const& stamp);

    std::filesystem::path m_folder;
    std::mutex m_mutex;
    LruCache<Entry> m_kept; ///< by the requested name, with single slashes
};

} // namespace ms::server
