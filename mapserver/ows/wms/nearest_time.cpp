// SPDX-License-Identifier: MIT
#include "ows/wms/nearest_time.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <cmath>

namespace ms::ows::wms {

namespace {

using namespace std::chrono;

/// "12", "6.7" in front of a letter.
struct Part {
    double count = 0;
    char unit = ' ';
};

std::optional<Part> take_part(std::string_view& text)
{
    auto const end = text.find_first_not_of("0123456789.");
    if (end == 0 || end == std::string_view::npos) {
        return std::nullopt;
    }
    auto const count = parse_double(text.substr(0, end));
    char const unit = text[end];
    text.remove_prefix(end + 1);
    constexpr double most = 1e6;
    return count && *count <= most ? std::optional{Part{*count, unit}} : std::nullopt;
}

bool add(Period& period, Part part, bool is_time)
{
    auto const whole = static_cast<int>(part.count);
    auto const of_length = [&](milliseconds length) {
        period.rest += milliseconds{std::llround(part.count * static_cast<double>(length.count()))};
        return true;
    };
    if (is_time) {
        return part.unit == 'H'   ? of_length(hours{1})
               : part.unit == 'M' ? of_length(minutes{1})
               : part.unit == 'S' ? of_length(seconds{1})
                                  : false;
    }
    if (part.unit == 'Y' || part.unit == 'M') {
        period.months += months{part.unit == 'Y' ? 12 * whole : whole};
        return true;
    }
    return part.unit == 'D' ? of_length(days{1}) : part.unit == 'W' ? of_length(weeks{1}) : false;
}

/// n periods later. The 31st of a month with fewer days is its last.
Moment after(Moment begin, Period const& period, std::int64_t n)
{
    auto const day = floor<days>(begin);
    auto const time = begin - day;
    auto date = year_month_day{day} + months{n * period.months.count()};
    if (!date.ok()) {
        date = date.year() / date.month() / last;
    }
    return sys_days{date} + time + n * period.rest;
}

/// The nearest of begin, begin + period ... up to the end.
Moment nearest_step(Moment requested, Moment begin, Moment end, Period const& period)
{
    // A month lasts 30.4 days on average, so the right number is at most one away.
    auto const length =
        static_cast<double>((period.rest + duration_cast<milliseconds>(period.months)).count());
    auto const guess = static_cast<std::int64_t>(
        std::llround(static_cast<double>((requested - begin).count()) / length));
    Moment best = begin;
    for (auto n = std::max<std::int64_t>(guess - 2, 0); n <= guess + 2; ++n) {
        auto const moment = after(begin, period, n);
        if (moment <= end && abs(moment - requested) < abs(best - requested)) {
            best = moment;
        }
    }
    return best;
}

} // namespace

std::optional<Period> parse_period(std::string_view text)
{
    if (!text.starts_with('P')) {
        return std::nullopt;
    }
    text.remove_prefix(1);
    Period period;
    bool is_time = false;
    while (!text.empty()) {
        if (!is_time && text.starts_with('T')) {
            is_time = true;
            text.remove_prefix(1);
            continue;
        }
        auto const part = take_part(text);
        if (!part || !add(period, *part, is_time)) {
            return std::nullopt;
        }
    }
    return period == Period{} ? std::nullopt : std::optional{period};
}

TimeExtent::TimeExtent(std::string_view text)
{
    for (auto const part : split(text, ',')) {
        if (auto const piece = parse(part)) {
            m_pieces.push_back(*piece);
        }
    }
}

std::optional<TimeExtent::Piece> TimeExtent::parse(std::string_view text)
{
    auto const ends = split(text, '/');
    auto const first = parse_interval(ends[0]);
    if (!first || ends.size() > 3) {
        return std::nullopt;
    }
    if (ends.size() == 1) {
        return Piece{.first = *first};
    }
    auto const last = parse_interval(ends[1]);
    if (!last || last->begin < first->begin) {
        return std::nullopt;
    }
    auto const period = ends.size() == 3 ? parse_period(trim(ends[2])) : std::nullopt;
    return Piece{*first, last, period};
}

Moment TimeExtent::nearest(Moment requested, Piece const& piece)
{
    auto const& [first, last, period] = piece;
    if (!last) {
        return first.begin <= requested && requested < first.end ? requested : first.begin;
    }
    auto const inside = std::clamp(requested, first.begin, last->begin);
    if (period) {
        return nearest_step(inside, first.begin, last->begin, *period);
    }
    return first.begin <= requested && requested < last->end ? requested : inside;
}

std::optional<Moment> TimeExtent::nearest(Moment requested) const
{
    std::optional<Moment> best;
    for (auto const& piece : m_pieces) {
        auto const found = nearest(requested, piece);
        if (!best || abs(found - requested) < abs(*best - requested)) {
            best = found;
        }
    }
    return best;
}

} // namespace ms::ows::wms
