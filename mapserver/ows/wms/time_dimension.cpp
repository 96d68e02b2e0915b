// SPDX-License-Identifier: MIT
#include "ows/wms/time_dimension.hpp"

#include "base/string.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/name_list.hpp"
#include "ows/wms/nearest_time.hpp"
#include "ows/wms/wms_exception.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ms::ows::wms {

namespace {

using namespace std::chrono;

/// As in MapServer, a day or an hour counts as the moment that it begins with, if the extent has
/// it.
bool is_inside(Interval const& inner, std::vector<Interval> const& extent)
{
    bool const is_moment = inner.end - inner.begin <= days{1};
    return std::ranges::any_of(extent, [&](Interval const& outer) {
        return outer.begin <= inner.begin &&
               (inner.end <= outer.end || (is_moment && outer.begin == inner.begin));
    });
}

/// Whether every interval "begin/end/step" has a period as its step: "P1D", "PT10M".
bool has_valid_steps(std::string_view time)
{
    return std::ranges::all_of(split(time, ','), [](std::string_view piece) {
        auto const parts = split(piece, '/');
        return parts.size() < 3 || (parts.size() == 3 && parse_period(trim(parts[2])));
    });
}

/// The intervals of a request if all lie within the extent.
std::optional<std::vector<Interval>> accepted(std::string_view time,
                                              std::vector<Interval> const& extent, Budget* budget)
{
    auto intervals = parse_intervals(time);
    bool const fits = intervals && has_valid_steps(time) &&
                      std::ranges::all_of(*intervals, [&](Interval const& interval) {
                          work(budget);
                          return is_inside(interval, extent);
                      });
    return fits ? intervals : std::nullopt;
}

/// Y, M, D, H and S of a pattern match digits; the Z at the end is optional in both.
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
                         std::vector<std::string>& warnings, Budget* budget)
{
    TimeExtent const moments{extent};
    std::string result;
    for (auto const piece : split(time, ',')) {
        work(budget);
        auto const requested =
            piece.find('/') != std::string_view::npos ? std::nullopt : parse_interval(piece);
        auto const found = requested ? moments.nearest(requested->begin) : std::nullopt;
        auto text = std::string{piece};
        if (found && *found != requested->begin) {
            text = to_text(*found);
            add_warning(warnings, nearest_used("time", text, "ISO8601"));
        }
        result += (result.empty() ? "" : ",") + text;
    }
    return result;
}

} // namespace

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
                            MissingDimension missing, Budget* budget)
{
    std::string_view const time = given ? *given : std::string_view{};
    auto const item = wms_value(layer.metadata, "timeitem");
    auto const extent_text = wms_value(layer.metadata, "timeextent");
    if (item.empty() || extent_text.empty()) {
        return {};
    }
    (void)split_names(time, "TIME"); // their number
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
                           ? with_nearest(time, extent_text, choice.warnings, budget)
                           : std::string{time};
    auto intervals = moved.empty() ? std::nullopt : accepted(moved, *extent, budget);
    if (!intervals && !default_time.empty()) {
        intervals = accepted(default_time, *extent, budget);
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
