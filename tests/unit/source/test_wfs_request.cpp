// SPDX-License-Identifier: MIT
#include "source/wfs/request.hpp"

#include "ogr/load.hpp"
#include "source/data_crs.hpp"
#include "source/layer_error.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace ms;
using namespace ms::source;

namespace {

mapfile::Layer layer_of(std::string const& version)
{
    mapfile::Layer layer;
    layer.name = "a";
    layer.type = mapfile::LayerType::Polygon;
    layer.connection_type = mapfile::ConnectionType::Wfs;
    layer.connection = "http://wfs.org/ows?map=x.map";
    layer.metadata.set("wfs_typename", "ns:roads");
    layer.metadata.set("wfs_version", version);
    layer.projection.arguments = {"init=epsg:4326"};
    return layer;
}

std::string url_of(mapfile::Layer const& layer, std::int64_t max = -1)
{
    mapfile::Map const map;
    return wfs::get_feature_url(wfs::server_of(map, layer), geometry::Box{5, 50, 15, 55}, max);
}

bool has(std::string const& text, std::string const& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

// OGC 02-058 (WFS 1.0.0), 04-094 (1.1.0), 09-025r2 (2.0.0): names of parameters; 1.1.0 and later
// give EPSG:4326 latitude first when it is named by a URN.
TEST_CASE("wfs request: versions determine type, count and CRS, and the axis order")
{
    CHECK(url_of(layer_of("1.0.0"), 7) ==
          "http://wfs.org/ows?map=x.map&SERVICE=WFS&VERSION=1.0.0&REQUEST=GetFeature&TYPENAME=ns:"
          "roads&BBOX=5,50,15,55&MAXFEATURES=7");
    CHECK(has(url_of(layer_of("1.1.0")), "&SRSNAME=urn:ogc:def:crs:EPSG::4326&BBOX=50,5,55,15,urn:"
                                         "ogc:def:crs:EPSG::4326"));
    CHECK(has(url_of(layer_of("2.0.0"), 7), "&TYPENAMES=ns:roads&"));
    CHECK(has(url_of(layer_of("2.0.0"), 7), "&COUNT=7"));
}

TEST_CASE("wfs request: with PROJECTION AUTO features are asked in wfs_srs, else in the map's CRS")
{
    mapfile::Map map;
    map.projection.arguments = {"init=epsg:25832"};
    auto layer = layer_of("1.1.0");
    layer.projection.arguments = {"auto"};
    auto const crs = [&] { return data_crs(map, layer).authority_code(); };
    CHECK(wfs::server_of(map, layer).crs_name == "EPSG:25832");
    CHECK(crs() == "EPSG:25832");
    layer.metadata.set("wfs_srs", "EPSG:3857 EPSG:4326");
    CHECK(wfs::server_of(map, layer).crs_name == "EPSG:3857");
    CHECK(crs() == "EPSG:3857");
}

TEST_CASE("wfs request: the fewer of wfs_maxfeatures and MAXFEATURES")
{
    auto layer = layer_of("1.0.0");
    layer.metadata.set("wfs_maxfeatures", "5");
    CHECK(has(url_of(layer), "&MAXFEATURES=5"));
    CHECK(has(url_of(layer, 3), "&MAXFEATURES=3"));
    layer.metadata.set("wfs_maxfeatures", "-5");
    CHECK_THROWS_AS((void)url_of(layer), LayerError);
}

TEST_CASE("wfs request: with wfs_filter the box is part of the filter")
{
    auto layer = layer_of("1.1.0");
    layer.metadata.set("wfs_filter", "<Filter><PropertyIsEqualTo><PropertyName>a</PropertyName>"
                                     "<Literal>1</Literal></PropertyIsEqualTo></Filter>");
    layer.metadata.set("wfs_geometryname", "geom");
    auto const url = url_of(layer);
    CHECK_FALSE(has(url, "&BBOX="));
    CHECK(has(url, "%3CAnd%3E%3CPropertyIsEqualTo%3E"));
    CHECK(has(url, "%3CBBOX%3E%3CPropertyName%3Egeom%3C/PropertyName%3E"));
    CHECK(has(url, "%3Cgml:lowerCorner%3E50%205%3C/gml:lowerCorner%3E"));
    layer.metadata.set("wfs_filter", "<PropertyIsNull/>"); // as MapServer takes it
    CHECK(has(url_of(layer), "%3CAnd%3E%3CPropertyIsNull/%3E%3CBBOX%3E"));
}

TEST_CASE("wfs request: missing and invalid values are named")
{
    for (auto const& [key, value] :
         {std::pair{"wfs_typename", ""}, {"wfs_version", "3.0"}, {"wfs_srs", "EPSG:0"}}) {
        auto layer = layer_of("1.0.0");
        layer.metadata.set(key, value);
        CAPTURE(key);
        try {
            (void)url_of(layer);
            FAIL("accepted");
        } catch (LayerError const& error) {
            CHECK(has(error.what(), key));
        }
    }
}

TEST_CASE("documents: GML and GeoJSON are read in memory, others are refused")
{
    auto const& module = ms::ogr::load_module();
    auto const file = module.open_bytes(
        R"({"type":"FeatureCollection","features":[{"type":"Feature","properties":{"n":7},)"
        R"("geometry":{"type":"Point","coordinates":[1,2]}}]})");
    REQUIRE(file->schema().fields.size() == 1);
    CHECK(file->schema().fields[0].name == "n");
    file->select({});
    REQUIRE(file->next());
    CHECK(file->value(0) == "7");
    auto const gml = module.open_bytes(
        R"(<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs" xmlns:gml="http://www.opengis.net/gml" )"
        R"(xmlns:m="http://m/"><gml:featureMember><m:roads><m:name>A1</m:name><m:g><gml:Point>)"
        R"(<gml:coordinates>1,2</gml:coordinates></gml:Point></m:g></m:roads></gml:featureMember>)"
        R"(</wfs:FeatureCollection>)");
    gml->select({});
    REQUIRE(gml->next());
    CHECK(gml->geometry().size() == 21); // WKB of a point
    CHECK_THROWS_AS((void)module.open_bytes("no document"), Error);
    CHECK_THROWS_AS((void)module.open_bytes(""), Error);
    CHECK_THROWS_AS((void)module.open_bytes("<OGRVRTDataSource/>"), Error);
}
