// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The rows of one query whose geometries were thinned before, unless they have changed since.

#include "source/feature_source.hpp"
#include "source/postgis/link/geometry_cache.hpp"
#include "source/postgis/rows/decode.hpp"
#include "source/postgis/rows/row_reader.hpp"
#include "source/postgis/rows/row_stream.hpp"

#include <cstdint>
#include <memory>

namespace ms::source::postgis {

/// Asks which versions of which rows the query gives, then for the geometries of those that are not
/// kept, and hands all on in the first answer's order. Both answers are taken whole first: when a
/// row changes between them, all is asked for at once, as Cursor does. Memory: 16 bytes and the
/// attributes of each row, of 200,000 at most.
class VersionedCursor final : public FeatureCursor {
public:
    /// Sends the first question if a connection is free for it. \throws Error naming the layer
    VersionedCursor(Table table, Query query, VersionedFetch fetch);

    bool next(feature::FeatureBatch& batch) override;

private:
    /// Kept versions are not to be had, or are not enough: the query is asked in one.
    struct BypassCache {};

    void gather();
    void read_versions();
    [[nodiscard]] bool read_version(pg_result const& row);
    void look_up();
    void read_geometries();
    void read_geometry(pg_result const& row);
    [[nodiscard]] std::size_t missing_row(RowVersion version) const;
    [[nodiscard]] std::string places_of_missing() const;
    [[nodiscard]] GeometryCache& cache() const noexcept { return m_table.geometry_cache(); }

    Table m_table;
    Query m_query;
    VersionedFetch m_fetch;
    Decoder m_decoder;
    RowReader m_reader;

    std::int64_t m_file; ///< of what is kept, until the server tells another
    std::vector<RowVersion> m_rows;
    std::vector<bool> m_is_cut;         ///< not to be kept
    feature::FeatureBatch m_attributes; ///< and ids, without geometries
    std::shared_ptr<CachedGeometries> m_kept;
    std::vector<CachedGeometries::Bytes> m_bytes;
    std::vector<std::size_t> m_missing; ///< numbers of rows, by their places
    ByteArena m_cut;
    std::size_t m_read_bytes = 0;

    bool m_is_gathered = false;
    std::size_t m_next = 0;
    std::unique_ptr<FeatureCursor> m_at_once;
    RowStream m_stream; ///< last: it refers to the others
};

} // namespace ms::source::postgis
