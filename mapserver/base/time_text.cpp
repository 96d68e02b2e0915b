// SPDX-License-Identifier: MIT
#include "base/time_text.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <chrono>

namespace ms {

namespace {

bool starts_with_digit(std::string_view text) noexcept
{
    return !text.empty() && text.front() >= '0' && text.front() <= '9';
}

/// Reads `count` digits and returns their value if it lies in [least, most].
std::optional<int> take_digits(std::string_view& rest, std::size_t count, int least,
                               int most) noexcept
{
    int value = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (!starts_with_digit(rest)) {
            return std::nullopt;
        }
        value = value * 10 + (rest.front() - '0');
        rest.remove_prefix(1);
    }
    return value < least || value > most ? std::nullopt : std::optional{value};
}

/// Reads one of some characters; '\0' if none of them is there.
char take_mark(std::string_view& rest, std::string_view any_of) noexcept
{
    if (rest.empty() || any_of.find(rest.front()) == std::string_view::npos) {
        return '\0';
    }
    char const mark = rest.front();
    rest.remove_prefix(1);
    return mark;
}

bool take_part(std::string_view& rest, int& part, std::size_t digits, int least, int most) noexcept
{
    auto const value = take_digits(rest, digits, least, most);
    part = value.value_or(part);
    return value.has_value();
}

/// YYYY, YYYY-MM, YYYY-MM-DD, YYYY/MM/DD or YYYYMMDD.
bool take_date(std::string_view& rest, TimeText& time) noexcept
{
    if (!take_part(rest, time.parts[0], 4, 0, 9999)) {
        return false;
    }
    time.date_parts = 1;
    bool const is_compact = starts_with_digit(rest);
    constexpr std::array most{0, 12, 31};
    for (std::size_t part = 1; part < most.size(); ++part) {
        char const mark = is_compact ? '\0' : take_mark(rest, "-/");
        if (!is_compact && mark == '\0') {
            break;
        }
        if (!take_part(rest, time.parts[part], 2, 1, most[part])) {
            return false;
        }
        time.date_mark = time.date_mark == '/' ? '/' : mark;
        time.date_parts = part + 1;
    }
    return true;
}

/// HH, HH:MM, HH:MM:SS or HH:MM:SS.ffffff.
bool take_clock(std::string_view& rest, TimeText& time) noexcept
{
    constexpr std::array most{24, 59, 60};
    for (std::size_t part = 0; part < most.size(); ++part) {
        if (part > 0 && take_mark(rest, ":") == '\0') {
            return true;
        }
        if (!take_part(rest, time.parts[3 + part], 2, 0, most[part])) {
            return false;
        }
        time.clock_parts = part + 1;
    }
    time.fraction_mark = take_mark(rest, ".,");
    if (time.fraction_mark != '\0') {
        auto const length = std::min(rest.find_first_not_of("0123456789"), rest.size());
        time.fraction = rest.substr(0, length);
        rest.remove_prefix(length);
    }
    return true;
}

/// Z, +hh, +hhmm or +hh:mm at the end; false when something else is there.
bool take_zone(std::string_view rest, TimeText& time) noexcept
{
    if (rest.empty()) {
        return true;
    }
    time.zone_mark = take_mark(rest, "Zz+-");
    if (time.zone_mark == 'Z' || time.zone_mark == 'z') {
        time.offset_minutes = 0;
        return rest.empty();
    }
    auto const hour = take_digits(rest, 2, 0, 18);
    (void)take_mark(rest, ":");
    auto const minute = rest.empty() ? std::optional{0} : take_digits(rest, 2, 0, 59);
    if (time.zone_mark == '\0' || !hour || !minute) {
        return false;
    }
    time.offset_minutes = (*hour * 60 + *minute) * (time.zone_mark == '-' ? -1 : 1);
    return rest.empty();
}

} // namespace

std::optional<TimeText> read_time_text(std::string_view text) noexcept
{
    auto rest = trim(text);
    TimeText time;
    bool const has_no_date =
        rest.starts_with('T') || rest.starts_with('t') || (rest.size() > 2 && rest[2] == ':');
    if (!has_no_date && !take_date(rest, time)) {
        return std::nullopt;
    }
    if (has_no_date || (!rest.empty() && rest.front() != 'Z')) {
        time.clock_mark = take_mark(rest, has_no_date ? "Tt" : "Tt ");
        if ((!has_no_date && time.clock_mark == '\0') || !take_clock(rest, time)) {
            return std::nullopt;
        }
    }
    return take_zone(rest, time) ? std::optional{time} : std::nullopt;
}

bool is_in_calendar(TimeText const& time) noexcept
{
    using namespace std::chrono;
    return year_month_day{year{time.parts[0]}, month{static_cast<unsigned>(time.parts[1])},
                          day{static_cast<unsigned>(time.parts[2])}}
        .ok();
}

} // namespace ms
