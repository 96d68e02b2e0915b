// SPDX-License-Identifier: MIT
#include "ows/wms/time_dimension.hpp"

#include "base/string.hpp"
#include "ows/common/metadata.hpp"
#include "ows/wms/nearest_time.hpp"
#include "ows/wms/wms_exception.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ms::ows::wms {

namespace {

using namespace std::chrono;

constexpr std::size_t max_intervals = 1000;

/// Takes `digits` digits from the front of the text; nothing, and the text unchanged, if it has
/// others there.
std::optional<int> take_number(std::string_view& text, std::size_t digits)
{
    auto const piece = text.substr(0, digits);
    bool const is_number = piece.size() == digits &&
                           std::ranges::all_of(piece, [](char c) { return c >= '0' && c <= '9'; });
    if (!is_number) {
        return std::nullopt;
    }
    text.remove_prefix(digits);
    return parse_int(piece);
}

bool take(std::string_view& text, char c)
{
    bool const is_there = text.starts_with(c);
    text.remove_prefix(is_there ? 1 : 0);
    return is_there;
}

/// ".789", as many digits as there are; its unit is the millisecond.
std::optional<milliseconds> take_fraction(std::string_view& text)
{
    int value = 0;
    std::size_t digits = 0;
    while (auto const digit = take_number(text, 1)) {
        value = digits < 3 ? value * 10 + *digit : value;
        ++digits;
    }
    if (digits == 0) {
        return std::nullopt;
    }
    for (; digits < 3; ++digits) {
        value *= 10;
    }
    return milliseconds{value};
}

/// The time of day behind the 'T': its begin and how long its last part lasts.
struct TimeOfDay {
    milliseconds begin{};
    milliseconds length{};
};

std::optional<TimeOfDay> take_time_of_day(std::string_view& text)
{
    struct Part {
        milliseconds unit;
        int limit;
    };
    constexpr std::array parts{Part{hours{1}, 24}, Part{minutes{1}, 60}, Part{seconds{1}, 61}};
    TimeOfDay time;
    for (auto const& part : parts) {
        if (part.unit != parts[0].unit && !take(text, ':')) {
            return time;
        }
        auto const value = take_number(text, 2);
        if (!value || *value >= part.limit) {
            return std::nullopt;
        }
        time.begin += *value * part.unit;
        time.length = part.unit;
    }
    if (take(text, '.')) {
        auto const fraction = take_fraction(text);
        if (!fraction) {
            return std::nullopt;
        }
        time.begin += *fraction;
        time.length = milliseconds{1};
    }
    return time;
}

std::optional<Interval> take_date(std::string_view& text)
{
    auto const y = take_number(text, 4);
    if (!y) {
        return std::nullopt;
    }
    year const first{*y};
    if (!take(text, '-')) {
        return Interval{sys_days{first / January / 1}, sys_days{(first + years{1}) / January / 1}};
    }
    auto const m = take_number(text, 2);
    if (!m || *m < 1 || *m > 12) {
        return std::nullopt;
    }
    year_month const in{first, month{static_cast<unsigned>(*m)}};
    if (!take(text, '-')) {
        return Interval{sys_days{in / 1}, sys_days{(in + months{1}) / 1}};
    }
    auto const d = take_number(text, 2);
    auto const date = in / day{static_cast<unsigned>(d.value_or(0))};
    if (!date.ok()) {
        return std::nullopt;
    }
    return Interval{sys_days{date}, sys_days{date} + days{1}};
}

Interval first_day()
{
    return {sys_days{year{1970} / January / 1}, sys_days{year{1970} / January / 2}};
}

std::optional<Interval> parse_moment(std::string_view text)
{
    text = trim(text);
    // A time of day alone is one of the day the epoch begins with, as in expressions.
    auto interval = text.starts_with('T') ? std::optional{first_day()} : take_date(text);
    bool const has_time = interval && (take(text, 'T') || take(text, ' '));
    if (has_time) {
        auto const time = take_time_of_day(text);
        if (!time) {
            return std::nullopt;
        }
        interval->begin += time->begin;
        interval->end = interval->begin + time->length;
    }
    take(text, 'Z'); // MapServer takes it behind a date, too
    return text.empty() ? interval : std::nullopt;
}

bool is_inside(Interval const& inner, std::vector<Interval> const& extent)
{
    return std::ranges::any_of(extent, [&](Interval const& outer) {
        return outer.begin <= inner.begin && inner.end <= outer.end;
    });
}

/// The intervals of a request if all lie within the extent.
std::optional<std::vector<Interval>> accepted(std::string_view time,
                                              std::vector<Interval> const& extent)
{
    auto intervals = parse_intervals(time);
    bool const fits = intervals && std::ranges::all_of(*intervals, [&](Interval const& interval) {
                          return is_inside(interval, extent);
                      });
    return fits ? intervals : std::nullopt;
}

/// Y, M, D, H and S of a pattern stand for digits; the Z at the end may be left out of either.
bool has_form(std::string_view text, std::string_view pattern)
{
    auto const without_zone = [](std::string_view all) {
        all.remove_suffix(all.ends_with('Z') ? 1 : 0);
        return all;
    };
    auto const matches = [](char c, char sign) {
        bool const is_place = std::string_view{"YMDHS"}.find(sign) != std::string_view::npos;
        return is_place ? c >= '0' && c <= '9' : c == sign;
    };
    return std::ranges::equal(without_zone(text), without_zone(pattern), matches);
}

/// Moments that the extent does not have become the nearest that it has.
std::string with_nearest(std::string_view time, std::string_view extent,
                         std::vector<std::string>& warnings)
{
    auto const pieces = split(time, ',');
    if (pieces.size() > max_intervals) {
        return std::string{time}; // rejected before it is compared with the whole extent
    }
    std::string result;
    for (auto const piece : pieces) {
        auto const wanted =
            piece.find('/') != std::string_view::npos ? std::nullopt : parse_interval(piece);
        auto const found = wanted ? nearest_time(wanted->begin, extent) : std::nullopt;
        auto text = std::string{piece};
        if (found && *found != wanted->begin) {
            text = to_text(*found);
            warnings.push_back(nearest_used("time", text, "ISO8601"));
        }
        result += (result.empty() ? "" : ",") + text;
    }
    return result;
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
        if (!interval || intervals.size() == max_intervals) {
            return std::nullopt;
        }
        intervals.push_back(*interval);
    }
    return intervals;
}

std::string time_expression(std::string_view item, std::vector<Interval> const& intervals)
{
    auto const name = replace_all(item, "]", "]]");
    std::string text;
    for (auto const& interval : intervals) {
        text += fmt::format("{0}(`[{1}]` >= `{2}` AND `[{1}]` < `{3}`)", text.empty() ? "" : " OR ",
                            name, to_text(interval.begin), to_text(interval.end));
    }
    return '(' + text + ')';
}

void check_time_pattern(mapfile::Map const& map, std::string_view time)
{
    auto const patterns = split_list(wms_value(map.web.metadata, "timeformat"));
    if (patterns.empty() || time.empty()) {
        return;
    }
    for (auto const piece : split(time, ',')) {
        for (auto const end : split(piece, '/')) {
            bool const is_known = std::ranges::any_of(
                patterns, [&](std::string const& form) { return has_form(trim(end), form); });
            if (!is_known) {
                throw ServiceException{"InvalidDimensionValue",
                                       "msWMSSetTimePattern: WMS server error. Time value " +
                                           std::string{end.substr(0, 100)} +
                                           " given does not match the time format pattern."};
            }
        }
    }
}

DimensionChoice choose_time(mapfile::Layer const& layer, std::optional<std::string> const& given,
                            MissingDimension missing)
{
    std::string_view const time = given ? *given : std::string_view{};
    auto const item = wms_value(layer.metadata, "timeitem");
    auto const extent_text = wms_value(layer.metadata, "timeextent");
    if (item.empty() || extent_text.empty()) {
        return {};
    }
    auto const extent = parse_intervals(extent_text);
    if (!extent) {
        throw Error{ErrorKind::BadMapfile,
                    "layer \"" + layer.name + "\": wms_timeextent is malformed"};
    }
    auto const default_time = wms_value(layer.metadata, "timedefault");
    if (!given && default_time.empty() && missing == MissingDimension::Everything) {
        return {};
    }
    if (time.empty() && default_time.empty()) {
        throw WmsException{"MissingDimensionValue", in_time,
                           "No Time value was given, and no default time value defined."};
    }
    DimensionChoice choice;
    auto const moved = is_wms_set(layer.metadata, "time_nearestvalue")
                           ? with_nearest(time, extent_text, choice.warnings)
                           : std::string{time};
    auto intervals = moved.empty() ? std::nullopt : accepted(moved, *extent);
    if (!intervals && !default_time.empty()) {
        intervals = accepted(default_time, *extent);
        choice.warnings = {default_used("time", default_time, "ISO8601")};
    }
    if (!intervals) {
        throw WmsException{"InvalidDimensionValue", in_time,
                           "Time value(s) " + std::string{time.substr(0, 200)} +
                               " given is invalid or outside the time extent defined (" +
                               std::string{extent_text} + ")."};
    }
    choice.filter = expr::parse(time_expression(item, *intervals));
    return choice;
}

} // namespace ms::ows::wms
