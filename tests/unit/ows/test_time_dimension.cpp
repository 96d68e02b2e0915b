// SPDX-License-Identifier: MIT
#include "ows/wms/time_dimension.hpp"

#include "ows/common/service_exception.hpp"
#include "unit/ows/maps.hpp"

using namespace ms::ows;
using namespace std::chrono;
using wms::Interval;
using wms::parse_interval;

TEST_CASE("time: a date or a time represents all of its last part")
{
    CHECK(parse_interval("2004") == Interval{sys_days{2004y / 1 / 1}, sys_days{2005y / 1 / 1}});
    CHECK(parse_interval("2004-02") == Interval{sys_days{2004y / 2 / 1}, sys_days{2004y / 3 / 1}});
    CHECK(parse_interval("2004-12") == Interval{sys_days{2004y / 12 / 1}, sys_days{2005y / 1 / 1}});
    CHECK(parse_interval("2004-02-29") ==
          Interval{sys_days{2004y / 2 / 29}, sys_days{2004y / 3 / 1}});
    auto const day = sys_days{2004y / 5 / 17};
    CHECK(parse_interval("2004-05-17Z") == Interval{day, day + 24h});
    CHECK(parse_interval("2004Z") == parse_interval("2004"));
    CHECK(parse_interval("2004-05-17T12Z") == Interval{day + 12h, day + 13h});
    CHECK(parse_interval("T12") ==
          Interval{sys_days{1970y / 1 / 1} + 12h, sys_days{1970y / 1 / 1} + 13h});
    CHECK(parse_interval("2004-05-17T12:34") == Interval{day + 12h + 34min, day + 12h + 35min});
    CHECK(parse_interval("2004-05-17 12:34:56") ==
          Interval{day + 12h + 34min + 56s, day + 12h + 34min + 57s});
    CHECK(parse_interval("2004-05-17T12:34:56.7Z") ==
          Interval{day + 12h + 34min + 56s + 700ms, day + 12h + 34min + 56s + 701ms});
}

TEST_CASE("time: a range ends with its end, a period is ignored")
{
    Interval const all{sys_days{2000y / 1 / 1}, sys_days{2004y / 3 / 1}};
    CHECK(parse_interval("2000/2004-02") == all);
    CHECK(parse_interval("2000-01-01/2004-02-29/P1D") == all);
    CHECK_FALSE(parse_interval("2004/2000"));
}

TEST_CASE("time: invalid times are refused")
{
    for (auto const* const text :
         {"", "4", "2004-13", "2004-02-30", "2004-1-1", "2004-05-17T25", "2004-05-17T12:60",
          "2004-05-17T", "2004-05-17ZZ", "2004x", "now", "2004/", "2004'; DROP TABLE x"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_interval(text));
    }
}

TEST_CASE("time: the condition covers the intervals without their ends")
{
    CHECK(wms::time_expression("t", {*parse_interval("2004"), *parse_interval("2006-05-17T12")}) ==
          "((`[t]` >= `2004-01-01T00:00:00Z` AND `[t]` < `2005-01-01T00:00:00Z`) OR "
          "(`[t]` >= `2006-05-17T12:00:00Z` AND `[t]` < `2006-05-17T13:00:00Z`))");
}

namespace {

auto timed_map(std::string const& default_time)
{
    return test::load(R"(
MAP
  LAYER NAME "timed" TYPE POINT
    METADATA "wms_timeextent" "2000/2005,2010" "wms_timeitem" "t" )" +
                      default_time + R"( END
  END
  LAYER NAME "timeless" TYPE POINT END
END)");
}

std::string code_of(ms::mapfile::Layer const& layer, std::string const& time)
{
    try {
        (void)wms::choose_time(layer, time);
    } catch (ServiceException const& error) {
        return std::string{error.code()};
    }
    return "accepted";
}

} // namespace

TEST_CASE("time: a layer without time takes any TIME and filters nothing")
{
    auto const map = timed_map("");
    CHECK(wms::choose_time(map->layers[1], "2004").filter.is_always_true());
    CHECK(wms::choose_time(map->layers[1], "nonsense").filter.is_always_true());
}

TEST_CASE("time: outside the extent, or missing, it is an error without a default")
{
    auto const map = timed_map("");
    auto const& layer = map->layers[0];
    CHECK(code_of(layer, "2004-05") == "accepted");
    CHECK(code_of(layer, "2001/2003,2010") == "accepted");
    CHECK(code_of(layer, "2007") == "InvalidDimensionValue");
    CHECK(code_of(layer, "2004,2007") == "InvalidDimensionValue");
    CHECK(code_of(layer, "nonsense") == "InvalidDimensionValue");
    CHECK(code_of(layer, "") == "MissingDimensionValue");
}

TEST_CASE("time: a day or an hour is within the extent if the extent has its first moment")
{
    auto const map = test::load(R"(
MAP
  LAYER NAME "timed" TYPE POINT
    METADATA "wms_timeextent" "2004-05-17T00:00:00Z,2004-06-01T12:00:00Z,2007-01-01"
      "wms_timeitem" "t" END
  END
END)");
    auto const& layer = map->layers[0];
    for (auto const* const within :
         {"2004-05-17", "2004-05-17T00", "2004-06-01T12:00", "2007-01-01T00"}) {
        CAPTURE(within);
        CHECK(code_of(layer, within) == "accepted");
    }
    for (auto const* const beyond : {"2004-06-01", "2004-06", "2007", "2007-01", "2004-05-18"}) {
        CAPTURE(beyond);
        CHECK(code_of(layer, beyond) == "InvalidDimensionValue");
    }
}

// GetMap of MapServer 8.0.0 draws all of such a layer; OGC 06-042 C.3.5 requires an exception.
TEST_CASE("time: left out without a default it is everything, or a fault in compliance mode")
{
    auto const map = timed_map("");
    auto const& layer = map->layers[0];
    CHECK(wms::choose_time(layer, std::nullopt).filter.is_always_true());
    CHECK_THROWS_WITH_AS((void)wms::choose_time(layer, std::nullopt, wms::MissingDimension::Fault),
                         "msWMSApplyTime: WMS server error. No Time value was given, and no "
                         "default time value defined.",
                         ServiceException);
    auto const with_default = timed_map(R"("wms_timedefault" "2003")");
    CHECK_FALSE(wms::choose_time(with_default->layers[0], std::nullopt).filter.is_always_true());
}

TEST_CASE("time: with a default it never fails, and filters")
{
    auto const map = timed_map(R"("wms_timedefault" "2003")");
    auto const& layer = map->layers[0];
    CHECK_FALSE(wms::choose_time(layer, "").filter.is_always_true());
    CHECK_FALSE(wms::choose_time(layer, "2007").filter.is_always_true());
}

TEST_CASE("time: the step of an interval is a period")
{
    auto const map = timed_map("");
    auto const& layer = map->layers[0];
    for (auto const* const time : {"2001/2003/P1D", "2001/2003/P1Y6M", "2001/2003/PT10M",
                                   "2001/2003/P1DT12H", "2010,2001/2003/P0.5D"}) {
        CAPTURE(time);
        CHECK(code_of(layer, time) == "accepted");
    }
    for (auto const* const time : {"2001/2003/", "2001/2003/1D", "2001/2003/P", "2001/2003/P0D",
                                   "2001/2003/P1H", "2001/2003/P1D/P1D", "2010,2001/2003/x"}) {
        CAPTURE(time);
        CHECK(code_of(layer, time) == "InvalidDimensionValue");
    }
}

TEST_CASE("time: wms_timeformat is about the step of an interval, too, as in MapServer 8.0.0")
{
    auto const map = test::load(R"(
MAP
  WEB METADATA "wms_timeformat" "YYYY-MM-DD" END END
END)");
    CHECK_NOTHROW(wms::check_time_pattern(*map, "2004-01-01/2004-02-05"));
    CHECK_THROWS_AS(wms::check_time_pattern(*map, "2004-01-01/2004-02-05/P1D"), ServiceException);
}

TEST_CASE("time: clients send a thousand moments, extents have as many as they want")
{
    auto const days_of = [](int count, std::string const& hour = "") {
        std::string text;
        for (int i = 0; i < count; ++i) {
            auto const day = wms::to_text(wms::Moment{sys_days{2004y / 1 / 1} + days{i}});
            text += (i == 0 ? "" : ",") + day.substr(0, 10) + hour;
        }
        return text;
    };
    ms::mapfile::Layer layer;
    layer.metadata.set("wms_timeitem", "t");
    layer.metadata.set("wms_timeextent", days_of(1500));
    CHECK_NOTHROW((void)wms::choose_time(layer, days_of(1000)));
    CHECK_THROWS_WITH_AS((void)wms::choose_time(layer, days_of(1001)),
                         "Too many values in TIME: at most 1000 are taken.", ServiceException);
    layer.metadata.set("wms_time_nearestvalue", "1");
    layer.metadata.set("wms_timeextent", days_of(100, "T00"));
    CHECK(wms::choose_time(layer, days_of(100, "T02")).warnings.size() == wms::max_warnings);
    ms::Deadline deadline;
    ms::Budget budget{deadline, 1000};
    deadline.cancel();
    CHECK_THROWS_AS(
        (void)wms::choose_time(layer, "2004-01-01T23", wms::MissingDimension::Everything, &budget),
        ms::Interrupted);
}
