// SPDX-License-Identifier: MIT
#include "base/time_text.hpp"

#include <doctest/doctest.h>

using ms::read_time_text;

TEST_CASE("time text: the parts that are written, and how")
{
    auto const whole = read_time_text(" 2024-02-29T07:05:09.250+05:30 ");
    REQUIRE(whole);
    CHECK(whole->parts == std::array{2024, 2, 29, 7, 5, 9});
    CHECK(whole->date_parts == 3);
    CHECK(whole->clock_parts == 3);
    CHECK(whole->date_mark == '-');
    CHECK(whole->clock_mark == 'T');
    CHECK(whole->fraction == "250");
    CHECK(whole->zone_mark == '+');
    CHECK(whole->offset_minutes == 330);

    auto const month = read_time_text("2024/02");
    REQUIRE(month);
    CHECK(month->parts == std::array{2024, 2, 1, 0, 0, 0});
    CHECK(month->date_parts == 2);
    CHECK(month->date_mark == '/');
    CHECK_FALSE(month->offset_minutes);

    auto const compact = read_time_text("20240229Z");
    REQUIRE(compact);
    CHECK(compact->date_mark == '\0');
    CHECK(compact->offset_minutes == 0);

    auto const clock = read_time_text("12:34");
    REQUIRE(clock);
    CHECK(clock->date_parts == 0);
    CHECK(clock->clock_parts == 2);
}

TEST_CASE("time text: what is in no form of ISO 8601")
{
    for (auto const* const text :
         {"", "24", "2024-", "2024-13", "2024-1-2", "202401", "2024-02-29T", "2024-02-29T25",
          "2024-02-29T12:60", "2024-02-29T12:00:61", "2024-02-29x", "2024-02-29T12+19",
          "2024-02-29T12Z1", "2024+02", "2024-02-29z"}) {
        CAPTURE(text);
        CHECK_FALSE(read_time_text(text));
    }
}

TEST_CASE("time text: a leap day is in the calendar of its year")
{
    CHECK(ms::is_in_calendar(*read_time_text("2024-02-29")));
    CHECK_FALSE(ms::is_in_calendar(*read_time_text("2023-02-29")));
}
