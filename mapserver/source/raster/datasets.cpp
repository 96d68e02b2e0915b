// SPDX-License-Identifier: MIT
#include "source/raster/datasets.hpp"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

namespace ms::source::raster {

namespace {

/// Interval of deadline checks while others lease all files.
constexpr std::chrono::milliseconds wait_time{20};

} // namespace

Lease::Lease(Datasets& datasets, std::filesystem::path path, RasterStamps const& stamps)
    : m_datasets(&datasets), m_path(std::move(path)), m_stamps(stamps),
      m_exceptions(std::uncaught_exceptions())
{}

Lease::~Lease()
{
    if (m_file && m_datasets != nullptr) {
        m_datasets->give_back(*this);
    }
}

std::unique_ptr<ms::ogr::RasterFile> Datasets::take_idle(Lease const& lease)
{
    std::erase_if(m_idle, [&](Idle const& each) {
        return each.path == lease.m_path && each.stamps != lease.m_stamps;
    });
    auto const found = std::ranges::find(m_idle, lease.m_path, &Idle::path);
    if (found == m_idle.end()) {
        return nullptr;
    }
    auto file = std::move(found->file);
    m_idle.erase(found);
    return file;
}

void Datasets::close_old()
{
    auto const oldest = Clock::now() - m_limits.idle_time;
    while (!m_idle.empty() && m_idle.back().since < oldest) {
        m_idle.pop_back();
    }
}

Lease Datasets::lease(std::filesystem::path const& path, Open const& open, Deadline const& deadline,
                      Paths const* sources)
{
    // Stamps first: the next lease notices changes that happen while the file is opened.
    Lease lease{*this, path, RasterStamps::of(path, sources)};
    std::unique_lock lock{m_mutex};
    close_old();
    for (;;) {
        if (auto file = take_idle(lease)) {
            ++m_leased;
            lease.m_file = std::move(file);
            lease.m_was_open = true;
            return lease;
        }
        if (m_leased + m_idle.size() < m_limits.open) {
            break;
        }
        if (!m_idle.empty()) {
            m_idle.pop_back();
            break;
        }
        m_changed.wait_for(lock, wait_time);
        lock.unlock();
        deadline.check();
        lock.lock();
    }
    ++m_leased;
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
    std::scoped_lock const lock{m_mutex};
    // Closed before it is counted as closed.
    try {
        auto const same = std::ranges::count(m_idle, lease.m_path, &Idle::path);
        if (is_kept && static_cast<std::size_t>(same) < m_limits.idle_of_file) {
            m_idle.push_front({lease.m_path, lease.m_stamps, nullptr, Clock::now()});
            m_idle.front().file = std::move(lease.m_file);
        }
    } catch (std::bad_alloc const&) { // the file is closed then
    }
    lease.m_file.reset();
    --m_leased;
    close_old();
    m_changed.notify_one();
}

Datasets::Usage Datasets::usage()
{
    std::scoped_lock const lock{m_mutex};
    close_old();
    return {m_leased, m_idle.size()};
}

} // namespace ms::source::raster
