// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The files of --static: a viewer beside its maps.

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

/// Thread safe. Small files are kept, texts also compressed, up to a number of bytes; larger ones
/// are read piece by piece as they are sent. What begins with a dot, and what a link puts outside
/// of the folder, is not there.
class StaticFiles {
public:
    /// \throws Error{BadRequest} when there is no such folder
    explicit StaticFiles(std::filesystem::path const& folder,
                         std::size_t max_kept_bytes = std::size_t{64} << 20U);

    /// Looks at the file; reads and compresses it when it has changed.
    [[nodiscard]] FileAnswer answer(FileRequest const& request);

    /// The same for a file that was looked at within the last second, and else nothing: for
    /// threads that must not wait for a disk.
    [[nodiscard]] std::optional<FileAnswer> find_kept(FileRequest const& request);

private:
    using Clock = std::chrono::steady_clock;

    struct Entry {
        std::shared_ptr<FileFacts const> facts;
        FileStamp stamp;
        Clock::time_point looked_at;
        bool may_be_compressed = false; ///< nobody who accepts that has asked for it yet
    };

    [[nodiscard]] std::optional<std::filesystem::path> find(std::string_view path) const;
    [[nodiscard]] std::shared_ptr<FileFacts const> find_current(FileRequest const& request,
                                                                FileStamp const& stamp);

    std::filesystem::path m_folder;
    std::mutex m_mutex;
    LruCache<Entry> m_kept; ///< by the name that was asked for
};

} // namespace ms::server
