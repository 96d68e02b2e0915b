// SPDX-License-Identifier: MIT
#include "ows/common/access.hpp"

#include "unit/ows/maps.hpp"

using namespace ms::ows;

TEST_CASE("enable_request: a name has priority over the star, in any position")
{
    CHECK(listed("*", "GetMap") == true);
    CHECK(listed("!*", "GetMap") == false);
    CHECK(listed("* !GetFeatureInfo", "GetFeatureInfo") == false);
    CHECK(listed("!GetFeatureInfo *", "GetFeatureInfo") == false);
    CHECK(listed("!* getmap", "GetMap") == true);
    CHECK_FALSE(listed("GetCapabilities", "GetMap"));
    CHECK_FALSE(listed("", "GetMap"));
}

TEST_CASE("enable_request: operations are disabled by default")
{
    auto const map = test::load(R"(MAP LAYER NAME "a" TYPE POINT END END)");
    CHECK_FALSE(is_enabled(*map, "GetMap"));
    CHECK_FALSE(is_enabled(*map, map->layers[0], "GetMap"));
}

TEST_CASE("enable_request: the layer's setting precedes the map's, wms_ precedes ows_")
{
    auto const map = test::load(R"(
MAP
  WEB METADATA "ows_enable_request" "*" "wms_enable_request" "!GetMap" END END
  LAYER NAME "a" TYPE POINT END
  LAYER NAME "b" TYPE POINT METADATA "ows_enable_request" "GetMap" END END
  LAYER NAME "c" TYPE POINT METADATA "wms_enable_request" "!*" END END
END)");
    CHECK_FALSE(is_enabled(*map, map->layers[0], "GetMap"));
    CHECK(is_enabled(*map, map->layers[0], "GetCapabilities"));
    CHECK(is_enabled(*map, map->layers[1], "GetMap"));
    CHECK_FALSE(is_enabled(*map, map->layers[2], "GetCapabilities"));
    CHECK(is_enabled(*map, "GetMap")); // one of its layers does
}

TEST_CASE("address lists: who is denied, or not among the allowed, is refused")
{
    auto const map = test::load(R"(
MAP WEB METADATA "ows_allowed_ip_list" "10.0.0.0/8" "ows_denied_ip_list" "10.6.6.6" END END END)");
    CHECK(is_address_allowed(*map, "10.1.2.3"));
    CHECK_FALSE(is_address_allowed(*map, "10.6.6.6"));
    CHECK_FALSE(is_address_allowed(*map, "192.0.2.1"));
    CHECK_FALSE(is_address_allowed(*map, ""));
}

TEST_CASE("address lists: a list that cannot be read refuses every client")
{
    auto const map = test::load(R"(
MAP WEB METADATA "ows_denied_ip_list" "file:there_is_no_such_file" END END END)");
    CHECK_FALSE(is_address_allowed(*map, "10.1.2.3"));
}

TEST_CASE("address lists: without one every client is allowed")
{
    CHECK(is_address_allowed(*test::load("MAP END"), ""));
}
