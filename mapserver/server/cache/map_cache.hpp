// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads mapfiles once and shares them between requests until they change.

#include "base/log.hpp"
#include "mapfile/load.hpp"
#include "ows/common/per_map_cache.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

namespace ms::server {

/// A map and a text that differs whenever its files do.
struct CachedMap {
    std::shared_ptr<mapfile::Map const> map;
    std::string version; ///< empty: not known
    std::shared_ptr<ows::PerMapCache> per_map;
};

/// Thread safe. A map is read again if its file or an included one has changed (inode, size or
/// time); every find() checks, at the cost of a stat() per file. If the new version is broken, the
/// last good one stays in use and the reason is logged; if its file is missing, for five seconds.
class MapCache {
public:
    using Load = std::function<mapfile::Loaded(std::filesystem::path const&)>;

    /// \param log must outlive the cache
    /// \param max_maps the one that was not used for longest makes place for another
    MapCache(Log& log, Load load, std::size_t max_maps = 1000);
    ~MapCache();

    /// \throws Error{NotFound} if the file does not exist; Error{BadMapfile} if it was never valid
    [[nodiscard]] CachedMap find_with_version(std::filesystem::path const& path);
    [[nodiscard]] std::shared_ptr<mapfile::Map const> find(std::filesystem::path const& path)
    {
        return find_with_version(path).map;
    }

    /// Reads every map again on its next request; a map that is broken then keeps its last valid
    /// state.
    void forget();
    [[nodiscard]] std::size_t size();

private:
    struct Entry;
    [[nodiscard]] std::shared_ptr<Entry> entry(std::filesystem::path const& path);
    void load(std::filesystem::path const& path, Entry& entry);
    [[nodiscard]] CachedMap find_missing(std::filesystem::path const& path);

    Log& m_log;
    Load m_load;
    std::size_t m_max_maps;
    std::mutex m_mutex; ///< of the table; every entry has its own
    std::map<std::filesystem::path, std::shared_ptr<Entry>> m_entries;
    std::uint64_t m_clock = 0; ///< counts uses
};

} // namespace ms::server
