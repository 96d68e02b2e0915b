// SPDX-License-Identifier: MIT
#include "expr/time.hpp"

#include "base/time_text.hpp"

#include <chrono>

namespace ms::expr {

namespace {

using std::chrono::microseconds;

std::int64_t count(microseconds duration)
{
    return duration.count();
}

std::int64_t count(std::chrono::sys_days day)
{
    return count(microseconds{day.time_since_epoch()});
}

/// The year, month or day; February 30 is in March.
Period date_of(TimeText const& time)
{
    using namespace std::chrono;
    year_month const month_of{year{time.parts[0]}, month{static_cast<unsigned>(time.parts[1])}};
    sys_days const first = sys_days{month_of / 1} + days{time.parts[2] - 1};
    sys_days const end = time.date_parts == 1   ? sys_days{(month_of + years{1}) / 1}
                         : time.date_parts == 2 ? sys_days{(month_of + months{1}) / 1}
                                                : first + days{1};
    return {count(first), count(end), {}};
}

/// Digits after the point; those beyond microseconds are dropped.
microseconds fraction_of(TimeText const& time)
{
    std::int64_t value = 0;
    std::int64_t unit = 1'000'000;
    for (char const c : time.fraction) {
        unit /= 10;
        value += unit * (c - '0');
    }
    return microseconds{value};
}

microseconds clock_length(TimeText const& time)
{
    using namespace std::chrono;
    if (time.fraction_mark != '\0') {
        return microseconds{1};
    }
    return time.clock_parts == 1   ? microseconds{hours{1}}
           : time.clock_parts == 2 ? microseconds{minutes{1}}
                                   : microseconds{seconds{1}};
}

} // namespace

Period period_of(TimeText const& time) noexcept
{
    using namespace std::chrono;
    auto period = date_of(time);
    if (time.clock_parts > 0) {
        period.first += count(hours{time.parts[3]} + minutes{time.parts[4]} +
                              seconds{time.parts[5]} + fraction_of(time));
        period.end = period.first + count(clock_length(time));
    }
    period.offset_minutes = time.offset_minutes;
    return period;
}

std::optional<Period> parse_time(std::string_view text) noexcept
{
    auto const time = read_time_text(text);
    bool const is_whole = time && (time->clock_parts == 0 || time->date_parts == 0 ||
                                   time->date_parts == 3); // no time of day of a whole month
    return is_whole ? std::optional{period_of(*time)} : std::nullopt;
}

bool is_related(Operator op, Period const& time, Period const& period) noexcept
{
    bool const are_on_known_clocks = time.offset_minutes && period.offset_minutes;
    constexpr std::int64_t minute_length = 60'000'000;
    auto const shift =
        are_on_known_clocks ? (*period.offset_minutes - *time.offset_minutes) * minute_length : 0;
    auto const moment = time.first + shift;
    switch (op) {
    case Operator::Equal:
        return moment >= period.first && moment < period.end;
    case Operator::NotEqual:
        return moment < period.first || moment >= period.end;
    case Operator::Less:
        return moment < period.first;
    case Operator::LessEqual:
        return moment < period.end;
    case Operator::Greater:
        return moment >= period.end;
    case Operator::GreaterEqual:
        return moment >= period.first;
    default:
        return false;
    }
}

} // namespace ms::expr
