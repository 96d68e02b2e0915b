// SPDX-License-Identifier: MIT
#include "store/files_store.hpp"

#include "base/error.hpp"
#include "base/read_file.hpp"
#include "store/bounded_folder.hpp"
#include "store/new_file.hpp"
#include "store/tile_file.hpp"
#include "store/use_time.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <string>
#include <system_error>

namespace ms::store {

namespace {

namespace fs = std::filesystem;

class FilesStore final : public TileStore {
public:
    FilesStore(fs::path folder, std::size_t max_bytes) : m_folder(std::move(folder), max_bytes) {}

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
        m_folder.keep_bound();
    }

    void remove(TileKey const& key) override
    {
        std::scoped_lock const lock{m_mutex};
        if (find(key)) {
            m_folder.remove_file(place_of(key));
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
        for_each_file(m_folder.path(), [&](fs::path const& file, FileFacts const&) {
            count += file.extension() == ".tile" ? 1U : 0U;
        });
        return count;
    }

    std::size_t bytes() override
    {
        std::scoped_lock const lock{m_mutex};
        return m_folder.bytes();
    }

private:
    [[nodiscard]] fs::path place_of(TileKey const& key) const
    {
        return m_folder.path() / folder_name(key.tileset) / std::to_string(key.zoom) /
               std::to_string(key.column) / (std::to_string(key.row) + ".tile");
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
                m_folder.note_written(size_on_disk(bytes.size()), before ? before->bytes : 0);
                return;
            }
            if (errno != ENOENT) {
                break;
            }
        }
        fail_by("a tile cannot be stored", errno);
    }

    std::mutex m_mutex; ///< of writers and of the count
    BoundedFolder m_folder;
};

} // namespace

std::unique_ptr<TileStore> open_files_store(fs::path folder, std::size_t max_bytes)
{
    return std::make_unique<FilesStore>(std::move(folder), max_bytes);
}

} // namespace ms::store
