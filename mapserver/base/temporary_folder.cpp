// SPDX-License-Identifier: MIT
#include "base/temporary_folder.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace ms {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(std::string const& what, fs::path const& path, int error)
{
    throw Error{ErrorKind::Source,
                "folder for temporary files \"" + path.native() + "\": " + what +
                    (error == 0 ? "" : ": " + std::system_category().message(error))};
}

/// The folder of all requests of this user. Anybody may write to /tmp: a folder that somebody else
/// has put there could be watched, or lead elsewhere.
fs::path folder_of_user(fs::path const& parent)
{
    auto folder = parent / ("mapserver-" + std::to_string(::geteuid()));
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) {
        refuse("cannot be made", folder, errno);
    }
    struct stat facts {};
    if (::lstat(folder.c_str(), &facts) != 0) {
        refuse("cannot be read", folder, errno);
    }
    if (!S_ISDIR(facts.st_mode) || facts.st_uid != ::geteuid() || (facts.st_mode & 0077U) != 0) {
        refuse("is not a folder of this user alone", folder, 0);
    }
    return folder;
}

Descriptor locked(fs::path const& folder)
{
    Descriptor lock{::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
    return lock.is_open() && ::flock(lock.number(), LOCK_EX | LOCK_NB) == 0 ? std::move(lock)
                                                                            : Descriptor{};
}

/// Removes what killed processes have left. A new folder is not locked at once: the young ones
/// stay.
void remove_abandoned(fs::path const& folder)
{
    constexpr auto grace = std::chrono::minutes{1};
    std::error_code failed; // another process may be removing the same
    for (auto const& entry : fs::directory_iterator{folder, failed}) {
        auto const changed = entry.last_write_time(failed);
        if (!failed && changed < fs::file_time_type::clock::now() - grace &&
            locked(entry.path()).is_open()) {
            fs::remove_all(entry.path(), failed);
        }
    }
}

} // namespace

TemporaryFolder::TemporaryFolder(fs::path const& parent)
{
    auto const folder = folder_of_user(parent);
    remove_abandoned(folder);
    auto name = (folder / "XXXXXX").native();
    if (::mkdtemp(name.data()) == nullptr) {
        refuse("cannot be made", folder, errno);
    }
    m_path = name;
    m_lock = locked(m_path);
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored; // whatever stays is removed with the next folder
    fs::remove_all(m_path, ignored);
}

std::vector<fs::path> TemporaryFolder::files() const
{
    std::vector<fs::path> files;
    std::error_code failed;
    for (auto const& entry : fs::recursive_directory_iterator{m_path, failed}) {
        if (entry.is_regular_file(failed)) {
            files.push_back(entry.path());
        }
    }
    if (failed) {
        refuse("cannot be read", m_path, failed.value());
    }
    std::ranges::sort(files, {}, [](fs::path const& path) { return path.filename(); });
    return files;
}

std::uintmax_t TemporaryFolder::bytes() const
{
    std::uintmax_t sum = 0;
    std::error_code gone; // drivers remove files of their own
    for (auto const& entry : fs::recursive_directory_iterator{m_path, gone}) {
        auto const size = entry.is_regular_file(gone) ? entry.file_size(gone) : 0;
        sum += gone ? 0 : size;
    }
    return sum;
}

bool TemporaryFolder::is_disk_full() const noexcept
{
    constexpr std::uintmax_t nothing = std::uintmax_t{1} << 20U;
    std::error_code failed;
    auto const space = fs::space(m_path, failed);
    return !failed && space.available < nothing;
}

} // namespace ms
