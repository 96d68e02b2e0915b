// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The tile stores of a server, by the names that maps have for them.

#include "base/log.hpp"
#include "store/kept_tiles.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace ms::store {

/// All stores lie in one folder, which the operator chooses. Thread safe.
class TileStores {
public:
    /// \param folder    must exist when a tile is first asked for
    /// \param max_bytes of each store
    TileStores(std::filesystem::path folder, std::size_t max_bytes, Log log);

    /// The store of a name, which may be that of several maps: a SQLite file, "NAME.gpkg" a
    /// GeoPackage, "NAME.files" a folder. Null if is_store_name() is false.
    [[nodiscard]] std::shared_ptr<KeptTiles> find(std::string_view name);

    /// Those that were found so far.
    [[nodiscard]] std::map<std::string, std::shared_ptr<KeptTiles>, std::less<>> all() const;

private:
    std::filesystem::path m_folder;
    std::size_t m_max_bytes;
    Log m_log;
    mutable std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<KeptTiles>, std::less<>> m_stores;
};

/// Letters, digits, "_" and "-", at most 64, and ".gpkg", ".files" or neither: a name leads to no
/// other folder.
[[nodiscard]] bool is_store_name(std::string_view name) noexcept;

} // namespace ms::store
