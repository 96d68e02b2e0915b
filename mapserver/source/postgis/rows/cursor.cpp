// SPDX-License-Identifier: MIT
#include "source/postgis/rows/cursor.hpp"

#include "source/postgis/rows/row_values.hpp"

#include <utility>

namespace ms::source::postgis {

namespace {

constexpr int geometry_column = 0;
constexpr int first_field = 1;

} // namespace

Cursor::Cursor(Table table, Query query)
    : m_table(std::move(table)), m_query(std::move(query)),
      m_stream(m_table, prepare(), [this] { return prepare(); })
{}

Statement Cursor::prepare()
{
    m_fetch = m_table.fetch(m_query);
    m_decoder.emplace(m_fetch.transfer, m_query.kind);
    m_reader.emplace(m_fetch, m_query.pixel_size, first_field);
    return m_fetch.statement;
}

bool Cursor::next(feature::FeatureBatch& batch)
{
    batch.reset(m_query.fields.size());
    while (!m_is_finished && batch.size() == 0) {
        read_rows(batch);
    }
    return batch.size() > 0 || batch.skipped > 0;
}

void Cursor::read_rows(feature::FeatureBatch& batch)
{
    while (!batch.is_full() && !(is_worthwhile(batch) && m_stream.must_wait())) {
        auto const row = m_stream.next();
        if (!row || !read_row(*row, batch)) {
            m_is_finished = true;
            m_stream.close();
            return;
        }
    }
}

/// \return whether the query needs more rows
bool Cursor::read_row(pg_result const& row, feature::FeatureBatch& batch)
{
    bool const has_shape = !is_null(row, geometry_column);
    auto const shape = bytes_of(row, geometry_column);
    bool const counts = has_shape || m_query.null_geometry == NullGeometry::Returned;
    if (!counts || !m_reader->takes(row, shape, *m_decoder)) {
        return true;
    }
    if (!has_shape) {
        batch.geometry.end_feature(geometry::Kind::None);
    } else if (!m_decoder->append(shape, batch.geometry)) {
        ++batch.skipped;
        return true;
    }
    m_reader->append_attributes(row, batch);
    return m_reader->count();
}

} // namespace ms::source::postgis
