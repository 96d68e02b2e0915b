// SPDX-License-Identifier: MIT
#include "source/postgis/rows/row_reader.hpp"

#include "source/postgis/rows/row_values.hpp"

namespace ms::source::postgis {

RowReader::RowReader(Fetch const& fetch, double pixel_size, int first_field)
    : m_fetch(fetch), m_first_field(first_field), m_rows_left(fetch.max_features),
      m_rows_to_skip(fetch.offset)
{
    if (!fetch.rest.is_always_true()) {
        m_filter.emplace(fetch.rest, fetch.fields, expr::Environment{pixel_size});
    }
}

void RowReader::append_attributes(pg_result const& row, feature::FeatureBatch& batch) const
{
    append_fields(row, batch);
    if (m_fetch.with_ids) {
        append_text(row, m_first_field + static_cast<int>(m_fetch.fields.size()), batch.ids);
    }
}

void RowReader::append_fields(pg_result const& row, feature::FeatureBatch& batch) const
{
    auto column = m_first_field;
    for (auto& values : batch.attributes) {
        append_text(row, column++, values);
    }
}

bool RowReader::passes_filter(pg_result const& row, std::span<std::byte const> shape,
                              Decoder& decoder)
{
    m_candidate.reset(m_fetch.fields.size());
    append_fields(row, m_candidate);
    if (!m_fetch.rest.uses_shape()) {
        m_candidate.geometry.end_feature(geometry::Kind::None);
    } else if (!decoder.append(shape, m_candidate.geometry)) {
        return false;
    }
    return m_filter->is_true(m_candidate, 0);
}

} // namespace ms::source::postgis
