// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Caches the boxes of tables, each for one version of its data.

#include "base/lru_cache.hpp"
#include "geometry/types.hpp"

#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace ms::source::postgis {

/// The box of each table at the version of its data that was met last. Thread safe.
class KnownExtents {
public:
    using Read = std::function<std::optional<geometry::Box>()>;

    /// The box of a table at a version; nullopt: unknown. It is read, without a lock held, when the
    /// same version is met for the second time: of data that change all the time it is never read.
    /// `read` must not return a box of rows older than the version.
    [[nodiscard]] std::optional<geometry::Box> at(std::string const& table,
                                                  std::string const& version, Read const& read);

private:
    struct Known {
        std::string version;
        bool is_read = false;
        std::optional<geometry::Box> extent{};
    };
    static constexpr std::size_t max_bytes = std::size_t{4} << 20U;

    void put(std::string const& table, Known known);

    std::mutex m_mutex;
    LruCache<Known> m_known{max_bytes};
};

} // namespace ms::source::postgis
