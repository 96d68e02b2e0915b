// SPDX-License-Identifier: MIT
#include "ows/wms/nearest_time.hpp"
#include "ows/wms/time_dimension.hpp"

#include "unit/ows/maps.hpp"

using namespace ms::ows;
using namespace std::chrono;
using wms::parse_period;
using wms::Period;

namespace {

/// The nearest moment as text; "none" without one.
std::string nearest(std::string_view requested, std::string_view extent)
{
    auto const found = wms::TimeExtent{extent}.nearest(wms::parse_interval(requested)->begin);
    return found ? wms::to_text(*found) : "none";
}

} // namespace

TEST_CASE("nearest time: periods of ISO 8601 are parsed, invalid ones are refused")
{
    CHECK(parse_period("P1Y2M3DT4H5M6.7S") ==
          Period{months{14}, days{3} + hours{4} + minutes{5} + milliseconds{6700}});
    CHECK(parse_period("P2W") == Period{months{0}, days{14}});
    CHECK(parse_period("PT5S") == Period{months{0}, seconds{5}});
    for (auto const* const text :
         {"", "P", "PT", "5S", "P5S", "PT5", "P1X", "PT0S", "P1e3D", "P-1D", "P9999999D"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_period(text));
    }
}

// Calculated by hand.
TEST_CASE("nearest time: the steps of a period, a listed moment, the ends of a range")
{
    auto const* const steps = "2000-01-01T00:00:00Z/2000-01-01T00:01:00Z/PT5S";
    CHECK(nearest("2000-01-01T00:00:07Z", steps) == "2000-01-01T00:00:05Z");
    CHECK(nearest("2000-01-01T00:00:08Z", steps) == "2000-01-01T00:00:10Z");
    CHECK(nearest("1999-01-01", steps) == "2000-01-01T00:00:00Z");
    CHECK(nearest("2001-01-01", steps) == "2000-01-01T00:01:00Z");
    CHECK(nearest("2004-03-20", "2000-01-31/2010-12-31/P1M") == "2004-03-31T00:00:00Z");
    CHECK(nearest("2004-02-20", "2000-01-31/2010-12-31/P1M") == "2004-02-29T00:00:00Z");
    // February is short: 45.3 days are 1.49 mean months, and nearer to 59 days than to 31.
    CHECK(nearest("2001-02-15T07:12", "2001-01-01/2010-12-31/P1M") == "2001-03-01T00:00:00Z");
    CHECK(nearest("2004-06", "1990,2003,2006") == "2003-01-01T00:00:00Z");
    CHECK(nearest("2004-06", "2000/2005") == "2004-06-01T00:00:00Z");
    CHECK(nearest("2009", "1990/2000,2010/2020") == "2010-01-01T00:00:00Z");
    CHECK(nearest("2004", "nonsense") == "none");
}

TEST_CASE("nearest time: the default and the nearest moment are reported to the client")
{
    auto const map = test::load(R"(
MAP
  LAYER NAME "timed" TYPE POINT
    METADATA "wms_timeextent" "2000-01-01T00:00:00Z/2000-01-01T00:01:00Z/PT5S" "wms_timeitem" "t"
      "wms_timedefault" "2000-01-01T00:00:30Z" "wms_time_nearestvalue" "true" END
  END
END)");
    auto const warnings = [&](std::string_view time) {
        return wms::choose_time(map->layers[0], std::string{time}).warnings;
    };
    using Texts = std::vector<std::string>;
    CHECK(warnings("") == Texts{"99 Default value used: time=2000-01-01T00:00:30Z ISO8601"});
    CHECK(warnings("2000-01-01T00:00:05Z") == Texts{});
    CHECK(warnings("2000-01-01T00:00:07Z") ==
          Texts{"99 Nearest value used: time=2000-01-01T00:00:05Z ISO8601"});
    CHECK(warnings("1990") == Texts{"99 Nearest value used: time=2000-01-01T00:00:00Z ISO8601"});
    CHECK(warnings("nonsense") ==
          Texts{"99 Default value used: time=2000-01-01T00:00:30Z ISO8601"});
}
