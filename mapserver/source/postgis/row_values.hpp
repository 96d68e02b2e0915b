// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The values of a single row of an answer, and how many rows are handed on at once.

#include "feature/batch.hpp"

#include <cstddef>
#include <libpq-fe.h>
#include <span>
#include <string_view>

namespace ms::source::postgis {

inline std::string_view text_of(pg_result const& row, int column) noexcept
{
    return {PQgetvalue(&row, 0, column), static_cast<std::size_t>(PQgetlength(&row, 0, column))};
}

inline std::span<std::byte const> bytes_of(pg_result const& row, int column) noexcept
{
    return std::as_bytes(std::span{text_of(row, column)});
}

inline void append_text(pg_result const& row, int column, feature::TextColumn& out)
{
    PQgetisnull(&row, 0, column) != 0 ? out.append_null() : out.append(text_of(row, column));
}

/// A batch stays in the processor's cache: 1 MiB of coordinates.
inline bool is_full(feature::FeatureBatch const& batch) noexcept
{
    constexpr std::size_t max_rows = 2048;
    constexpr std::size_t max_points = 65536;
    return batch.size() >= max_rows || batch.geometry.points.size() >= max_points;
}

/// A batch is worth drawing before the network has more.
inline bool is_worthwhile(feature::FeatureBatch const& batch) noexcept
{
    constexpr std::size_t rows = 64;
    constexpr std::size_t points = 4096;
    return batch.size() >= rows || batch.geometry.points.size() >= points;
}

} // namespace ms::source::postgis
