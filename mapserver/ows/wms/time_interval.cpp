// SPDX-License-Identifier: MIT
#include "ows/wms/time_interval.hpp"

#include "base/string.hpp"
#include "base/time_text.hpp"
#include "expr/time.hpp"

#include <fmt/format.h>

namespace ms::ows::wms {

namespace {

using namespace std::chrono;

/// MapServer takes a Z behind a date, too. A time of day alone is one of the day the epoch begins
/// with, as in expressions.
bool is_of_wms(TimeText const& time)
{
    bool const is_date = time.date_parts == 0 ? time.clock_mark == 'T'
                                              : time.date_parts == 1 || time.date_mark == '-';
    bool const is_clock = time.clock_mark != 't' && time.parts[3] < 24;
    bool const is_fraction =
        time.fraction_mark == '\0' || (time.fraction_mark == '.' && !time.fraction.empty());
    bool const is_zone = time.zone_mark == '\0' || time.zone_mark == 'Z';
    return is_date && is_clock && is_fraction && is_zone && is_in_calendar(time);
}

std::optional<Interval> parse_moment(std::string_view text)
{
    auto const time = read_time_text(text);
    if (!time || !is_of_wms(*time)) {
        return std::nullopt;
    }
    auto const period = expr::period_of(*time);
    auto const moment = [](std::int64_t us) {
        return Moment{floor<milliseconds>(microseconds{us})};
    };
    auto const begin = moment(period.first);
    bool const has_fraction = time->fraction_mark != '\0';
    return Interval{begin, has_fraction ? begin + milliseconds{1} : moment(period.end)};
}

} // namespace

std::string to_text(Moment moment)
{
    auto const date = floor<days>(moment);
    year_month_day const ymd{date};
    hh_mm_ss const time{moment - date};
    auto text = fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", static_cast<int>(ymd.year()),
                            static_cast<unsigned>(ymd.month()), static_cast<unsigned>(ymd.day()),
                            time.hours().count(), time.minutes().count(), time.seconds().count());
    if (time.subseconds().count() != 0) {
        text += fmt::format(".{:03}", time.subseconds().count());
    }
    return text + 'Z';
}

std::optional<Interval> parse_interval(std::string_view text)
{
    auto const slash = text.find('/');
    auto const first = parse_moment(text.substr(0, slash));
    if (!first || slash == std::string_view::npos) {
        return first;
    }
    auto const rest = text.substr(slash + 1);
    auto const last = parse_moment(rest.substr(0, rest.find('/')));
    if (!last || last->end <= first->begin) {
        return std::nullopt;
    }
    return Interval{first->begin, last->end};
}

std::optional<std::vector<Interval>> parse_intervals(std::string_view text)
{
    std::vector<Interval> intervals;
    for (auto const piece : split(text, ',')) {
        auto const interval = parse_interval(piece);
        if (!interval) {
            return std::nullopt;
        }
        intervals.push_back(*interval);
    }
    return intervals;
}

} // namespace ms::ows::wms
