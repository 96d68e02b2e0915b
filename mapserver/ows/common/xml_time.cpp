// SPDX-License-Identifier: MIT
#include "ows/common/xml_time.hpp"

#include "base/time_text.hpp"

#include <fmt/format.h>

namespace ms::ows {

using feature::FieldType;

namespace {

constexpr std::size_t all_parts = 3;

std::string date_of(TimeText const& time)
{
    return fmt::format("{:04}-{:02}-{:02}", time.parts[0], time.parts[1], time.parts[2]);
}

/// UTC without an offset, as in MapServer.
std::string zone_of(TimeText const& time)
{
    int const minutes = time.offset_minutes.value_or(0);
    if (minutes == 0) {
        return "Z";
    }
    int const amount = minutes < 0 ? -minutes : minutes;
    return fmt::format("{}{:02}:{:02}", minutes < 0 ? '-' : '+', amount / 60, amount % 60);
}

std::string clock_of(TimeText const& time)
{
    auto clock = fmt::format("{:02}:{:02}:{:02}", time.parts[3], time.parts[4], time.parts[5]);
    if (!time.fraction.empty()) {
        clock.append(1, '.').append(time.fraction);
    }
    return clock + zone_of(time);
}

} // namespace

std::string xml_time(std::string_view text, FieldType type)
{
    auto const time = read_time_text(text);
    bool const has_day = time && time->date_parts == all_parts;
    bool const is_clock = time && time->date_parts == 0;
    if (type == FieldType::Date && has_day) {
        return date_of(*time);
    }
    if (type == FieldType::DateTime && has_day) {
        return date_of(*time) + 'T' + clock_of(*time);
    }
    if (type == FieldType::Time && (has_day || is_clock)) {
        return clock_of(*time);
    }
    return std::string{text};
}

} // namespace ms::ows
