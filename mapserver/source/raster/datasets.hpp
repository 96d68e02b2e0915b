// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Keeps raster files open between requests.

#include "base/deadline.hpp"
#include "ogr/raster_file.hpp"
#include "source/raster/block_cache.hpp"
#include "source/raster/stamps.hpp"
#include "source/raster/vrt.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace ms::source::raster {

class Datasets;

/// A raster file for one thread. When it ends by an exception, the file is closed: it may be broken
/// or have been replaced.
class Lease {
public:
    /// A file that is not shared: it is closed at the end.
    explicit Lease(std::unique_ptr<ms::ogr::RasterFile> file) : m_file(std::move(file)) {}
    ~Lease();
    Lease(Lease&&) noexcept = default;
    Lease& operator=(Lease&&) = delete;

    [[nodiscard]] ms::ogr::RasterFile& operator*() const noexcept { return *m_file; }
    [[nodiscard]] ms::ogr::RasterFile* operator->() const noexcept { return m_file.get(); }
    /// Whether it was open before.
    [[nodiscard]] bool was_open() const noexcept { return m_was_open; }

private:
    friend class Datasets;
    Lease(Datasets& datasets, std::filesystem::path const& path, RasterStamps const& stamps);

    std::unique_ptr<ms::ogr::RasterFile> m_file; ///< null: moved from, or not opened yet
    Datasets* m_datasets = nullptr;
    std::string m_path;
    RasterStamps m_stamps;
    bool m_was_open = false;
    int m_exceptions = 0; ///< under way when it began
};

/// A bounded number of opened files, shared by all raster layers of a process: opening costs more
/// than reading a tile. Thread safe; must outlive its leases.
class Datasets {
public:
    using Open = std::function<std::unique_ptr<ms::ogr::RasterFile>(std::string const& path)>;

    struct Limits {
        std::size_t open =
            64; ///< leased and idle; each may take several handles (overviews, masks)
        std::size_t idle_of_file = 8;
        std::chrono::seconds idle_time{60};
        std::size_t block_bytes = std::size_t{64} << 20U; ///< of decoded blocks, for later requests

        /// With as many files as the process's limit of handles permits, at most 480; decoded
        /// blocks take a fortieth of the machine's memory, at most 256 MiB.
        [[nodiscard]] static Limits of_process();
    };
    struct Usage {
        std::size_t leased = 0;
        std::size_t idle = 0;
    };

    Datasets() : Datasets(Limits::of_process()) {}
    explicit Datasets(Limits limits) : m_blocks(limits.block_bytes), m_limits(limits) {}
    Datasets(Datasets const&) = delete;
    Datasets& operator=(Datasets const&) = delete;

    /// Leases an open idle file, unless the file or a part of it has changed since; else opens it,
    /// and closes the one that is idle for longest if there are too many. If all are leased, waits
    /// for one: a thread must hold no other lease meanwhile.
    /// \param sources of a VRT; null: not a VRT \throws as `open`; Error{Limit} after the deadline
    [[nodiscard]] Lease lease(std::filesystem::path const& path, Open const& open,
                              Deadline const& deadline, Paths const* sources = nullptr);

    /// The sources of VRTs.
    [[nodiscard]] VrtSources& vrts() noexcept { return m_vrts; }
    [[nodiscard]] KnownCompanions& companions() noexcept { return m_companions; }
    [[nodiscard]] BlockCache& blocks() noexcept { return m_blocks; }

    [[nodiscard]] Usage usage();

private:
    friend class Lease;
    using Clock = std::chrono::steady_clock;
    struct Idle {
        std::string path;
        RasterStamps stamps;
        std::unique_ptr<ms::ogr::RasterFile> file;
        Clock::time_point since;
    };

    using IdleFiles = std::list<Idle>;

    // All but give_back() with the lock held; what they remove is closed by close().
    [[nodiscard]] std::unique_ptr<ms::ogr::RasterFile> take_idle(Lease const& lease,
                                                                 IdleFiles& removed);
    void remove(IdleFiles::iterator idle, IdleFiles& removed);
    void remove_old(IdleFiles& removed);
    /// Releases the lock meanwhile.
    void close(std::unique_lock<std::mutex>& lock, IdleFiles& removed);
    void give_back(Lease& lease) noexcept;

    VrtSources m_vrts;
    KnownCompanions m_companions;
    BlockCache m_blocks; ///< before the files that use it
    Limits m_limits;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    IdleFiles m_idle; ///< the one used last in front
    std::unordered_multimap<std::string, IdleFiles::iterator> m_by_path; ///< into m_idle
    std::size_t m_leased = 0;
    std::size_t m_closing = 0; ///< neither leased nor idle, but still open
};

} // namespace ms::source::raster
