// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads the rows of one query while the server still sends them.

#include "source/feature_source.hpp"
#include "source/postgis/rows/decode.hpp"
#include "source/postgis/rows/row_reader.hpp"
#include "source/postgis/rows/row_stream.hpp"

#include <optional>

namespace ms::source::postgis {

class Cursor final : public FeatureCursor {
public:
    /// Sends the query if a connection is free for it. \throws Error naming the layer
    Cursor(Table table, Query query);

    bool next(feature::FeatureBatch& batch) override;
    /// Shapes in filters are for GEOS, which may take all the memory that the request has left.
    [[nodiscard]] bool reads_apart() const noexcept override { return !m_fetch.rest.uses_shape(); }

private:
    Statement prepare();
    void read_rows(feature::FeatureBatch& batch);
    bool read_row(pg_result const& row, feature::FeatureBatch& batch);

    Table m_table;
    Query m_query;
    Fetch m_fetch;
    std::optional<Decoder> m_decoder;
    std::optional<RowReader> m_reader;
    bool m_is_finished = false;
    RowStream m_stream; ///< last: it is built from the others
};

} // namespace ms::source::postgis
