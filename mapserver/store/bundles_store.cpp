// SPDX-License-Identifier: MIT
#include "store/bundles_store.hpp"

#include "base/error.hpp"
#include "store/bounded_folder.hpp"
#include "store/bundle.hpp"
#include "store/bundle_description.hpp"
#include "store/new_file.hpp"
#include "store/tile_file.hpp"
#include "store/use_time.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <list>
#include <mutex>
#include <string>
#include <system_error>

namespace ms::store {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_open = 128;
constexpr int attempts = 3; ///< for a file that other processes remove or replace meanwhile

/// Where a tile is.
struct Place {
    fs::path bundle;
    std::size_t slot = 0;
};

Place place_of(fs::path const& folder, TileKey const& key)
{
    constexpr std::int64_t side = Bundle::side;
    if (key.zoom < 0 || key.column < 0 || key.row < 0) {
        throw Error{ErrorKind::Source, "a tile lies outside of its grid"};
    }
    std::array<char, 96> name{};
    std::snprintf(name.data(), name.size(), "_alllayers/L%02d/R%04llxC%04llx.bundle", key.zoom,
                  static_cast<unsigned long long>(key.row / side * side),
                  static_cast<unsigned long long>(key.column / side * side));
    return {folder / folder_name(key.tileset) / name.data(),
            static_cast<std::size_t>(key.row % side * side + key.column % side)};
}

/// The bundles that were used last. Thread safe.
class OpenBundles {
public:
    /// Null if it is not there, and not to be made.
    std::shared_ptr<Bundle> find(fs::path const& path, Bundle::Use use)
    {
        if (auto known = known_as(path)) {
            return known;
        }
        auto bundle = Bundle::open(path, use);
        if (!bundle) {
            return nullptr;
        }
        std::scoped_lock const lock{m_mutex};
        if (auto known = find_known(path)) { // of another thread
            return known;
        }
        m_bundles.push_front({path, bundle});
        if (m_bundles.size() > most_open) {
            m_bundles.pop_back();
        }
        return bundle;
    }
    void forget(fs::path const& path)
    {
        std::scoped_lock const lock{m_mutex};
        std::erase_if(m_bundles, [&](Known const& each) { return each.path == path; });
    }

private:
    struct Known {
        fs::path path;
        std::shared_ptr<Bundle> bundle;
    };

    std::shared_ptr<Bundle> known_as(fs::path const& path)
    {
        std::scoped_lock const lock{m_mutex};
        return find_known(path);
    }

    /// Under the lock.
    std::shared_ptr<Bundle> find_known(fs::path const& path)
    {
        auto const known = std::ranges::find(m_bundles, path, &Known::path);
        if (known == m_bundles.end()) {
            return nullptr;
        }
        if (known->bundle->is_gone()) {
            m_bundles.erase(known);
            return nullptr;
        }
        m_bundles.splice(m_bundles.begin(), m_bundles, known);
        return known->bundle;
    }

    std::mutex m_mutex;
    std::list<Known> m_bundles; ///< the one used last in front
};

class BundlesStore final : public TileStore {
public:
    BundlesStore(fs::path folder, std::size_t max_bytes) : m_folder(std::move(folder), max_bytes) {}

    /// What another process was writing while it was read is read again.
    std::optional<FoundTile> find(TileKey const& key) override
    {
        auto const place = place_of(m_folder.path(), key);
        for (int attempt = 1;; ++attempt) {
            try {
                return find_at(place, key);
            } catch (Error const&) {
                if (attempt == attempts) {
                    throw;
                }
                m_open.forget(place.bundle);
            }
        }
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
        auto const place = place_of(m_folder.path(), key);
        if (auto const bundle = m_open.find(place.bundle, Bundle::Use::Existing);
            bundle && find(key)) {
            bundle->remove(place.slot);
        }
    }

    void touch(std::span<TileKey const> keys) override
    {
        for (auto const& key : keys) {
            auto const place = place_of(m_folder.path(), key);
            if (auto const bundle = m_open.find(place.bundle, Bundle::Use::Existing)) {
                bundle->note_use();
            }
        }
    }

    std::size_t count() override
    {
        std::size_t count = 0;
        for_each_file(m_folder.path(), [&](fs::path const& file, FileFacts const&) {
            auto const bundle =
                file.extension() == ".bundle" ? Bundle::open(file, Bundle::Use::Existing) : nullptr;
            count += bundle ? bundle->count() : 0;
        });
        return count;
    }

    std::size_t bytes() override
    {
        std::scoped_lock const lock{m_mutex};
        return m_folder.bytes();
    }

private:
    std::optional<FoundTile> find_at(Place const& place, TileKey const& key)
    {
        auto const bundle = m_open.find(place.bundle, Bundle::Use::Existing);
        auto const bytes = bundle ? bundle->read(place.slot) : std::vector<std::uint8_t>{};
        if (bytes.empty()) {
            return std::nullopt;
        }
        auto found = parse_tile_file(bytes);
        if (found.tileset != key.tileset) { // another one of the same digest
            return std::nullopt;
        }
        return FoundTile{.tile = std::move(found.tile),
                         .state = std::move(found.state),
                         .is_unused = now_s() - bundle->used() >= rest_s};
    }

    void put_one(StoredTile const& stored)
    {
        auto const place = place_of(m_folder.path(), stored.key);
        auto const bytes = tile_file(stored);
        for (int attempt = 0; attempt < attempts; ++attempt) {
            auto const bundle = made(place.bundle, stored);
            if (bundle && !bundle->is_whole()) { // damaged: begun anew
                m_folder.remove_file(place.bundle);
                continue;
            }
            auto const before = bundle ? size_on_disk(bundle->bytes()) : 0;
            if (!bundle || !bundle->write(place.slot, bytes)) {
                continue;
            }
            auto const after = size_on_disk(bundle->bytes());
            m_folder.note_written(after - std::min(before, after), 0);
            if (bundle->is_wasteful()) {
                bundle->compact();
                auto const small = facts_of(place.bundle);
                m_folder.note_written(small ? small->bytes : 0, after);
            }
            return;
        }
        throw Error{ErrorKind::Source, "a tile cannot be stored: its file is removed all the time"};
    }

    /// Null if its folder was removed meanwhile.
    std::shared_ptr<Bundle> made(fs::path const& path, StoredTile const& first)
    {
        if (auto known = m_open.find(path, Bundle::Use::Existing)) {
            return known;
        }
        std::error_code error;
        fs::create_directories(path.parent_path(), error);
        if (error) {
            fail_by("a folder for tiles cannot be made", error.value());
        }
        describe(path.parent_path().parent_path().parent_path() / "conf.xml", first);
        return m_open.find(path, Bundle::Use::Made);
    }

    /// For other programs, once.
    static void describe(fs::path const& file, StoredTile const& tile)
    {
        auto const text = tile.matrix_set && !facts_of(file)
                              ? describe_bundles(tile.matrix_set(), tile.tile.type)
                              : std::nullopt;
        if (!text) {
            return;
        }
        NewFile description{file};
        if (description.is_open()) {
            description.write({reinterpret_cast<std::uint8_t const*>(text->data()), text->size()});
            description.finish(file);
        }
    }

    OpenBundles m_open;
    std::mutex m_mutex; ///< of writers and of the count
    BoundedFolder m_folder;
};

} // namespace

std::unique_ptr<TileStore> open_bundles_store(fs::path folder, std::size_t max_bytes)
{
    return std::make_unique<BundlesStore>(std::move(folder), max_bytes);
}

} // namespace ms::store
