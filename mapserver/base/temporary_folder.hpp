// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A private folder on disk for the files of one request.

#include "base/descriptor.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace ms {

/// Only this user can look into it. It goes with this object, with all that is in it. If the
/// process is killed before, the next folder made beside it removes it: a lock tells that nobody
/// uses it.
class TemporaryFolder {
public:
    /// \param parent an existing folder, to which "mapserver-<user>/<six letters>" is added
    /// \throws Error{Source} if it cannot be made, or if what has that name belongs to another user
    explicit TemporaryFolder(std::filesystem::path const& parent);
    ~TemporaryFolder();
    TemporaryFolder(TemporaryFolder const&) = delete;
    TemporaryFolder& operator=(TemporaryFolder const&) = delete;

    [[nodiscard]] std::filesystem::path const& path() const noexcept { return m_path; }
    /// All files, those in folders of it as well, in the order of their names.
    /// \throws Error{Source}
    [[nodiscard]] std::vector<std::filesystem::path> files() const;
    /// The sizes of all files; costs some microseconds for each.
    [[nodiscard]] std::uintmax_t bytes() const;
    /// Whether nothing more can be written: for the message about a failed write.
    [[nodiscard]] bool is_disk_full() const noexcept;

private:
    std::filesystem::path m_path;
    Descriptor m_lock; ///< of the folder, held until it is removed
};

} // namespace ms
