// SPDX-License-Identifier: MIT
#include "source/postgis/sql/time_period.hpp"

#include "base/string.hpp"

#include <array>
#include <chrono>
#include <fmt/format.h>

namespace ms::source::postgis {

namespace {

/// A component of a time: its separator, digits, range, and default.
struct Part {
    std::string_view before;
    std::size_t digits;
    int least, most, otherwise;
    std::string_view length;
};

constexpr std::array parts{Part{"", 4, 1, 9999, 1, "1 year"},  Part{"-", 2, 1, 12, 1, "1 month"},
                           Part{"-", 2, 1, 31, 1, "1 day"},    Part{"T ", 2, 0, 23, 0, "1 hour"},
                           Part{":", 2, 0, 59, 0, "1 minute"}, Part{":", 2, 0, 59, 0, "1 second"}};

bool is_digit(char c) noexcept
{
    return c >= '0' && c <= '9';
}

/// Takes a part from the front of `rest`.
std::optional<int> take(Part const& part, std::string_view& rest)
{
    std::size_t const skip = part.before.empty() ? 0 : 1;
    if (rest.size() < skip + part.digits ||
        (skip == 1 && part.before.find(rest[0]) == std::string_view::npos)) {
        return std::nullopt;
    }
    int value = 0;
    for (auto const c : rest.substr(skip, part.digits)) {
        if (!is_digit(c)) {
            return std::nullopt;
        }
        value = value * 10 + (c - '0');
    }
    if (value < part.least || value > part.most) {
        return std::nullopt;
    }
    rest.remove_prefix(skip + part.digits);
    return value;
}

bool is_day(std::array<int, 6> const& values)
{
    using namespace std::chrono;
    return year_month_day{year{values[0]}, month{static_cast<unsigned>(values[1])},
                          day{static_cast<unsigned>(values[2])}}
        .ok();
}

/// ".25" behind the seconds: a moment within them.
std::string take_fraction(std::string_view& rest)
{
    std::size_t end = rest.starts_with('.') ? 1 : 0;
    while (end > 0 && end < rest.size() && is_digit(rest[end])) {
        ++end;
    }
    constexpr std::size_t longest = 7; // the point and microseconds, which is what PostgreSQL keeps
    auto const fraction = end > 1 && end <= longest ? rest.substr(0, end) : std::string_view{};
    rest.remove_prefix(fraction.size());
    return std::string{fraction};
}

} // namespace

std::optional<TimePeriod> parse_time_period(std::string_view text)
{
    auto rest = trim(text);
    std::array<int, 6> values{};
    std::size_t given = 0;
    for (; given < parts.size() && !rest.empty() && rest != "Z"; ++given) {
        auto const value = take(parts[given], rest);
        if (!value) {
            return std::nullopt;
        }
        values[given] = *value;
        if (given + 1 == parts.size()) {
            ++given;
            break;
        }
    }
    auto const fraction = given == parts.size() ? take_fraction(rest) : "";
    constexpr std::size_t with_hour = 4;
    bool const is_utc = rest == "Z" && given >= with_hour;
    if (given == 0 || (!rest.empty() && !is_utc)) {
        return std::nullopt;
    }
    for (auto i = given; i < parts.size(); ++i) {
        values[i] = parts[i].otherwise;
    }
    if (!is_day(values)) {
        return std::nullopt;
    }
    return TimePeriod{
        fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}{}{}", values[0], values[1], values[2],
                    values[3], values[4], values[5], fraction, is_utc ? "Z" : ""),
        fraction.empty() ? parts[given - 1].length : std::string_view{"1 microsecond"}};
}

} // namespace ms::source::postgis
