// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Serves computed features like those of other sources.

#include "feature/batch.hpp"
#include "source/feature_source.hpp"

#include <functional>
#include <memory>

namespace ms::source::raster {

/// Computes all rows, with all attributes of a schema. Called once, when the first row is read.
using ComputeRows = std::function<feature::FeatureBatch()>;

/// The rows that FILTER and the box of a query let through, with its fields.
/// \param columns where among the computed attributes the query's fields are
/// \param filter_columns the same for `query.filter.attributes()`
[[nodiscard]] std::unique_ptr<FeatureCursor> rows_of(ComputeRows compute, Query const& query,
                                                     std::vector<std::size_t> columns,
                                                     std::vector<std::size_t> filter_columns);

} // namespace ms::source::raster
