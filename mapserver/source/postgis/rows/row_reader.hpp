// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What a fetch leaves for us to do with each row of its answer, beside the geometry.

#include "expr/bind.hpp"
#include "source/postgis/link/libpq.hpp"
#include "source/postgis/rows/decode.hpp"
#include "source/postgis/sql/fetch.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace ms::source::postgis {

/// Decides which rows the query gives where the server could not, and reads their attributes.
class RowReader {
public:
    /// \param fetch must outlive the reader
    /// \param first_field the column of the first of `fetch.fields`
    /// \throws as expr::Bound
    RowReader(Fetch const& fetch, double pixel_size, int first_field);

    /// Whether the row meets what is left of the filter and is none of those that are left out in
    /// front. Asked once for each row, in their order.
    /// \param shape read where the filter looks at it; one that is malformed meets none
    [[nodiscard]] bool takes(pg_result const& row, std::span<std::byte const> shape,
                             Decoder& decoder)
    {
        return (!m_filter || passes_filter(row, shape, decoder)) && !is_left_out();
    }
    /// As many as the batch has columns for, and the id where it was fetched.
    void append_attributes(pg_result const& row, feature::FeatureBatch& batch) const;
    /// Counts a row that is handed on. \return whether more are wanted
    [[nodiscard]] bool count() noexcept { return m_rows_left < 0 || --m_rows_left > 0; }

private:
    [[nodiscard]] bool passes_filter(pg_result const& row, std::span<std::byte const> shape,
                                     Decoder& decoder);
    [[nodiscard]] bool is_left_out() noexcept
    {
        bool const is_one = m_rows_to_skip > 0;
        m_rows_to_skip -= is_one ? 1 : 0;
        return is_one;
    }
    void append_fields(pg_result const& row, feature::FeatureBatch& batch) const;

    Fetch const& m_fetch;
    int m_first_field;
    std::optional<expr::Bound> m_filter; ///< what the server does not evaluate
    feature::FeatureBatch m_candidate;   ///< the row the filter is asked about
    std::int64_t m_rows_left;            ///< -1: no limit
    std::int64_t m_rows_to_skip;
};

} // namespace ms::source::postgis
