// SPDX-License-Identifier: MIT
#include "source/raster/datasets.hpp"

#include <algorithm>
#include <exception>
#include <iterator>
#include <new>
#include <utility>
#include <vector>

#include <sys/resource.h>
#include <unistd.h>

namespace ms::source::raster {

namespace {

/// Interval of deadline checks while others lease all files.
constexpr std::chrono::milliseconds wait_time{20};

std::size_t memory_of_machine() noexcept
{
    auto const pages = ::sysconf(_SC_PHYS_PAGES);
    auto const page_bytes = ::sysconf(_SC_PAGESIZE);
    return pages > 0 && page_bytes > 0
               ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(page_bytes)
               : 0;
}

} // namespace

Lease::Lease(Datasets& datasets, std::filesystem::path const& path, RasterStamps const& stamps)
    : m_datasets(&datasets), m_path(path.string()), m_stamps(stamps),
      m_exceptions(std::uncaught_exceptions())
{}

Lease::~Lease()
{
    if (m_file && m_datasets != nullptr) {
        m_datasets->give_back(*this);
    }
}

Datasets::Limits Datasets::Limits::of_process()
{
    // A quarter of what the process may have open: overviews and masks may take handles of their
    // own, and others need some.
    constexpr rlim_t min_open = 64;
    constexpr rlim_t max_open = 512;
    constexpr std::size_t max_block_bytes = std::size_t{256} << 20U;
    Limits limits;
    limits.block_bytes = std::min(memory_of_machine() / 40, max_block_bytes);
    rlimit handles{};
    if (::getrlimit(RLIMIT_NOFILE, &handles) == 0) {
        auto const files = std::clamp(handles.rlim_cur / 4, min_open, max_open);
        limits.open = files - files / 16; // the rest for second handles of those that are read
    }
    return limits;
}

void Datasets::remove(IdleFiles::iterator idle, IdleFiles& removed)
{
    auto const [begin, end] = m_by_path.equal_range(idle->path);
    m_by_path.erase(
        std::find_if(begin, end, [&](auto const& each) { return each.second == idle; }));
    removed.splice(removed.end(), m_idle, idle);
}

std::unique_ptr<ms::ogr::RasterFile> Datasets::take_idle(Lease const& lease, IdleFiles& removed)
{
    auto const [begin, end] = m_by_path.equal_range(lease.m_path);
    std::vector<IdleFiles::iterator> same;
    std::transform(begin, end, std::back_inserter(same),
                   [](auto const& each) { return each.second; });
    std::unique_ptr<ms::ogr::RasterFile> file;
    for (auto const& idle : same) {
        bool const is_current = idle->stamps == lease.m_stamps;
        if (is_current && !file) {
            file = std::move(idle->file);
            remove(idle, removed);
        } else if (!is_current) {
            remove(idle, removed);
        }
    }
    return file;
}

void Datasets::remove_old(IdleFiles& removed)
{
    auto const oldest = Clock::now() - m_limits.idle_time;
    while (!m_idle.empty() && m_idle.back().since < oldest) {
        remove(std::prev(m_idle.end()), removed);
    }
}

void Datasets::close(std::unique_lock<std::mutex>& lock, IdleFiles& removed)
{
    // GDAL closes slowly: others need not wait. Counted as open until then.
    if (removed.empty()) {
        return;
    }
    auto const count = removed.size();
    m_closing += count;
    lock.unlock();
    removed.clear();
    lock.lock();
    m_closing -= count;
    m_changed.notify_all();
}

Lease Datasets::lease(std::filesystem::path const& path, Open const& open, Deadline const& deadline,
                      Paths const* sources)
{
    // Stamps first: the next lease notices changes that happen while the file is opened.
    Lease lease{*this, path, m_companions.stamps_of(path, sources)};
    IdleFiles removed;
    std::unique_lock lock{m_mutex};
    for (;;) {
        remove_old(removed);
        if (auto file = take_idle(lease, removed)) {
            ++m_leased;
            lease.m_file = std::move(file);
            lease.m_was_open = true;
            close(lock, removed);
            return lease;
        }
        if (m_leased + m_closing + m_idle.size() + removed.size() < m_limits.open) {
            break;
        }
        if (removed.empty() && !m_idle.empty()) {
            remove(std::prev(m_idle.end()), removed);
        }
        if (!removed.empty()) {
            close(lock, removed);
            continue;
        }
        m_changed.wait_for(lock, wait_time);
        lock.unlock();
        deadline.check();
        lock.lock();
    }
    ++m_leased;
    close(lock, removed);
    lock.unlock();
    try {
        lease.m_file = open(path.string());
    } catch (...) {
        lock.lock();
        --m_leased;
        m_changed.notify_one();
        throw;
    }
    return lease;
}

void Datasets::give_back(Lease& lease) noexcept
{
    bool const is_sound = std::uncaught_exceptions() == lease.m_exceptions;
    // Another change of a young file might leave its stamp as it is.
    bool const is_kept = is_sound && lease.m_stamps.are_settled(std::chrono::system_clock::now());
    lease.m_file->rest();
    IdleFiles removed;
    std::unique_lock lock{m_mutex};
    try {
        if (is_kept && m_by_path.count(lease.m_path) < m_limits.idle_of_file) {
            m_idle.push_front({lease.m_path, lease.m_stamps, nullptr, Clock::now()});
            try {
                m_by_path.emplace(lease.m_path, m_idle.begin());
            } catch (std::bad_alloc const&) {
                m_idle.pop_front();
                throw;
            }
            m_idle.front().file = std::move(lease.m_file);
        }
    } catch (std::bad_alloc const&) { // the file is closed then
    }
    if (lease.m_file) { // closed before it is counted as closed
        lock.unlock();
        lease.m_file.reset();
        lock.lock();
    }
    --m_leased;
    remove_old(removed);
    close(lock, removed);
    m_changed.notify_one();
}

Datasets::Usage Datasets::usage()
{
    IdleFiles removed;
    std::unique_lock lock{m_mutex};
    remove_old(removed);
    close(lock, removed);
    return {m_leased, m_idle.size()};
}

} // namespace ms::source::raster
