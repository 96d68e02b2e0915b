// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes the attributes of a group of features.

#include "feature/batch.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ms::source::cluster {

enum class Aggregate : std::uint8_t {
    Base, ///< the base's own value
    FeatureCount,
    Group,
    BaseFid,
    Min,
    Max,
    Sum,
    Avg,
    Count,
};

/// A name taken apart: "Sum:population" is {Sum, "population"}; other names are of the base.
struct Item {
    Aggregate aggregate = Aggregate::Base;
    std::string attribute; ///< of the source; empty: not read
};

[[nodiscard]] Item parse_item(std::string_view name);

/// Min, Max, Sum, Avg or Count over rows of a column. Values that are not numbers are ignored, but
/// Count counts all that are not NULL.
/// \return nullopt if there is no number
[[nodiscard]] std::optional<std::string> aggregate(Aggregate how, feature::TextColumn const& column,
                                                   std::span<std::uint32_t const> rows);

} // namespace ms::source::cluster
