// SPDX-License-Identifier: MIT
#include "source/shapefile/shapefiles.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>

namespace ms::source::shapefile {

Shapefiles::Limits Shapefiles::Limits::of_process()
{
    constexpr std::size_t most = 64;
    constexpr std::size_t part = 16;
    constexpr std::size_t handles = 3;
    rlimit limit{};
    auto const allowed =
        ::getrlimit(RLIMIT_NOFILE, &limit) == 0 ? static_cast<std::size_t>(limit.rlim_cur) : 0;
    return {std::clamp<std::size_t>(allowed / part / handles, 1, most), std::size_t{64} << 20U};
}

Shapefiles::Shapefiles(Limits limits) : m_limits(limits) {}

std::shared_ptr<Dataset const> Shapefiles::open(std::filesystem::path const& stem,
                                                ErrorContext const& context)
{
    std::shared_ptr<Dataset const> known;
    {
        std::scoped_lock const lock{m_mutex};
        known = find(stem.native());
    }
    if (known && known->is_current(stem)) {
        return known;
    }
    auto const now = std::chrono::system_clock::now();
    auto opened = Dataset::open(stem, context);
    std::scoped_lock const lock{m_mutex};
    erase(stem.native());
    if (opened->is_settled(now)) { // else a later change could leave its stamps as they are
        m_open.push_front({stem.native(), opened, Clock::now()});
    }
    keep_limits();
    return opened;
}

std::shared_ptr<Dataset const> Shapefiles::find(std::string const& stem)
{
    auto const found = std::ranges::find(m_open, stem, &Open::stem);
    if (found == m_open.end()) {
        return nullptr;
    }
    found->used = Clock::now();
    m_open.splice(m_open.begin(), m_open, found);
    return found->dataset;
}

void Shapefiles::erase(std::string const& stem)
{
    std::erase_if(m_open, [&](Open const& open) { return open.stem == stem; });
}

void Shapefiles::keep_limits()
{
    std::size_t bytes = 0;
    for (auto const& open : m_open) {
        bytes += open.dataset->bytes();
    }
    auto const oldest = Clock::now() - m_limits.rest;
    while (!m_open.empty() && (m_open.size() > m_limits.files || bytes > m_limits.bytes ||
                               m_open.back().used < oldest)) {
        bytes -= m_open.back().dataset->bytes();
        m_open.pop_back();
    }
}

std::size_t Shapefiles::size() const
{
    std::scoped_lock const lock{m_mutex};
    return m_open.size();
}

std::shared_ptr<Dataset const> open_dataset(std::filesystem::path const& stem,
                                            ErrorContext const& context, Shapefiles* shapefiles)
{
    return shapefiles == nullptr ? Dataset::open(stem, context) : shapefiles->open(stem, context);
}

} // namespace ms::source::shapefile
