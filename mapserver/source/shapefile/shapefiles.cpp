// SPDX-License-Identifier: MIT
#include "source/shapefile/shapefiles.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>

namespace ms::source::shapefile {

namespace {

/// Every file counts as a share of the bytes, so that one bound holds for both.
std::size_t counted_bytes(Dataset const& dataset, std::size_t share)
{
    return std::max(dataset.bytes(), share);
}

} // namespace

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

Shapefiles::Shapefiles(Limits limits) : m_limits(limits), m_open(limits.bytes) {}

std::shared_ptr<Dataset const> Shapefiles::open(std::filesystem::path const& stem,
                                                ErrorContext const& context)
{
    std::shared_ptr<Dataset const> known;
    {
        std::scoped_lock const lock{m_mutex};
        auto const* const found = m_open.find(stem.native());
        known = found == nullptr ? nullptr : *found;
    }
    if (known && known->is_current(stem)) {
        return known;
    }
    auto const now = std::chrono::system_clock::now();
    auto opened = Dataset::open(stem, context);
    std::scoped_lock const lock{m_mutex};
    if (opened->is_settled(now)) { // else a later change could leave its stamps as they are
        // Room for the map's own entries, too.
        auto const share = m_limits.bytes / (m_limits.files + 1);
        m_open.put(stem.native(), opened, counted_bytes(*opened, share));
    } else {
        m_open.erase(stem.native());
    }
    return opened;
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
