// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Processes the rows of a fetch, except for their geometry.

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

    /// Whether the row passes the rest of the filter and is not skipped by the offset. Called once
    /// for each row, in order.
    /// \param shape read if the filter uses it; a malformed one never passes
    [[nodiscard]] bool takes(pg_result const& row, std::span<std::byte const> shape,
                             Decoder& decoder)
    {
        return (!m_filter || passes_filter(row, shape, decoder)) && !is_left_out();
    }
    /// One per attribute column of the batch, and the id if it was fetched.
    void append_attributes(pg_result const& row, feature::FeatureBatch& batch) const;
    /// Counts an accepted row. \return whether the query needs more
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
    std::optional<expr::Bound> m_filter; ///< the part that the server does not evaluate
    feature::FeatureBatch m_candidate;   ///< the row that the filter evaluates
    std::int64_t m_rows_left;            ///< -1: no limit
    std::int64_t m_rows_to_skip;
};

} // namespace ms::source::postgis
