// SPDX-License-Identifier: MIT
#include "source/postgis/rows/row_values.hpp"

#include <libpq-fe.h>

namespace ms::source::postgis {

std::string_view text_of(pg_result const& row, int column) noexcept
{
    return {PQgetvalue(&row, 0, column), static_cast<std::size_t>(PQgetlength(&row, 0, column))};
}

std::span<std::byte const> bytes_of(pg_result const& row, int column) noexcept
{
    return std::as_bytes(std::span{text_of(row, column)});
}

bool is_null(pg_result const& row, int column) noexcept
{
    return PQgetisnull(&row, 0, column) != 0;
}

void append_text(pg_result const& row, int column, feature::TextColumn& out)
{
    is_null(row, column) ? out.append_null() : out.append(text_of(row, column));
}

bool is_worthwhile(feature::FeatureBatch const& batch) noexcept
{
    constexpr std::size_t rows = 64;
    constexpr std::size_t points = 4096;
    return batch.size() >= rows || batch.geometry.points.size() >= points;
}

} // namespace ms::source::postgis
