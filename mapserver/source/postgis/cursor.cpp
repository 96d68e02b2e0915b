// SPDX-License-Identifier: MIT
#include "source/postgis/cursor.hpp"

#include "source/postgis/row_values.hpp"

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
    m_filter.reset();
    if (!m_fetch.rest.is_always_true()) {
        m_filter.emplace(m_fetch.rest, m_fetch.fields, expr::Environment{m_query.pixel_size});
    }
    m_rows_left = m_fetch.max_features;
    m_rows_to_skip = m_fetch.offset;
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
    while (!is_full(batch) && !(is_worthwhile(batch) && m_stream.must_wait())) {
        auto const row = m_stream.next();
        if (!row || !read_row(*row, batch)) {
            m_is_finished = true;
            m_stream.close();
            return;
        }
    }
}

/// \return whether more rows are wanted
bool Cursor::read_row(pg_result const& row, feature::FeatureBatch& batch)
{
    if (is_null(row, geometry_column) || (m_filter && !passes_filter(row))) {
        return true;
    }
    if (m_rows_to_skip > 0) {
        --m_rows_to_skip;
        return true;
    }
    if (!m_decoder->append(bytes_of(row, geometry_column), batch.geometry)) {
        ++batch.skipped;
        return true;
    }
    for (std::size_t i = 0; i < batch.attributes.size(); ++i) {
        append_text(row, first_field + static_cast<int>(i), batch.attributes[i]);
    }
    if (m_fetch.with_ids) {
        append_text(row, first_field + static_cast<int>(m_fetch.fields.size()), batch.ids);
    }
    return m_rows_left < 0 || --m_rows_left > 0;
}

bool Cursor::passes_filter(pg_result const& row)
{
    m_candidate.reset(m_fetch.fields.size());
    for (std::size_t i = 0; i < m_fetch.fields.size(); ++i) {
        append_text(row, first_field + static_cast<int>(i), m_candidate.attributes[i]);
    }
    if (!m_fetch.rest.uses_shape()) {
        m_candidate.geometry.end_feature(geometry::Kind::None);
    } else if (!m_decoder->append(bytes_of(row, geometry_column), m_candidate.geometry)) {
        return false;
    }
    return m_filter->is_true(m_candidate, 0);
}

} // namespace ms::source::postgis
