// SPDX-License-Identifier: MIT
#include "server/cache/map_cache.hpp"

#include "base/error.hpp"
#include "base/file_stamp.hpp"
#include "http/entity_tag.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

namespace ms::server {

namespace {

/// Includes are known only after they were read. One that changed meanwhile gets a stamp that it
/// will not have, so that the next look reads it again.
FileStamp stamp_unless_newer(std::filesystem::path const& path,
                             std::chrono::system_clock::time_point start)
{
    auto const stamp = FileStamp::of(path);
    auto const changed =
        std::chrono::seconds{stamp.seconds} + std::chrono::nanoseconds{stamp.nanoseconds};
    return changed < start.time_since_epoch() ? stamp : FileStamp{};
}

struct WatchedFile {
    std::filesystem::path path;
    FileStamp stamp;
};

/// Adds those that are not watched yet.
void watch(std::vector<std::filesystem::path> const& paths,
           std::chrono::system_clock::time_point start, std::vector<WatchedFile>& files)
{
    for (auto const& path : paths) {
        if (std::ranges::find(files, path, &WatchedFile::path) == files.end()) {
            files.push_back({path, stamp_unless_newer(path, start)});
        }
    }
}

bool has_changed(std::vector<WatchedFile> const& files)
{
    return std::ranges::any_of(
        files, [](WatchedFile const& file) { return FileStamp::of(file.path) != file.stamp; });
}

/// Empty when a file changed while it was read.
std::string version_of(std::vector<WatchedFile> const& files)
{
    http::Digest digest;
    for (auto const& file : files) {
        if (!file.stamp.is_known()) {
            return {};
        }
        digest.add(file.path.native()).add(file.stamp.to_text());
    }
    return digest.to_tag();
}

} // namespace

struct MapCache::Entry {
    using Clock = std::chrono::steady_clock;

    std::mutex mutex;
    std::shared_ptr<mapfile::Map const> map; ///< the last good one
    std::vector<WatchedFile> files;          ///< empty: never read
    std::string version;                     ///< of `map`; empty: unknown
    std::shared_ptr<ows::PerMapCache> per_map;
    std::optional<Clock::time_point> missing_since; ///< the file itself
    mapfile::Loaded failure;                        ///< of the last load, if none succeeded
    bool is_forgotten = false;                      ///< read it again, changed or not
    std::uint64_t last_use = 0;                     ///< guarded by the table's mutex
};

MapCache::MapCache(Log& log, Load load, std::size_t max_maps)
    : m_log(log), m_load(std::move(load)), m_max_maps(max_maps)
{}

MapCache::~MapCache() = default;

std::shared_ptr<MapCache::Entry> MapCache::entry(std::filesystem::path const& path)
{
    std::scoped_lock const lock{m_mutex};
    auto& slot = m_entries[path];
    if (!slot) {
        slot = std::make_shared<Entry>();
    }
    slot->last_use = ++m_clock;
    auto const used = slot;
    if (m_entries.size() > m_max_maps) {
        m_entries.erase(std::ranges::min_element(
            m_entries, {}, [](auto const& item) { return item.second->last_use; }));
    }
    return used;
}

void MapCache::load(std::filesystem::path const& path, Entry& entry)
{
    auto const start = std::chrono::system_clock::now();
    std::vector<WatchedFile> files{{path, FileStamp::of(path)}};
    auto const loaded = m_load(path);
    auto const errors = mapfile::errors_of(loaded.problems);
    if (!errors.empty() || !loaded.map) {
        m_log.write(LogLevel::Error, "map not usable: " + errors);
        entry.failure = loaded;
        watch(loaded.files, start, files);
        // Mending one of the last good version may help as well.
        if (entry.map) {
            watch(entry.map->origin.files, start, files);
        }
        entry.files = std::move(files);
        return;
    }
    watch(loaded.map->origin.files, start, files);
    entry.map = loaded.map;
    entry.per_map = std::make_shared<ows::PerMapCache>();
    entry.version = version_of(files);
    entry.files = std::move(files);
}

void MapCache::forget()
{
    std::vector<std::shared_ptr<Entry>> entries;
    {
        std::scoped_lock const lock{m_mutex};
        for (auto const& [path, entry] : m_entries) {
            entries.push_back(entry);
        }
    }
    for (auto const& entry : entries) { // an entry is locked while its map is read
        std::scoped_lock const lock{entry->mutex};
        entry->is_forgotten = true;
    }
}

std::size_t MapCache::size()
{
    std::scoped_lock const lock{m_mutex};
    return m_entries.size();
}

/// Editors and version control replace files by removing them first.
CachedMap MapCache::find_missing(std::filesystem::path const& path)
{
    constexpr std::chrono::seconds grace{5};
    std::unique_lock table{m_mutex};
    auto const known = m_entries.find(path);
    if (known != m_entries.end()) {
        auto const held = known->second;
        table.unlock();
        std::scoped_lock const lock{held->mutex};
        auto const now = Entry::Clock::now();
        if (held->map && !held->missing_since) {
            held->missing_since = now;
            m_log.write(LogLevel::Error,
                        "map not usable: \"" + path.filename().native() +
                            "\" is missing; its last version is used for a moment");
        }
        if (held->map && now - *held->missing_since < grace) {
            return {held->map, held->version, held->per_map};
        }
        table.lock();
        m_entries.erase(path);
    }
    throw Error{ErrorKind::NotFound, "There is no such map on this server."};
}

CachedMap MapCache::find_with_version(std::filesystem::path const& path)
{
    if (FileStamp::of(path) == FileStamp{}) {
        return find_missing(path);
    }
    auto const found = entry(path);
    std::scoped_lock const lock{found->mutex};
    found->missing_since.reset();
    if (found->files.empty() || found->is_forgotten || has_changed(found->files)) {
        found->is_forgotten = false;
        load(path, *found);
    }
    if (!found->map) {
        found->failure.throw_errors();
    }
    return {found->map, found->version, found->per_map};
}

} // namespace ms::server
