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

/// From `first` up to but excluding `end`, in microseconds since 1970 in local time of the text.
/// "2024-02" is all of February.
struct Period {
    std::int64_t first = 0;
    std::int64_t end = 0;
    std::optional<int> offset_minutes; ///< of that time to UTC, if the text has it
};

/// The period of what was read: of a time of day alone on 1970-01-01.
[[nodiscard]] Period period_of(TimeText const& time) noexcept;

/// ISO 8601 from the year down to the fraction of a second, T or a space before the hour; days also
/// as 20240229 and 2024/02/29; the time of day alone (on 1970-01-01). A Z or +hh[:mm] may follow
/// the hour. nullopt for any other text.
[[nodiscard]] std::optional<Period> parse_time(std::string_view text) noexcept;

/// Whether the start of `time` and the period are in this relation: equal is "within". Converts
/// both to UTC if both offsets are known.
///
/// MapServer compares this way in SQL; when it evaluates an expression itself, it compares with the
/// start_of() the period.
[[nodiscard]] bool is_related(Operator op, Period const& time, Period const& period) noexcept;

/// The first second of a period: MapServer drops fractions.
[[nodiscard]] constexpr Period start_of(Period period) noexcept
{
    constexpr std::int64_t second = 1'000'000;
    period.end = period.end - period.first > second ? period.first + second : period.end;
    return period;
}

} // namespace ms::expr
