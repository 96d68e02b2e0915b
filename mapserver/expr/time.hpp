// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses times of mapfiles and data.

#include "base/time_text.hpp"
#include "expr/node.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace ms::expr {

/// From `first` up to but not with `end`, in microseconds since 1970 on the clock it was read from.
/// "2024-02" is all of February.
struct Period {
    std::int64_t first = 0;
    std::int64_t end = 0;
    std::optional<int> offset_minutes; ///< of that clock to UTC, when it was written
};

/// The period of what was read: of a time of day alone on 1970-01-01.
[[nodiscard]] Period period_of(TimeText const& time) noexcept;

/// ISO 8601 from the year down to the fraction of a second, T or a space before the hour; days also
/// as 20240229 and 2024/02/29; the time of day alone (on 1970-01-01). A Z or +hh[:mm] may follow
/// the hour. Nothing for anything else.
[[nodiscard]] std::optional<Period> parse_time(std::string_view text) noexcept;

/// Whether the beginning of `time` and the period stand in this relation: equal is "within".
/// Clocks are brought together when both are known.
///
/// MapServer itself compares so in SQL; where it evaluates an expression itself, the period is
/// taken for its beginning.
[[nodiscard]] bool is_related(Operator op, Period const& time, Period const& period) noexcept;

} // namespace ms::expr
