// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads the rows of one query with cached geometries, as far as they are still valid.

#include "source/feature_source.hpp"
#include "source/postgis/link/geometry_cache.hpp"
#include "source/postgis/rows/decode.hpp"
#include "source/postgis/rows/row_reader.hpp"
#include "source/postgis/rows/row_stream.hpp"

#include <cstdint>
#include <memory>

namespace ms::source::postgis {

/// Reads the row versions of the query, then the geometries that are not cached, and returns all
/// rows in the order of the first result. Both results are read completely first: if a row changes
/// between them, everything is fetched at once, as Cursor does. Memory: 16 bytes and the attributes
/// of each row, for at most 200,000 rows with 8 MiB of attributes.
class VersionedCursor final : public FeatureCursor {
public:
    /// Sends the first question if a connection is free for it. \throws Error naming the layer
    VersionedCursor(Table table, Query query, VersionedFetch fetch);

    bool next(feature::FeatureBatch& batch) override;
    [[nodiscard]] bool reads_apart() const noexcept override { return true; }

private:
    /// The cache cannot be used, or does not suffice: the query runs as one statement.
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

    std::int64_t m_file; ///< of the cached geometries, until the server reports another
    std::vector<RowVersion> m_rows;
    std::vector<bool> m_is_cut;         ///< must not be cached
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
