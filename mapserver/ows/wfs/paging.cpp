// SPDX-License-Identifier: MIT
#include "ows/wfs/paging.hpp"

#include "base/string.hpp"
#include "ows/common/metadata.hpp"

#include <algorithm>

namespace ms::ows::wfs {

namespace {

std::optional<std::int64_t> maximum(mapfile::StringMap const& metadata)
{
    auto const number = parse_int(trim(value_of(Service::Wfs, metadata, "maxfeatures")));
    return number && *number >= 0 ? std::optional<std::int64_t>{*number} : std::nullopt;
}

std::optional<std::int64_t> least(std::optional<std::int64_t> a, std::optional<std::int64_t> b)
{
    return a && b ? std::optional{std::min(*a, *b)} : (a ? a : b);
}

} // namespace

Paging::Paging(mapfile::Map const& map, Request const& request)
    : m_has_start(request.start_index.value_or(-1) >= 0),
      m_offset(std::max(request.start_index.value_or(0), 0)), m_start(m_offset)
{
    auto const requested = request.max_features.value_or(-1);
    m_limit = least(requested < 0 ? std::nullopt : std::optional<std::int64_t>{requested},
                    maximum(map.web.metadata));
    m_left = m_limit;
    auto const compute = trim(value_of(Service::Wfs, map.web.metadata, "compute_number_matched"));
    m_has_links = request.version == Version::V200;
    m_counts = m_has_links && equals_ignoring_case(compute, "true");
}

void Paging::skip(std::int64_t features) noexcept
{
    m_offset = std::max<std::int64_t>(m_offset - features, 0);
}

void Paging::take(std::int64_t features) noexcept
{
    m_offset = 0;
    if (m_left) {
        *m_left -= features;
    }
}

Page Paging::page(ResolvedQuery const& resolved) const
{
    auto const limit = least(m_left, maximum(resolved.definition.metadata));
    return {m_offset, limit.value_or(own_limit(resolved)), m_has_start, m_has_links && !m_counts};
}

std::int64_t Paging::own_limit(ResolvedQuery const& resolved) const
{
    return m_limit ? -1 : resolved.most;
}

void read_pages(Call const& call, Request const& request, ResolvedQueries const& all,
                std::function<std::int64_t(ResolvedQuery&, Page const&)> const& read_query)
{
    Paging paging{*call.map, request};
    for (auto const& resolved : all) {
        auto const offset = paging.offset();
        if (offset > 0 && resolved != all.back()) {
            if (auto const matched = count(call, *resolved); matched <= offset) {
                paging.skip(matched);
                continue;
            }
        }
        if (!paging.is_full()) {
            paging.take(read_query(*resolved, paging.page(*resolved)));
        }
    }
}

} // namespace ms::ows::wfs
