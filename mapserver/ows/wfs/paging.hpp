// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes which part of the selected features an answer contains.

#include "mapfile/model/map.hpp"
#include "ows/wfs/request.hpp"
#include "ows/wfs/resolved_query.hpp"

#include <cstdint>
#include <functional>
#include <optional>

namespace ms::ows::wfs {

/// Applies MAXFEATURES (COUNT), STARTINDEX and wfs_maxfeatures of a request, query after query.
class Paging {
public:
    Paging(mapfile::Map const& map, Request const& request);

    [[nodiscard]] bool has_limit() const noexcept { return m_limit.has_value(); }
    [[nodiscard]] bool has_start() const noexcept { return m_has_start; }
    [[nodiscard]] std::int64_t limit() const noexcept { return m_limit.value_or(-1); }
    [[nodiscard]] std::int64_t start() const noexcept { return m_start; }
    /// Whether answers contain the total count (wfs_compute_number_matched).
    [[nodiscard]] bool counts() const noexcept { return m_counts; }
    [[nodiscard]] bool is_full() const noexcept { return m_left && *m_left == 0; }
    /// Features that are still to be left out.
    [[nodiscard]] std::int64_t offset() const noexcept { return m_offset; }

    /// A query gave so many, all of them before the page.
    void skip(std::int64_t features) noexcept;
    /// A query gave so many of the page.
    void take(std::int64_t features) noexcept;
    /// The page of the next query, whose layer may have a maximum of its own.
    [[nodiscard]] Page page(ResolvedQuery const& resolved) const;
    /// MAXFEATURES of the query's layer; -1: none, or the request or the map has a limit, which
    /// replaces it, as in MapServer.
    [[nodiscard]] std::int64_t own_limit(ResolvedQuery const& resolved) const;

private:
    std::optional<std::int64_t> m_limit; ///< of all queries together
    std::optional<std::int64_t> m_left;
    bool m_has_start;
    std::int64_t m_offset;
    std::int64_t m_start;
    bool m_has_links = false; ///< to other pages
    bool m_counts = false;
};

/// Reads the requested page, query by query.
/// \param read_query reads the page's part of one query; returns the number of its features
void read_pages(Call const& call, Request const& request, ResolvedQueries const& all,
                std::function<std::int64_t(ResolvedQuery&, Page const&)> const& read_query);

} // namespace ms::ows::wfs
