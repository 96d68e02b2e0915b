// SPDX-License-Identifier: MIT
#include "ows/features/properties.hpp"
#include "ows/wfs/systems.hpp"
#include "unit/ows/maps.hpp"

#include <doctest/doctest.h>

using namespace ms;
using namespace ms::ows;
using namespace ms::ows::wfs;

namespace {

std::vector<feature::Field> const fields{{.name = "a"}, {.name = "b"}, {.name = "c"}};

Properties properties(std::initializer_list<std::pair<std::string, std::string>> metadata)
{
    mapfile::Layer layer;
    layer.metadata.set("gml_include_items", "all");
    for (auto const& [key, value] : metadata) {
        layer.metadata.set(key, value);
    }
    return properties_of(layer, fields);
}

/// The names of the chosen properties, with "geometry".
std::string chosen(Properties const& from, std::vector<std::string> const& names = {})
{
    std::string unknown;
    auto const found = choose(from, names, unknown);
    if (!found) {
        return "unknown: " + unknown;
    }
    std::string text = found->has_geometry ? "geometry " : "";
    for (auto const item : found->items) {
        text += from.items[item].name + ' ';
    }
    return text;
}

} // namespace

// As MapServer 8.0.0 answers.
TEST_CASE("WFS properties: without PROPERTYNAME all, or the mandatory and default ones")
{
    CHECK(chosen(properties({})) == "geometry a b c ");
    CHECK(chosen(properties({{"gml_default_items", "b"}})) == "geometry b ");
    CHECK(chosen(properties({{"gml_default_items", ""}})) == "geometry ");
    CHECK(chosen(properties({{"gml_mandatory_items", "a"}})) == "geometry a b c ");
    CHECK(chosen(properties({{"gml_mandatory_items", "a"}, {"gml_default_items", "c"}})) ==
          "geometry a c ");
}

// MapServer 8.0.0, DescribeFeatureType of a shapefile with N(10), N(11), N(18) and N(20).
TEST_CASE("WFS properties: wide whole numbers are integers of shapefiles, long of databases")
{
    using feature::FieldType;
    std::vector<feature::Field> const wide{{.name = "n", .type = FieldType::Long, .width = 18}};
    auto const type_in = [&](mapfile::ConnectionType connection) {
        mapfile::Layer layer;
        layer.connection_type = connection;
        layer.metadata.set("gml_include_items", "all");
        layer.metadata.set("gml_types", "auto");
        return properties_of(layer, wide).items.at(0).type;
    };
    CHECK(type_in(mapfile::ConnectionType::Local) == FieldType::Integer);
    CHECK(type_in(mapfile::ConnectionType::PostGis) == FieldType::Long);
    CHECK(type_in(mapfile::ConnectionType::Ogr) == FieldType::Long);
}

// Namespaces in XML 1.0, 3: the part of a qualified name behind the prefix has no colon.
TEST_CASE("WFS properties: a colon in a name is not a prefix that no document declares")
{
    std::vector<feature::Field> const odd{{.name = "x:y"}, {.name = "b"}};
    mapfile::Layer layer;
    layer.metadata.set("gml_include_items", "all");
    layer.metadata.set("gml_b_alias", "gml:name");
    CHECK(chosen(properties_of(layer, odd)) == "geometry x_y gml_name ");
}

TEST_CASE("WFS properties: PROPERTYNAME adds to the mandatory ones")
{
    std::vector<std::string> const b{"b"};
    CHECK(chosen(properties({}), b) == "b ");
    CHECK(chosen(properties({{"gml_mandatory_items", "a"}}), b) == "a b ");
    CHECK(chosen(properties({{"gml_optional_items", "a,b"}}), b) == "b c ");
    CHECK(chosen(properties({{"gml_optional_items", "all"}, {"gml_mandatory_items", "a"}}), b) ==
          "a b ");
    CHECK(chosen(properties({{"gml_default_items", ""}}), {"*"}) == "geometry a b c ");
}

TEST_CASE("WFS properties: names may be aliases, have prefixes and steps; others are unknown")
{
    auto const aliased = properties(
        {{"gml_b_alias", "Bee"}, {"gml_exclude_items", "c"}, {"gml_geometries", "place"}});
    CHECK(chosen(aliased, {"ms:Bee"}) == "Bee ");
    CHECK(chosen(aliased, {"group/ms:B"}) == "Bee ");
    CHECK(chosen(aliased, {"place"}) == "geometry ");
    CHECK(chosen(aliased, {"c"}) == "unknown: c");
    CHECK(chosen(aliased, {"a", "ms:zz"}) == "unknown: ms:zz");
}

TEST_CASE("WFS properties: a group represents its items; gml_geometries none omits shapes")
{
    auto const grouped = properties({{"gml_groups", "g"},
                                     {"gml_g_group", "A,c,nothing"},
                                     {"gml_geometries", "none"},
                                     {"wfs_featureid", "B"}});
    CHECK(chosen(grouped, {"g"}) == "a c ");
    CHECK(chosen(grouped) == "a b c ");
    CHECK(grouped.id == 1U);
}

TEST_CASE("WFS properties: ows_featureid precedes wfs_featureid and gml_featureid")
{
    CHECK(properties({{"gml_featureid", "A"}, {"wfs_featureid", "B"}}).id == 1U);
    CHECK(properties({{"gml_featureid", "A"}, {"wfs_featureid", "B"}, {"ows_featureid", "c"}}).id ==
          2U);
}

TEST_CASE("WFS CRSs: wfs_return_srs_as_urn decides about URNs in every version")
{
    auto const name = [](std::string const& setting, Version version) {
        auto const map = test::load(R"(MAP NAME "m" PROJECTION "EPSG:3857" END
          WEB METADATA "wfs_srs" "EPSG:4326" "wfs_return_srs_as_urn" ")" +
                                    setting + R"(" END END
          LAYER NAME "l" TYPE POINT END END)");
        return answer_system(*map, map->layers.front(), version, "").srs_name;
    };
    CHECK(name("false", Version::V200) == "EPSG:4326");
    CHECK(name("false", Version::V110) == "EPSG:4326");
    CHECK(name("true", Version::V110) == "urn:ogc:def:crs:EPSG::4326");
    CHECK(name("true", Version::V200) == "urn:ogc:def:crs:EPSG::4326");
}

TEST_CASE("WFS CRSs: the first one offered is the default, a URN in 2.0.0; 1.0.0 writes x first")
{
    auto const map = test::load(R"(MAP NAME "m" PROJECTION "EPSG:3857" END
      WEB METADATA "wfs_srs" "EPSG:4326 EPSG:3857" END END
      LAYER NAME "l" TYPE POINT PROJECTION "EPSG:25832" END END END)");
    auto const& layer = map->layers.front();
    CHECK(system_names(*map, layer) ==
          std::vector<std::string>{"EPSG:4326", "EPSG:3857", "EPSG:25832"});
    auto const newest = answer_system(*map, layer, Version::V200, "");
    CHECK(newest.srs_name == "urn:ogc:def:crs:EPSG::4326");
    CHECK(newest.is_north_east);
    CHECK_FALSE(answer_system(*map, layer, Version::V100, "").is_north_east);
    auto const resolved = answer_system(*map, layer, Version::V110, "urn:ogc:def:crs:EPSG::3857");
    CHECK(resolved.srs_name == "urn:ogc:def:crs:EPSG::3857"); // as requested
    CHECK_FALSE(resolved.is_north_east);
    CHECK(answer_system(*map, layer, Version::V110, "EPSG:3857").srs_name == "EPSG:3857");
    CHECK_THROWS(check_system(*map, layer, Version::V110, "EPSG:2154"));
    CHECK_NOTHROW(check_system(*map, layer, Version::V110, "EPSG:25832"));
    CHECK(answer_system(*map, layer, Version::V100, "EPSG:2154").srs_name == "EPSG:4326");
}

TEST_CASE("WFS CRSs: BBOX without a CRS is in the default CRS in 2.0.0 if metadata name one")
{
    auto const map = test::load(R"(MAP NAME "m" PROJECTION "EPSG:4326" END
        WEB METADATA "wfs_srs" "EPSG:4326 EPSG:3857" END END LAYER NAME "l" TYPE POINT END END)");
    auto const unnamed =
        test::load(R"(MAP NAME "m" PROJECTION "EPSG:4326" END LAYER NAME "l" TYPE POINT END END)");
    auto const placed = [](mapfile::Map const& from, Version version, std::string const& system,
                           std::string_view srs_name = "") {
        auto const answer = answer_system(from, from.layers.front(), version, srs_name);
        return place_box({{1, 2, 3, 4}, system}, version, from, answer);
    };
    auto const low_x = [&](Version version, std::string const& system) {
        return placed(*map, version, system).box.min_x;
    };
    CHECK(placed(*unnamed, Version::V200, "").box.min_x == 1);
    CHECK(placed(*unnamed, Version::V200, "EPSG:4326").box.min_x == 2);
    // The CRS of the answer is not that of the box.
    CHECK(placed(*map, Version::V200, "", "EPSG:3857").box.min_x == 2);
    CHECK(placed(*map, Version::V200, "", "EPSG:3857").crs.is_axis_inverted());
    CHECK_FALSE(placed(*map, Version::V110, "", "EPSG:3857").crs.is_axis_inverted());
    CHECK(low_x(Version::V100, "") == 1);
    CHECK(low_x(Version::V100, "urn:ogc:def:crs:EPSG::4326") == 1);
    CHECK(low_x(Version::V110, "") == 1);
    CHECK(low_x(Version::V110, "EPSG:4326") == 2);
    CHECK(low_x(Version::V200, "") == 2);
    CHECK(low_x(Version::V200, "EPSG:3857") == 1);
    CHECK_THROWS((void)low_x(Version::V200, "nothing"));
}
