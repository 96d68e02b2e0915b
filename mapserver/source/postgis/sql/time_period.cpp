// SPDX-License-Identifier: MIT
#include "source/postgis/sql/time_period.hpp"

#include "base/time_text.hpp"

#include <fmt/format.h>

#include <array>

namespace ms::source::postgis {

namespace {

/// Of the last part that is written.
constexpr std::array<std::string_view, 7> lengths{"",       "1 year",   "1 month", "1 day",
                                                  "1 hour", "1 minute", "1 second"};

/// What PostgreSQL reads as we mean it.
bool is_plain(TimeText const& time)
{
    constexpr std::size_t most_digits = 6; // microseconds, which is what PostgreSQL keeps
    bool const is_date = time.date_parts > 0 && time.parts[0] > 0 &&
                         (time.date_parts == 1 || time.date_mark == '-') && is_in_calendar(time);
    bool const is_clock = (time.clock_parts == 0 || time.date_parts == 3) &&
                          time.clock_mark != 't' && time.parts[3] < 24 && time.parts[5] < 60;
    bool const is_fraction =
        time.fraction_mark == '\0' || (time.fraction_mark == '.' && !time.fraction.empty() &&
                                       time.fraction.size() <= most_digits);
    bool const is_zone = time.zone_mark == '\0' || (time.zone_mark == 'Z' && time.clock_parts > 0);
    return is_date && is_clock && is_fraction && is_zone;
}

} // namespace

std::optional<TimePeriod> parse_time_period(std::string_view text)
{
    auto const time = read_time_text(text);
    if (!time || !is_plain(*time)) {
        return std::nullopt;
    }
    auto const& parts = time->parts;
    auto start = fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", parts[0], parts[1], parts[2],
                             parts[3], parts[4], parts[5]);
    bool const has_fraction = time->fraction_mark != '\0';
    if (has_fraction) {
        start += '.';
        start += time->fraction;
    }
    if (time->zone_mark != '\0') {
        start += 'Z';
    }
    return TimePeriod{std::move(start), has_fraction
                                            ? std::string_view{"1 microsecond"}
                                            : lengths[time->date_parts + time->clock_parts]};
}

} // namespace ms::source::postgis
