// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The values of a single row of a result, and the batch size.

#include "feature/batch.hpp"
#include "source/postgis/link/libpq.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace ms::source::postgis {

// Valid as long as the row.
[[nodiscard]] std::string_view text_of(pg_result const& row, int column) noexcept;
[[nodiscard]] std::span<std::byte const> bytes_of(pg_result const& row, int column) noexcept;
[[nodiscard]] bool is_null(pg_result const& row, int column) noexcept;

void append_text(pg_result const& row, int column, feature::TextColumn& out);

/// A batch is worth drawing before the network has more.
[[nodiscard]] bool is_worthwhile(feature::FeatureBatch const& batch) noexcept;

} // namespace ms::source::postgis
