// SPDX-License-Identifier: MIT
#include "expr/time.hpp"

#include "base/string.hpp"

#include <chrono>

namespace ms::expr {

namespace {

using std::chrono::microseconds;

/// Reads `count` digits and returns their value if it lies in [least, most].
std::optional<int> take_number(std::string_view& rest, std::size_t count, int least, int most)
{
    if (rest.size() < count) {
        return std::nullopt;
    }
    int value = 0;
    for (char const c : rest.substr(0, count)) {
        if (c < '0' || c > '9') {
            return std::nullopt;
        }
        value = value * 10 + (c - '0');
    }
    if (value < least || value > most) {
        return std::nullopt;
    }
    rest.remove_prefix(count);
    return value;
}

bool take(std::string_view& rest, std::string_view any_of)
{
    bool const is_there = !rest.empty() && any_of.find(rest.front()) != std::string_view::npos;
    rest.remove_prefix(is_there ? 1 : 0);
    return is_there;
}

struct Days {
    std::chrono::sys_days first;
    std::chrono::sys_days end;
};

Days days_of(int year, std::optional<int> month, std::optional<int> day)
{
    using namespace std::chrono;
    auto const at = [](int y, int m) {
        return year_month{std::chrono::year{y}, std::chrono::month{static_cast<unsigned>(m)}};
    };
    if (!month) {
        return {at(year, 1) / 1, at(year + 1, 1) / 1};
    }
    auto const start = at(year, *month);
    if (!day) {
        return {start / 1, (start + months{1}) / 1};
    }
    sys_days const first = sys_days{start / 1} + days{*day - 1}; // February 30 is in March
    return {first, first + days{1}};
}

/// YYYY, YYYY-MM, YYYY-MM-DD, YYYY/MM/DD or YYYYMMDD.
std::optional<Days> take_days(std::string_view& rest)
{
    auto const year = take_number(rest, 4, 0, 9999);
    if (!year) {
        return std::nullopt;
    }
    bool const is_compact = !rest.empty() && rest.front() >= '0' && rest.front() <= '9';
    if (!is_compact && !take(rest, "-/")) {
        return days_of(*year, {}, {});
    }
    auto const month = take_number(rest, 2, 1, 12);
    if (!month) {
        return std::nullopt;
    }
    if (!is_compact && !take(rest, "-/")) {
        return days_of(*year, month, {});
    }
    auto const day = take_number(rest, 2, 1, 31);
    return day ? std::optional{days_of(*year, month, day)} : std::nullopt;
}

struct TimeOfDay {
    microseconds first{};
    microseconds length{};
};

/// Digits behind the point; those behind a microsecond are dropped.
microseconds take_fraction(std::string_view& rest)
{
    std::int64_t value = 0;
    std::int64_t unit = 1'000'000;
    for (; !rest.empty() && rest.front() >= '0' && rest.front() <= '9'; rest.remove_prefix(1)) {
        unit /= 10;
        value += unit * (rest.front() - '0');
    }
    return microseconds{value};
}

/// HH, HH:MM, HH:MM:SS or HH:MM:SS.ffffff.
std::optional<TimeOfDay> take_time_of_day(std::string_view& rest)
{
    using namespace std::chrono;
    auto const hour = take_number(rest, 2, 0, 24);
    if (!hour) {
        return std::nullopt;
    }
    TimeOfDay time{hours{*hour}, hours{1}};
    if (take(rest, ":")) {
        auto const minute = take_number(rest, 2, 0, 59);
        if (!minute) {
            return std::nullopt;
        }
        time = {time.first + minutes{*minute}, minutes{1}};
        if (take(rest, ":")) {
            auto const second = take_number(rest, 2, 0, 60);
            if (!second) {
                return std::nullopt;
            }
            time = {time.first + seconds{*second}, seconds{1}};
            if (take(rest, ".,")) {
                time = {time.first + take_fraction(rest), microseconds{1}};
            }
        }
    }
    return time;
}

/// Z, +hh, +hhmm or +hh:mm at the end; false when something else is there.
bool take_offset(std::string_view& rest, std::optional<int>& offset_minutes)
{
    if (rest.empty()) {
        return true;
    }
    if (take(rest, "Zz")) {
        offset_minutes = 0;
        return rest.empty();
    }
    bool const is_west = rest.front() == '-';
    if (!take(rest, "+-")) {
        return false;
    }
    auto const hour = take_number(rest, 2, 0, 18);
    take(rest, ":");
    auto const minute = rest.empty() ? std::optional{0} : take_number(rest, 2, 0, 59);
    if (!hour || !minute) {
        return false;
    }
    offset_minutes = (*hour * 60 + *minute) * (is_west ? -1 : 1);
    return rest.empty();
}

std::int64_t count(std::chrono::sys_days day)
{
    return microseconds{day.time_since_epoch()}.count();
}

} // namespace

std::optional<Period> parse_time(std::string_view text) noexcept
{
    auto rest = trim(text);
    Period period;
    bool const has_no_day =
        rest.starts_with('T') || rest.starts_with('t') || (rest.size() > 2 && rest[2] == ':');
    if (has_no_day) {
        take(rest, "Tt");
    } else {
        auto const days = take_days(rest);
        if (!days) {
            return std::nullopt;
        }
        period = {count(days->first), count(days->end), {}};
    }
    if (has_no_day || (!rest.empty() && rest.front() != 'Z')) {
        if (!has_no_day && !take(rest, "Tt ")) {
            return std::nullopt;
        }
        constexpr std::int64_t day_length = 86'400'000'000;
        auto const time = take_time_of_day(rest);
        if (!time || (!has_no_day && period.end - period.first != day_length)) {
            return std::nullopt;
        }
        period.first += time->first.count();
        period.end = period.first + time->length.count();
    }
    return take_offset(rest, period.offset_minutes) ? std::optional{period} : std::nullopt;
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
