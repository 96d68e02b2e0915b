// SPDX-License-Identifier: MIT
#include "store/files_store.hpp"

#include "base/descriptor.hpp"
#include "base/error.hpp"
#include "base/read_file.hpp"
#include "store/byte_digest.hpp"
#include "store/tile_file.hpp"
#include "store/use_time.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <system_error>

namespace ms::store {

namespace {

namespace fs = std::filesystem;

/// Own writes after which the files are counted again, as a part of the bound.
constexpr std::size_t recount_part = 16;
constexpr std::size_t block = 4096;
/// Steps of the time of use by which files are removed.
constexpr std::int64_t age_step_s = 60;

[[noreturn]] void fail_by(std::string const& what, int error)
{
    throw Error{ErrorKind::Source, what + ": " + std::system_category().message(error)};
}

std::size_t size_on_disk(std::size_t bytes) noexcept
{
    return (bytes + block - 1) / block * block;
}

struct FileFacts {
    std::size_t bytes = 0;
    std::int64_t used = 0;
};

/// nullopt: it is not there, or has been removed meanwhile.
std::optional<FileFacts> facts_of(fs::path const& file) noexcept
{
    struct stat facts {};
    if (::lstat(file.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
        return std::nullopt;
    }
    return FileFacts{size_on_disk(static_cast<std::size_t>(facts.st_size)), facts.st_mtime};
}

/// Calls with each file below a folder; other processes may remove some meanwhile.
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

/// A file without a name until finish(); what was written is removed otherwise.
class NewFile {
public:
    explicit NewFile(fs::path const& place)
    {
        static std::atomic<unsigned> count{0};
        m_part = place.native() + "." + std::to_string(::getpid()) + "-" +
                 std::to_string(count.fetch_add(1)) + ".part";
        m_file = Descriptor{::open(m_part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644)};
        if (!m_file.is_open()) {
            m_part.clear();
        }
    }
    ~NewFile()
    {
        if (!m_part.empty()) {
            ::unlink(m_part.c_str());
        }
    }
    NewFile(NewFile const&) = delete;
    NewFile& operator=(NewFile const&) = delete;

    [[nodiscard]] bool is_open() const noexcept { return m_file.is_open(); }

    void write(std::span<std::uint8_t const> bytes)
    {
        while (!bytes.empty()) {
            auto const count = ::write(m_file.number(), bytes.data(), bytes.size());
            if (count < 0 && errno != EINTR) {
                fail_by("a tile cannot be written", errno);
            }
            bytes = bytes.subspan(count < 0 ? 0 : static_cast<std::size_t>(count));
        }
    }

    void finish(fs::path const& place)
    {
        if (::rename(m_part.c_str(), place.c_str()) != 0) {
            fail_by("a tile cannot be stored", errno);
        }
        m_part.clear();
    }

private:
    std::string m_part;
    Descriptor m_file;
};

class FilesStore final : public TileStore {
public:
    FilesStore(fs::path folder, std::size_t max_bytes)
        : m_folder(std::move(folder)), m_max_bytes(max_bytes)
    {}

    std::optional<FoundTile> find(TileKey const& key) override
    {
        auto const file = place_of(key);
        auto const facts = facts_of(file);
        auto found = facts ? parse(file) : std::nullopt;
        if (!found || found->tileset != key.tileset) { // another one of the same digest
            return std::nullopt;
        }
        return FoundTile{.tile = std::move(found->tile),
                         .state = std::move(found->state),
                         .is_unused = now_s() - facts->used >= rest_s};
    }

    void put(std::span<StoredTile const> tiles) override
    {
        std::scoped_lock const lock{m_mutex};
        for (auto const& tile : tiles) {
            put_one(tile);
        }
        keep_bound();
    }

    void remove(TileKey const& key) override
    {
        std::scoped_lock const lock{m_mutex};
        if (find(key)) {
            remove_file(place_of(key));
        }
    }

    void touch(std::span<TileKey const> keys) override
    {
        for (auto const& key : keys) {
            ::utimensat(AT_FDCWD, place_of(key).c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
        }
    }

    std::size_t count() override
    {
        std::size_t count = 0;
        for_each_file(m_folder, [&](fs::path const& file, FileFacts const&) {
            count += file.extension() == ".tile" ? 1U : 0U;
        });
        return count;
    }

    std::size_t bytes() override
    {
        std::scoped_lock const lock{m_mutex};
        if (!m_bytes) {
            recount();
        }
        return *m_bytes;
    }

private:
    [[nodiscard]] fs::path place_of(TileKey const& key) const
    {
        auto const* const text = reinterpret_cast<std::uint8_t const*>(key.tileset.data());
        std::array<char, 17> name{};
        std::snprintf(name.data(), name.size(), "%016llx",
                      static_cast<unsigned long long>(digest_of({text, key.tileset.size()})));
        return m_folder / name.data() / std::to_string(key.zoom) / std::to_string(key.column) /
               (std::to_string(key.row) + ".tile");
    }

    /// nullopt if it has been removed meanwhile; it may be there again since.
    static std::optional<FileTile> parse(fs::path const& file)
    {
        constexpr int attempts = 3;
        for (int attempt = 1;; ++attempt) {
            try {
                return parse_tile_file(read_file(file, largest_tile_file()));
            } catch (Error const&) {
                if (!facts_of(file)) {
                    return std::nullopt;
                }
                if (attempt == attempts) {
                    throw;
                }
            }
        }
    }

    void put_one(StoredTile const& stored)
    {
        auto const place = place_of(stored.key);
        auto const bytes = tile_file(stored);
        auto const before = facts_of(place);
        // Another process may remove an empty folder between its making and its use.
        for (int attempt = 0; attempt < 3; ++attempt) {
            std::error_code error;
            fs::create_directories(place.parent_path(), error);
            if (error) {
                fail_by("a folder for tiles cannot be made", error.value());
            }
            NewFile file{place};
            if (file.is_open()) {
                file.write(bytes);
                file.finish(place);
                note_written(size_on_disk(bytes.size()), before ? before->bytes : 0);
                return;
            }
            if (errno != ENOENT) {
                break;
            }
        }
        fail_by("a tile cannot be stored", errno);
    }

    void note_written(std::size_t bytes, std::size_t before)
    {
        m_written += bytes;
        if (m_bytes) {
            *m_bytes += bytes;
            *m_bytes -= std::min(*m_bytes, before);
        }
    }

    void recount()
    {
        std::size_t bytes = 0;
        for_each_file(m_folder,
                      [&](fs::path const&, FileFacts const& file) { bytes += file.bytes; });
        m_bytes = bytes;
        m_written = 0;
    }

    /// Removes the least recently used files down to nine tenths of the bound: the first reading of
    /// the folders finds the age, the second one removes what is older, so that no list is kept.
    void keep_bound()
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
    void remove_older(std::int64_t step, std::size_t room)
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
    void remove_file(fs::path const& file)
    {
        if (::unlink(file.c_str()) != 0 && errno != ENOENT) {
            fail_by("a tile cannot be removed", errno);
        }
        for (auto folder = file.parent_path();
             folder != m_folder && ::rmdir(folder.c_str()) == 0;) {
            folder = folder.parent_path();
        }
    }

    fs::path m_folder;
    std::size_t m_max_bytes;
    std::mutex m_mutex;                 ///< of writers and of the members below
    std::optional<std::size_t> m_bytes; ///< of all files, as counted last and written since
    std::size_t m_written = 0;          ///< since they were counted
};

} // namespace

std::unique_ptr<TileStore> open_files_store(fs::path folder, std::size_t max_bytes)
{
    return std::make_unique<FilesStore>(std::move(folder), max_bytes);
}

} // namespace ms::store
