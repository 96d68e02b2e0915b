// SPDX-License-Identifier: MIT
#include "store/bounded_folder.hpp"

#include "base/error.hpp"
#include "store/byte_digest.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <map>
#include <system_error>

namespace ms::store {

namespace {

namespace fs = std::filesystem;

/// Own writes after which the files are counted again, as a part of the bound.
constexpr std::size_t recount_part = 16;
constexpr std::size_t block = 4096;
/// Steps of the time of use by which files are removed.
constexpr std::int64_t age_step_s = 60;

} // namespace

void fail_by(std::string const& what, int error)
{
    throw Error{ErrorKind::Source, what + ": " + std::system_category().message(error)};
}

std::size_t size_on_disk(std::size_t bytes) noexcept
{
    return (bytes + block - 1) / block * block;
}

std::optional<FileFacts> facts_of(fs::path const& file) noexcept
{
    struct stat facts {};
    if (::lstat(file.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
        return std::nullopt;
    }
    return FileFacts{size_on_disk(static_cast<std::size_t>(facts.st_size)), facts.st_mtime};
}

void for_each_file(fs::path const& folder,
                   std::function<void(fs::path const&, FileFacts const&)> const& visit)
{
    std::error_code error;
    for (fs::recursive_directory_iterator files{folder, error}, end; !error && files != end;
         files.increment(error)) {
        auto const facts = facts_of(files->path());
        if (facts) {
            visit(files->path(), *facts);
        }
    }
}

std::string folder_name(std::string_view tileset)
{
    auto const* const text = reinterpret_cast<std::uint8_t const*>(tileset.data());
    std::array<char, 17> name{};
    std::snprintf(name.data(), name.size(), "%016llx",
                  static_cast<unsigned long long>(digest_of({text, tileset.size()})));
    return name.data();
}

std::size_t BoundedFolder::bytes()
{
    if (!m_bytes) {
        recount();
    }
    return *m_bytes;
}

void BoundedFolder::note_written(std::size_t bytes, std::size_t before)
{
    m_written += bytes;
    if (m_bytes) {
        *m_bytes += bytes;
        *m_bytes -= std::min(*m_bytes, before);
    }
}

void BoundedFolder::recount()
{
    std::size_t bytes = 0;
    for_each_file(m_folder, [&](fs::path const&, FileFacts const& file) { bytes += file.bytes; });
    m_bytes = bytes;
    m_written = 0;
}

/// Removes the least recently used files down to nine tenths of the bound: the first reading of
/// the folders finds the age, the second one removes what is older, so that no list is kept.
void BoundedFolder::keep_bound()
{
    if (!m_bytes || m_written > m_max_bytes / recount_part) {
        recount();
    }
    if (*m_bytes <= m_max_bytes) {
        return;
    }
    std::map<std::int64_t, std::size_t> by_age;
    for_each_file(m_folder, [&](fs::path const&, FileFacts const& file) {
        by_age[file.used / age_step_s] += file.bytes;
    });
    auto const goal = m_max_bytes / 10 * 9;
    std::size_t kept = 0;
    auto step = by_age.rbegin();
    while (step != by_age.rend() && kept + step->second <= goal) {
        kept += step->second;
        ++step;
    }
    if (step == by_age.rend()) {
        recount();
        return;
    }
    // Of the step that fits in part, as many as fit.
    remove_older(step->first, goal - kept);
    recount();
}

/// \param room for files of the step itself
void BoundedFolder::remove_older(std::int64_t step, std::size_t room)
{
    for_each_file(m_folder, [&](fs::path const& path, FileFacts const& file) {
        auto const age = file.used / age_step_s;
        if (age == step && file.bytes <= room) {
            room -= file.bytes;
        } else if (age <= step) {
            remove_file(path);
        }
    });
}

/// And the folders that it leaves empty.
void BoundedFolder::remove_file(fs::path const& file)
{
    if (::unlink(file.c_str()) != 0 && errno != ENOENT) {
        fail_by("a tile cannot be removed", errno);
    }
    for (auto folder = file.parent_path(); folder != m_folder && ::rmdir(folder.c_str()) == 0;) {
        folder = folder.parent_path();
    }
}

} // namespace ms::store
