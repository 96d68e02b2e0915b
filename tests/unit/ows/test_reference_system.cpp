// SPDX-License-Identifier: MIT
#include "ows/wms/reference_system.hpp"

#include "ows/common/service_exception.hpp"
#include "unit/ows/maps.hpp"

#include <array>

using namespace ms::ows;
using wms::automatic_projection;
using wms::Version;

namespace {

std::string code_of(std::string_view name, Version version, std::vector<std::size_t> layers)
{
    auto const map = test::example_map();
    try {
        (void)wms::find_system(name, version, *map, layers);
    } catch (ServiceException const& error) {
        return std::string{error.code()};
    }
    return "accepted";
}

} // namespace

TEST_CASE("CRS: the map's are for all layers, a layer's only for itself")
{
    CHECK(code_of("EPSG:3857", Version::V111, {0}) == "accepted");
    CHECK(code_of("epsg:3857", Version::V111, {0, 1, 2}) == "accepted");
    CHECK(code_of("EPSG:25833", Version::V111, {2}) == "accepted");
    CHECK(code_of("EPSG:25833", Version::V111, {0, 2}) == "InvalidSRS");
    CHECK(code_of("EPSG:25833", Version::V130, {0, 2}) == "InvalidCRS");
    CHECK(code_of("EPSG:31287", Version::V111, {0}) == "InvalidSRS");
    CHECK(code_of("", Version::V111, {0}) == "InvalidSRS");
}

TEST_CASE(
    "CRS: CRS:84 and the other CRSs of the standard are always known in 1.3.0, and only there")
{
    CHECK(code_of("CRS:84", Version::V130, {0}) == "accepted");
    CHECK(code_of("CRS:83", Version::V130, {0}) == "accepted");
    CHECK(code_of("CRS:84", Version::V111, {0}) == "InvalidSRS");
}

TEST_CASE("CRS: nothing a client writes reaches PROJ unless it is offered")
{
    for (std::string const name : {"+proj=longlat", "proj=longlat", "+init=/etc/passwd:x",
                                   "+proj=pipeline +step +proj=cart", "IGNF:LAMB93"}) {
        CAPTURE(name);
        CHECK(code_of(name, Version::V130, {0}) == "InvalidCRS");
    }
}

TEST_CASE("CRS: without wms_srs it is the code of the PROJECTION")
{
    auto const map = test::load(R"(
MAP PROJECTION "init=epsg:3035" END
  LAYER NAME "a" TYPE POINT PROJECTION "init=epsg:25832" END END
END)");
    CHECK(offered_systems(*map, map->web.metadata, map->projection) ==
          std::vector<std::string>{"EPSG:3035"});
    CHECK(offered_systems(*map, map->layers[0].metadata, map->layers[0].projection) ==
          std::vector<std::string>{"EPSG:25832"});
}

// OGC 01-068r3, Annex E: zone 32 has its central meridian at 9 degrees east.
TEST_CASE("AUTO: the projections of the annex, centred at the requested point")
{
    CHECK(automatic_projection("AUTO:42001,9001,10,50") ==
          "+proj=tmerc +lat_0=0 +lon_0=9 +k=0.9996 +x_0=500000 +y_0=0 +datum=WGS84 +units=m");
    CHECK(automatic_projection("auto:42002,9002,10,-50") ==
          "+proj=tmerc +lat_0=0 +lon_0=10 +k=0.9996 +x_0=500000 +y_0=10000000 +datum=WGS84 "
          "+units=ft");
    CHECK(automatic_projection("AUTO2:42003,1000,-100.5,45") ==
          "+proj=ortho +lon_0=-100.5 +lat_0=45 +datum=WGS84 +to_meter=1000");
    CHECK(automatic_projection("AUTO2:42004,1,0,30") ==
          "+proj=eqc +lon_0=0 +lat_ts=30 +datum=WGS84 +to_meter=1");
    CHECK(automatic_projection("AUTO:42005,9001,0,0") ==
          "+proj=moll +lon_0=0 +datum=WGS84 +units=m");
}

TEST_CASE("AUTO: malformed and unknown ones are not projections")
{
    for (auto const* const text :
         {"AUTO:42001,9001,10", "AUTO:42001,9001,10,50,1", "AUTO:42006,9001,10,50",
          "AUTO:42001,9999,10,50", "AUTO:42001,9001,1000,50", "AUTO:42001,9001,10,nan",
          "AUTO2:42001,0,10,50", "AUTO:42001 +init=x,9001,10,50", "EPSG:4326", ""}) {
        CAPTURE(text);
        CHECK(automatic_projection(text).empty());
    }
}

TEST_CASE("axis order: 1.3.0 follows the authority, older versions and CRS:84 do not")
{
    auto const lat_lon = ms::crs::parse(std::string_view{"EPSG:4326"});
    auto const lon_lat = ms::crs::parse(std::string_view{"CRS:84"});
    auto const mercator = ms::crs::parse(std::string_view{"EPSG:3857"});
    ms::geometry::Box const box{1, 2, 3, 4};
    ms::geometry::Box const swapped{2, 1, 4, 3};
    CHECK(wms::in_protocol_order(box, lat_lon, Version::V130) == swapped);
    CHECK(wms::in_protocol_order(box, lat_lon, Version::V111) == box);
    CHECK(wms::in_protocol_order(box, lon_lat, Version::V130) == box);
    CHECK(wms::in_protocol_order(box, mercator, Version::V130) == box);
}
