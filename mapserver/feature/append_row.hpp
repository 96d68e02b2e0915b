// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Copies rows from one batch to another.

#include "feature/batch.hpp"

#include <cstddef>

namespace ms::feature {

/// Appends a row of a batch to one with the same attributes: NULL where it has none.
void append_row(FeatureBatch const& from, std::size_t row, FeatureBatch& to);

} // namespace ms::feature
