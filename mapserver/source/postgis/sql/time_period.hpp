// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses times of mapfiles and WMS: a value represents the period of its last digit.

#include <optional>
#include <string>
#include <string_view>

namespace ms::source::postgis {

/// "2024-02" is all of February: from 2024-02-01 00:00:00 on, for one month.
struct TimePeriod {
    std::string start;       ///< "2024-02-01 00:00:00", followed by Z if the text had one
    std::string_view length; ///< as an interval: "1 month"
};

/// ISO 8601 from the year down to the second (a fraction is a moment within it); T or a space
/// before the time. nullopt for any other text, also for days that do not exist.
[[nodiscard]] std::optional<TimePeriod> parse_time_period(std::string_view text);

} // namespace ms::source::postgis
