// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Dates and times in the forms of ISO 8601, part by part.

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace ms {

/// What a text says, and how; which forms are valid is up to whoever reads it. Marks are '\0' where
/// there are none.
struct TimeText {
    std::array<int, 6> parts{1970, 1, 1, 0, 0, 0}; ///< year to second; the first moment of the rest
    std::size_t date_parts = 0;                    ///< 0: a time of day alone; 1: a year; 3: a day
    std::size_t clock_parts = 0;                   ///< 0: a date alone; 1: an hour; 3: a second
    char date_mark = '\0';             ///< '-' or '/' between the parts; none in "20240229"
    char clock_mark = '\0';            ///< before the hour: 'T', 't' or ' '
    char fraction_mark = '\0';         ///< behind the seconds: '.' or ','
    std::string_view fraction{};       ///< the digits behind it
    char zone_mark = '\0';             ///< 'Z', 'z', '+' or '-'
    std::optional<int> offset_minutes; ///< to UTC, where there is a zone
};

/// A date from the year down to the day, then T or a space and a time from the hour down to a
/// fraction of the second; or a time alone. Z or +hh[[:]mm] may follow a time, Z a date. Blanks
/// around it do not count. A month has 31 days here, a day 25 hours and a minute 61 seconds.
/// Nothing for anything else.
[[nodiscard]] std::optional<TimeText> read_time_text(std::string_view text) noexcept;

/// Whether the month has this day.
[[nodiscard]] bool is_in_calendar(TimeText const& time) noexcept;

} // namespace ms
