// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Keeps shapefiles open between requests.

#include "source/shapefile/dataset.hpp"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <string>

namespace ms::source::shapefile {

/// A bounded number of opened shapefiles, shared by all threads of a process: opening one takes
/// some thirty system calls and reads the whole .shx, looking whether it is still the same takes
/// five to seven. Thread safe.
class Shapefiles {
public:
    struct Limits {
        std::size_t files; ///< each has three handles
        std::size_t bytes; ///< of what was read of them

        /// After which it is closed when another one is opened: a deleted file takes its space on
        /// disk until then.
        std::chrono::milliseconds rest = std::chrono::minutes{1};

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
    using Clock = std::chrono::steady_clock;
    struct Open {
        std::string stem;
        std::shared_ptr<Dataset const> dataset;
        Clock::time_point used;
    };

    // With the lock held.
    [[nodiscard]] std::shared_ptr<Dataset const> find(std::string const& stem);
    void erase(std::string const& stem);
    void keep_limits();

    Limits m_limits;
    mutable std::mutex m_mutex;
    std::list<Open> m_open; ///< the one used last in front
};

/// From those of the process, if there are any.
[[nodiscard]] std::shared_ptr<Dataset const> open_dataset(std::filesystem::path const& stem,
                                                          ErrorContext const& context,
                                                          Shapefiles* shapefiles);

} // namespace ms::source::shapefile
