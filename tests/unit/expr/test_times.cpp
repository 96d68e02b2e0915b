// SPDX-License-Identifier: MIT
#include "expr/time.hpp"
#include "unit/expr/one_row.hpp"

#include <doctest/doctest.h>

using expr_tests::OneRow;
using ms::expr::parse_time;

namespace {

OneRow const row{{"t", "2024-01-02 03:04:05"},
                 {"d", "2024-01-02"},
                 {"dn", "20240102"},
                 {"tz", "2024-01-02T03:04:05+02"},
                 {"ms", "2024-01-02 03:04:05.5"},
                 {"h", "03:04:05"},
                 {"s", "abc"},
                 {"e", ""}};

constexpr std::int64_t day = 86'400'000'000;

} // namespace

TEST_CASE("time: conditions equal MapServer 8.0.0's for a CLASS with this EXPRESSION")
{
    row.check_all_hold({"(`[d]` = `2024-01-02`)", "(`[d]` eq `2024-01-02`)",
                        "(`[dn]` = `2024-01-02`)", "(`[dn]` = `20240102`)", "(`[h]` = `03:04:05`)",
                        "(`[t]` = `2024-01-02 03:04:05`)", "(`[t]` = `2024-01-02T03:04:05Z`)",
                        "(`[t]` = `2024-01-02T03:04:05+00`)", "(`[t]` >= `2024-01-02`)",
                        "(`[t]` < `2024-01-03`)", "(`[d]` >= `2024`)",
                        "(`[tz]` = `2024-01-02T03:04:05`)", "(`[tz]` = `2024-01-02T03:04:05+02`)",
                        "(`[ms]` = `2024-01-02T03:04:05`)", "(`[ms]` = `2024-01-02T03:04:05.5`)",
                        "( `[t]` >= `2024-01-01T00:00:00Z` AND `[t]` <= `2024-12-31T23:59:59Z` )",
                        "((`[d]` = `2024-01-02`) OR (`[d]` = `2024-01-03`))"});
    row.check_none_holds(
        {"(`[d]` < `2024`)", "(`[ms]` > `2024-01-02T03:04:05`)", "(`[d]` = `2024-01-03`)"});
}

TEST_CASE("time: a value represents its period")
{
    // As MapServer translates them for PostGIS: = is BETWEEN date_trunc and the end of the period,
    // >= its beginning, <= its end. MapServer's own evaluation uses only the beginning, so that its
    // result depends on the data source.
    row.check_all_hold({"(`[t]` = `2024-01-02`)", "(`[t]` = `2024-01`)", "(`[t]` = `2024`)",
                        "(`[t]` = `2024-01-02T03:04`)", "(`[t]` <= `2024-01-02`)",
                        "(`[d]` <= `2024`)", "(`2024-01-02` >= `[t]`)"});
    row.check_none_holds({"(`[t]` > `2024-01-02`)", "(`[t]` != `2024-01-02`)", "(`[t]` != `2024`)",
                          "(`2024` < `[t]`)"});
}

TEST_CASE("time: known clocks are brought together")
{
    // ISO 8601: 03:04:05+02 is 01:04:05Z. MapServer drops the offset.
    row.check_all_hold({"(`[tz]` = `2024-01-02T01:04:05Z`)", "(`[tz]` < `2024-01-02T03:04:05Z`)"});
    row.check_none_holds({"(`[tz]` = `2024-01-02T03:04:05Z`)"});
}

TEST_CASE("time: an invalid time compares as unknown, and is counted")
{
    row.check_none_holds({"(`[s]` = `2024`)", "(`[s]` != `2024`)", "(not `[s]` = `2024`)",
                          "(`[e]` = `2024`)", "(`[e]` != `2024`)", "(`[e]` = `[d]`)"});
    auto bound = row.bind("(`[e]` < `2024`)");
    std::vector<std::uint32_t> rows{0};
    bound.select(row.batch, rows);
    CHECK(rows.empty());
    CHECK(bound.failures() == 1);
}

TEST_CASE("time: attributes compare with each other, the right one as its period")
{
    row.check_all_hold(
        {"(`[t]` = `[d]`)", "(`[ms]` = `[t]`)", "([t] = `2024`)", "(`[t]` = \"2024\")"});
    row.check_none_holds({"(`[d]` = `[t]`)"});
}

TEST_CASE("time: readings and their periods")
{
    auto const check = [](std::string_view text, std::int64_t first, std::int64_t length) {
        CAPTURE(text);
        auto const period = parse_time(text);
        REQUIRE(period);
        CHECK(period->first == first);
        CHECK(period->end - period->first == length);
    };
    // Days since 1970-01-01, counted by date(1).
    check("1970", 0, 365 * day);
    check("2024", 19723 * day, 366 * day);
    check("2024-02", 19754 * day, 29 * day);
    check("2024-12", 20058 * day, 31 * day);
    check("2024/02/29", 19782 * day, day);
    check("20240229", 19782 * day, day);
    check("2023-02-29", 19417 * day, day); // March 1
    check(" 1969-12-31T23 ", -3'600'000'000, 3'600'000'000);
    check("1970-01-01 00:00:00.25", 250'000, 1);
    check("T01:00", 3'600'000'000, 60'000'000);
    CHECK(parse_time("2024-01-02T03:04:05-0330")->offset_minutes == -210);
    CHECK(parse_time("2024-01-02T03:04:05+05:45")->offset_minutes == 345);
    CHECK_FALSE(parse_time("2024-01-02T03:04:05")->offset_minutes);
    // ISO 8601 names no largest offset; XML Schema 1.1, 3.3.7, and Java end at 14 and 18 hours.
    CHECK(parse_time("2024-01-02T03:04:05+18:00")->offset_minutes == 1080);
    CHECK_FALSE(parse_time("2024-01-02T03:04:05+19:00"));
    CHECK_FALSE(parse_time("2024-01-02T03:04:05+01:60"));
}

TEST_CASE("time: other forms are invalid")
{
    for (auto const* const text :
         {"", "x", "24", "2024-", "2024-1-2", "2024-13", "2024-00-01", "2024-01-32", "2024T12",
          "2024-01-02T", "2024-01-02T25", "2024-01-02T03:", "2024-01-02T03:60",
          "2024-01-02T03:04:05x", "2024-01-02T03:04:05+", "2024-01-02T03:04:05Z1", "202401",
          "12:", "aa:bb"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_time(text));
    }
}

// Observed with MapServer 8.0.0, in a CLASS.
TEST_CASE("time: compared by its start, a period is its first second")
{
    auto const holds = [](std::string_view expression) {
        ms::expr::Bound bound{
            ms::expr::parse(expression), row.columns, {.times = ms::expr::TimeComparison::Starts}};
        return bound.is_true(row.batch, 0);
    };
    for (auto const* const expression :
         {"(`[t]` > `2024-01`)", "(`[t]` > `2024-01-02`)", "(`[t]` != `2024-01-02`)",
          "(`[d]` != `2024`)", "(`[d]` = `2024-01-02`)", "(`[t]` != `[d]`)", "(`[t]` > `[d]`)",
          "(`[ms]` = `2024-01-02T03:04:05`)", "(`[d]` >= `2024-01-02`)"}) {
        CAPTURE(expression);
        CHECK(holds(expression));
    }
    for (auto const* const expression :
         {"(`[d]` = `2024`)", "(`[t]` = `2024-01-02`)", "(`[t]` <= `2024-01-02`)",
          "(`[d]` <= `2024`)", "(`[d]` > `2024-01-02`)"}) {
        CAPTURE(expression);
        CHECK_FALSE(holds(expression));
    }
}
