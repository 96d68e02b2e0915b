// SPDX-License-Identifier: MIT
#include "store/tile_stores.hpp"

#include "base/error.hpp"
#include "store/bundles_store.hpp"
#include "store/files_store.hpp"
#include "store/sqlite_store.hpp"

#include <sys/vfs.h>

#include <algorithm>
#include <array>

namespace ms::store {

namespace {

constexpr std::size_t longest_name = 64;

/// NFS, CIFS and SMB (linux/magic.h): the log of a SQLite file needs memory that processes share.
constexpr std::array<std::uint32_t, 3> network_file_systems{0x6969, 0xFF534D42, 0xFE534D42};

bool is_name_character(char character) noexcept
{
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
           (character >= '0' && character <= '9') || character == '_' || character == '-';
}

constexpr std::string_view geopackage_ending = ".gpkg";
constexpr std::string_view files_ending = ".files";
constexpr std::string_view bundles_ending = ".bundles";

std::string_view without_ending(std::string_view name) noexcept
{
    for (auto const ending : {geopackage_ending, files_ending, bundles_ending}) {
        if (name.ends_with(ending)) {
            return name.substr(0, name.size() - ending.size());
        }
    }
    return name;
}

void check_folder(std::filesystem::path const& folder, bool may_be_on_network)
{
    struct statfs facts {};
    if (::statfs(folder.c_str(), &facts) != 0) {
        throw Error{ErrorKind::Source, "the folder of MS_TILE_STORES cannot be opened"};
    }
    if (!may_be_on_network &&
        std::ranges::find(network_file_systems, static_cast<std::uint32_t>(facts.f_type)) !=
            network_file_systems.end()) {
        throw Error{ErrorKind::Source, "the folder of MS_TILE_STORES is on a network file system"};
    }
}

} // namespace

bool is_store_name(std::string_view text) noexcept
{
    auto const name = without_ending(text);
    return !name.empty() && name.size() <= longest_name &&
           std::ranges::all_of(name, is_name_character);
}

TileStores::TileStores(std::filesystem::path folder, std::size_t max_bytes, Log log)
    : m_folder(std::move(folder)), m_max_bytes(max_bytes), m_log(std::move(log))
{}

std::shared_ptr<KeptTiles> TileStores::find(std::string_view name)
{
    if (!is_store_name(name)) {
        return nullptr;
    }
    std::scoped_lock const lock{m_mutex};
    if (auto const known = m_stores.find(name); known != m_stores.end()) {
        return known->second;
    }
    auto const open = [folder = m_folder, name = std::string{name}, max_bytes = m_max_bytes] {
        bool const is_folder = name.ends_with(files_ending);
        check_folder(folder, is_folder);
        if (is_folder) {
            return open_files_store(folder / name, max_bytes);
        }
        if (name.ends_with(bundles_ending)) {
            return open_bundles_store(folder / name, max_bytes);
        }
        return name.ends_with(geopackage_ending)
                   ? open_geopackage_store(folder / name, max_bytes)
                   : open_sqlite_store(folder / (name + ".sqlite"), max_bytes);
    };
    auto store = std::make_shared<KeptTiles>(std::string{name}, open, m_log);
    m_stores.emplace(std::string{name}, store);
    return store;
}

std::map<std::string, std::shared_ptr<KeptTiles>, std::less<>> TileStores::all() const
{
    std::scoped_lock const lock{m_mutex};
    return m_stores;
}

} // namespace ms::store
