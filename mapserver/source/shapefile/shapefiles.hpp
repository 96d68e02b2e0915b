// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Keeps shapefiles open between requests.

#include "base/lru_cache.hpp"
#include "source/shapefile/dataset.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <mutex>

namespace ms::source::shapefile {

/// A bounded number of opened shapefiles, shared by all threads of a process: opening one takes
/// some thirty system calls and reads the whole .shx, looking whether it is still the same takes
/// five to seven. Thread safe.
class Shapefiles {
public:
    struct Limits {
        std::size_t files; ///< each has three handles
        std::size_t bytes; ///< of what was read of them

        /// A sixteenth of the handles that the process may have, 64 at most; 64 MiB.
        [[nodiscard]] static Limits of_process();
    };

    explicit Shapefiles(Limits limits = Limits::of_process());

    /// As Dataset::open(). One that is open is shared if none of its files has changed.
    [[nodiscard]] std::shared_ptr<Dataset const> open(std::filesystem::path const& stem,
                                                      ErrorContext const& context);

    /// That are kept open.
    [[nodiscard]] std::size_t size() const;

private:
    Limits m_limits;
    mutable std::mutex m_mutex;
    LruCache<std::shared_ptr<Dataset const>> m_open;
};

/// From those of the process, if there are any.
[[nodiscard]] std::shared_ptr<Dataset const> open_dataset(std::filesystem::path const& stem,
                                                          ErrorContext const& context,
                                                          Shapefiles* shapefiles);

} // namespace ms::source::shapefile
