// SPDX-License-Identifier: MIT
#include "http/response.hpp"
#include "unit/ows/maps.hpp"

#include <pugixml.hpp>

#include <algorithm>

using namespace ms;
using namespace ms::ows;

namespace {

/// Points, an area with another one inside its hole, and a type that is not for all.
std::shared_ptr<mapfile::Map const> types()
{
    return test::load(R"(
MAP
  NAME "w" EXTENT 0 0 100 80 SIZE 100 100
  PROJECTION "EPSG:4326" END
  WEB METADATA "wfs_title" "T" "ows_enable_request" "*" "wfs_srs" "EPSG:4326 EPSG:3857"
    "wfs_onlineresource" "http://here/?" "wfs_compute_number_matched" "true" END END
  LAYER NAME "towns" TYPE POINT
    METADATA "wfs_featureid" "name" "gml_include_items" "all" "gml_exclude_items" "secret"
      "gml_kind_alias" "Kind" END
    PROCESSING "ITEMS=name,kind,secret"
    FEATURE POINTS 10 20 END ITEMS "a;1;s" END
    FEATURE POINTS 30 40 END ITEMS "b;2;t" END
    FEATURE POINTS 50 60 END ITEMS "c<d;2;s" END
  END
  LAYER NAME "areas" TYPE POLYGON
    METADATA "wfs_featureid" "name" "gml_include_items" "all" "wfs_extent" "0 0 5 5" END
    PROCESSING "ITEMS=name"
    FEATURE
      POINTS 0 0 9 0 9 9 0 9 0 0 END
      POINTS 2 2 7 2 7 7 2 7 2 2 END
      POINTS 4 4 5 4 5 5 4 5 4 4 END
      ITEMS "nested"
    END
    FEATURE POINTS 50 50 60 50 60 60 50 50 END ITEMS "far" END
  END
  LAYER NAME "closed" TYPE POINT
    METADATA "wfs_enable_request" "!GetFeature" "wfs_featureid" "name" END
    PROCESSING "ITEMS=name"
    FEATURE POINTS 1 1 END ITEMS "x" END
  END
END)");
}

http::Response answer(std::string const& query)
{
    return test::ask(types(), "SERVICE=WFS&" + query);
}

pugi::xml_document xml_of(http::Response const& response)
{
    pugi::xml_document document;
    REQUIRE(document.load_buffer(response.body.data(), response.body.size()));
    return document;
}

constexpr char const* v100 = "VERSION=1.0.0&REQUEST=GetFeature&";
constexpr char const* v110 = "VERSION=1.1.0&REQUEST=GetFeature&";
constexpr char const* v200 = "VERSION=2.0.0&REQUEST=GetFeature&";

/// gml:ids, or fids, of the features, between blanks.
std::string ids(std::string const& query)
{
    std::string found;
    auto const document = xml_of(answer(query));
    for (auto const& node : document.select_nodes("//*[@fid] | //*[@gml:id]")) {
        std::string const name = node.node().name();
        if (name.starts_with("ms:")) {
            auto const* const id = node.node().attribute("fid").value();
            found += std::string{*id == 0 ? node.node().attribute("gml:id").value() : id} + ' ';
        }
    }
    return found;
}

std::string attribute(std::string const& query, char const* name)
{
    return xml_of(answer(query)).document_element().attribute(name).value();
}

/// "code locator", and no feature.
std::string fault(std::string const& query)
{
    auto const document = xml_of(answer(query));
    auto const node = document.select_node("//ows:Exception | //ServiceException").node();
    std::string const code = node.attribute("exceptionCode").value();
    return (code.empty() ? std::string{node.attribute("code").value()} : code) + ' ' +
           node.attribute("locator").value();
}

std::string filter(std::string const& inner)
{
    return "&FILTER=<Filter>" + inner + "</Filter>";
}

} // namespace

TEST_CASE("GetFeature: each version has its collection, its ids and its order of axes")
{
    auto const old_answer =
        std::string{http::body_text(answer(v100 + std::string{"TYPENAME=towns&MAXFEATURES=1"}))};
    CHECK(old_answer.find("<ms:towns fid=\"towns.a\">") != std::string::npos);
    CHECK(old_answer.find("<gml:coordinates>10.000000,20.000000</gml:coordinates>") !=
          std::string::npos);
    auto const document = xml_of(answer(v200 + std::string{"TYPENAMES=ms:towns&COUNT=1"}));
    auto const town = document.child("wfs:FeatureCollection").child("wfs:member").child("ms:towns");
    CHECK(town.attribute("gml:id").value() == std::string{"towns.a"});
    CHECK(town.child("ms:msGeometry").child("gml:Point").child_value("gml:pos") ==
          std::string{"20.000000 10.000000"});
    CHECK(town.child_value("ms:Kind") == std::string{"1"});
    CHECK_FALSE(town.child("ms:secret"));
    CHECK(answer(v110 + std::string{"TYPENAME=towns"}).content_type ==
          "text/xml; subtype=gml/3.1.1; charset=UTF-8");
}

TEST_CASE("GetFeature: BBOX touches shapes, not their boxes")
{
    CHECK(ids(v110 + std::string{"TYPENAME=areas&BBOX=0,0,1,1"}) == "areas.nested ");
    // Inside the hole, beside the island.
    CHECK(ids(v110 + std::string{"TYPENAME=areas&BBOX=2.5,2.5,3.5,3.5"}).empty());
    // A box may be a point or a line.
    CHECK(ids(v110 + std::string{"TYPENAME=towns&BBOX=10,20,10,20"}) == "towns.a ");
    CHECK(ids(v110 + std::string{"TYPENAME=towns&BBOX=0,40,90,40"}) == "towns.b ");
    // The triangle's box, not the triangle.
    CHECK(ids(v110 + std::string{"TYPENAME=areas&BBOX=51,58,52,59"}).empty());
    CHECK(ids(v200 + std::string{"TYPENAMES=towns&BBOX=15,5,25,15"}) == "towns.a ");
    CHECK(ids(v110 + std::string{"TYPENAME=towns&BBOX=5,15,15,25"}) == "towns.a ");
}

TEST_CASE("GetFeature: wfs_extent applies if nothing else selects")
{
    CHECK(ids(v110 + std::string{"TYPENAME=areas"}) == "areas.nested ");
    CHECK(ids(v110 + std::string{"TYPENAME=areas&FEATUREID=areas.far"}) == "areas.far ");
}

TEST_CASE("GetFeature: EXTENT of a layer applies if nothing else selects") // as MapServer 8.0.0
{
    auto const found = [](std::string const& metadata) {
        auto const map = R"(MAP NAME "m" EXTENT 0 0 9 9 SIZE 9 9 PROJECTION "EPSG:4326" END
          WEB METADATA "wfs_title" "T" "ows_enable_request" "*" "wfs_srs" "EPSG:4326" "wfs_onlineresource" "http://here/?" END END
          LAYER NAME "l" TYPE POINT EXTENT 0 0 2 2 METADATA )" +
                         metadata + R"( END FEATURE POINTS 1 1 END END FEATURE POINTS 5 5 END END
          END END)";
        auto const response =
            test::ask(test::load(map), "SERVICE=WFS&TYPENAME=l&" + std::string{v110});
        return std::string{http::body_text(response)};
    };
    CHECK(found("").find("<gml:pos>1.000000 1.000000") != std::string::npos);
    CHECK(found("").find("<gml:pos>5.000000 5.000000") == std::string::npos);
    CHECK(found("\"wfs_extent\" \"4 4 6 6\"").find("<gml:pos>1.0") == std::string::npos);
    CHECK(found("\"ows_use_default_extent_for_getfeature\" \"false\"").find("<gml:pos>5.0") !=
          std::string::npos);
}

// As MapServer 8.0.0, for which PROPERTYNAME is a gml_geometries.
TEST_CASE("GetFeature: a polygon with a hole is a multi of one unless the geometry is named")
{
    auto const has_multi = [](std::string const& query) {
        auto const map =
            test::load(R"(MAP NAME "m" EXTENT 0 0 9 9 SIZE 9 9 PROJECTION "EPSG:4326" END
          WEB METADATA "wfs_title" "T" "ows_enable_request" "*" "wfs_srs" "EPSG:4326" "wfs_onlineresource" "http://here/?" END END
          LAYER NAME "l" TYPE POLYGON FEATURE POINTS 0 0 0 9 9 9 9 0 0 0 END POINTS 2 2 4 2 4 4 2 4 2 2 END END
          END END)");
        auto const response = test::ask(map, "SERVICE=WFS&TYPENAMES=l&" + query);
        return http::body_text(response).find("<gml:MultiSurface") != std::string::npos;
    };
    CHECK(has_multi(v110));
    CHECK(has_multi(v110 + std::string{"PROPERTYNAME=*"}));
    CHECK_FALSE(has_multi(v110 + std::string{"PROPERTYNAME=msGeometry"}));
    CHECK_FALSE(has_multi("VERSION=2.0.0&REQUEST=GetPropertyValue&VALUEREFERENCE=msGeometry"));
}

TEST_CASE("GetFeature: rings of files become holes, and rings within a hole separate parts")
{
    auto const document =
        xml_of(answer(v110 + std::string{"TYPENAME=areas&FEATUREID=areas.nested"}));
    auto const surface = document.select_node("//gml:MultiSurface").node();
    auto const first = surface.child("gml:surfaceMember").child("gml:Polygon");
    CHECK(first.child("gml:interior"));
    CHECK(surface.select_nodes("gml:surfaceMember").size() == 2);
}

TEST_CASE("GetFeature: filters of names, ids and shapes")
{
    std::string const kind = "<PropertyIsEqualTo><PropertyName>ms:Kind</PropertyName><Literal>2"
                             "</Literal></PropertyIsEqualTo>";
    CHECK(ids(v110 + ("TYPENAME=towns" + filter(kind))) == "towns.b towns.c<d ");
    CHECK(ids(v110 + ("TYPENAME=towns" + filter("<NOT>" + kind + "</NOT>"))) == "towns.a ");
    CHECK(ids(v200 + ("TYPENAMES=towns" + filter("<ResourceId rid='towns.b'/>"))) == "towns.b ");
    std::string const box = "<BBOX><ValueReference>any</ValueReference><Envelope>"
                            "<lowerCorner>15 5</lowerCorner><upperCorner>25 15</upperCorner>"
                            "</Envelope></BBOX>";
    CHECK(ids(v200 + ("TYPENAMES=towns" + filter(box))) == "towns.a ");
    CHECK(ids(v100 + ("TYPENAME=towns" + filter(box))).empty());
}

// Observed with MapServer 8.0.0, which knows no https URLs and takes their coordinates as x, y.
TEST_CASE("GetFeature: the spelling of srsName and the version decide the order of axes")
{
    auto const order = [](char const* version, char const* names, std::string const& name) {
        auto const finds = [&](char const* low, char const* high) {
            return !ids(version + std::string{names} + "=towns" +
                        filter("<BBOX><PropertyName>any</PropertyName><Envelope srsName='" + name +
                               "'><lowerCorner>" + low + "</lowerCorner><upperCorner>" + high +
                               "</upperCorner></Envelope></BBOX>"))
                        .empty();
        };
        return std::string{finds("5 15", "15 25") ? "xy" : ""} +
               (finds("15 5", "25 15") ? "yx" : "");
    };
    for (auto const* const name :
         {"EPSG:4326", "urn:ogc:def:crs:EPSG::4326", "urn:x-ogc:def:crs:EPSG::4326",
          "http://www.opengis.net/def/crs/EPSG/0/4326",
          "https://www.opengis.net/def/crs/EPSG/0/4326"}) {
        CAPTURE(name);
        CHECK(order(v100, "TYPENAME", name) == "xy");
        CHECK(order(v110, "TYPENAME", name) == "yx");
        CHECK(order(v200, "TYPENAMES", name) == "yx");
    }
    for (auto const* const name :
         {"http://www.opengis.net/gml/srs/epsg.xml%234326", "urn:ogc:def:crs:OGC:1.3:CRS84",
          "CRS:84", "http://www.opengis.net/def/crs/OGC/1.3/CRS84", "nonsense", "EPSG:99999",
          "urn:ogc:def:crs:EPSG::99999"}) {
        CAPTURE(name);
        CHECK(order(v100, "TYPENAME", name) == "xy");
        CHECK(order(v110, "TYPENAME", name) == "xy");
        CHECK(order(v200, "TYPENAMES", name) == "xy");
    }
}

TEST_CASE("GetFeature: two properties of text are compared as texts")
{
    auto const equal = [](char const* op, char const* b) {
        return ids(v110 +
                   ("TYPENAME=towns" + filter(std::string{"<PropertyIs"} + op +
                                              "><PropertyName>name</PropertyName>"
                                              "<PropertyName>" +
                                              b + "</PropertyName></PropertyIs" + op + ">")));
    };
    CHECK(equal("EqualTo", "name") == "towns.a towns.b towns.c<d ");
    CHECK(equal("EqualTo", "Kind").empty()); // both would be 0 as numbers
    CHECK(equal("LessThan", "Kind").empty());
}

// Observed with MapServer 8.0.
TEST_CASE("GetFeature: properties that all features of GML have")
{
    auto const hits = [](std::string const& condition) {
        return attribute(std::string{v200} + "TYPENAMES=towns&RESULTTYPE=hits&FILTER=<Filter>" +
                             condition + "</Filter>",
                         "numberMatched");
    };
    auto const is = [](std::string const& op, std::string const& name) {
        return "<PropertyIs" + op + "><PropertyName>gml:" + name + "</PropertyName></PropertyIs" +
               op + ">";
    };
    CHECK(hits(is("Null", "name")) == "3");
    CHECK(hits(is("Null", "description")) == "3");
    CHECK(hits(is("Nil", "name")) == "0");
    CHECK(hits(is("Null", "boundedBy")) == "0");
    CHECK(hits(is("Nil", "boundedBy")) == "0");
    CHECK(hits("<Not>" + is("Null", "boundedBy") + "</Not>") == "3");
    CHECK(hits("<Or>" + is("Nil", "name") + "<ResourceId rid='towns.b'/></Or>") == "1");
    auto const equal = [](std::string const& name) {
        return fault(std::string{v200} + "TYPENAMES=towns&FILTER=<Filter><PropertyIsEqualTo>" +
                     "<PropertyName>" + name + "</PropertyName><Literal>1</Literal>" +
                     "</PropertyIsEqualTo></Filter>");
    };
    CHECK(equal("gml:boundedBy") == "OperationProcessingFailed filter");
    CHECK(equal("gml:name") == "InvalidParameterValue filter");
}

TEST_CASE("GetFeature: filters whose attributes have no quotes")
{
    CHECK(ids(std::string{v100} +
              "TYPENAME=towns&FILTER=<Filter><PropertyIsLike wildCard=* "
              "singleChar=? escape=!><PropertyName>name</PropertyName><Literal>c*"
              "</Literal></PropertyIsLike></Filter>") == "towns.c<d ");
}

TEST_CASE("GetFeature: unpublished attributes cannot be requested, filtered or sorted by")
{
    std::string const secret = "<PropertyIsEqualTo><PropertyName>secret</PropertyName>"
                               "<Literal>t</Literal></PropertyIsEqualTo>";
    CHECK(fault(v110 + ("TYPENAME=towns" + filter(secret))) == "InvalidParameterValue filter");
    CHECK(fault(v100 + ("TYPENAME=towns" + filter(secret))) == "InvalidParameterValue filter");
    CHECK(fault(v110 + std::string{"TYPENAME=towns&PROPERTYNAME=secret"}) ==
          "InvalidParameterValue PROPERTYNAME");
    CHECK(fault("VERSION=2.0.0&REQUEST=GetPropertyValue&TYPENAMES=towns&VALUEREFERENCE=secret") ==
          "InvalidParameterValue valuereference");
}

TEST_CASE("GetFeature: types that are unknown or not enabled")
{
    CHECK(fault(v110 + std::string{"TYPENAME=nothing"}) == "InvalidParameterValue typename");
    CHECK(fault(v110 + std::string{"TYPENAME=closed"}) == "InvalidParameterValue typename");
    CHECK(fault(v110 + std::string{"FEATUREID=closed.x"}) == "InvalidParameterValue featureid");
    CHECK(fault(v110 + std::string{"FEATUREID=17"}) == "InvalidParameterValue featureid");
    CHECK(fault(v200 + std::string{""}) == "MissingParameterValue typenames");
    CHECK(fault(v110 + std::string{"TYPENAME=towns&SRSNAME=EPSG:2154"}) ==
          "InvalidParameterValue srsname");
    CHECK(fault(v110 + std::string{"TYPENAME=towns&OUTPUTFORMAT=exe"}) ==
          "InvalidParameterValue outputformat");
    CHECK(fault(v110 + std::string{"TYPENAME=towns&SORTBY=name"}) ==
          "OperationProcessingFailed mapserv");
    CHECK(answer(v200 + std::string{"TYPENAMES=towns&SORTBY=name"}).status == 403);
    CHECK(fault(v200 + std::string{"TYPENAMES=towns&RESOURCEID=towns.a&FILTER=<Filter/>"}) ==
          "NoApplicableCode mapserv");
}

TEST_CASE("GetFeature: of several mistakes one is reported")
{
    // MapServer 8.0.0: types, properties, formats, boxes, ids, CRSs, filters.
    std::string const type = v110 + std::string{"TYPENAME=nothing"};
    std::string const towns = v110 + std::string{"TYPENAME=towns"};
    std::string const filters = "&FILTER=(<Filter/>)(<Filter/>)";
    CHECK(fault(type + filters) == "InvalidParameterValue typename");
    CHECK(fault(type + "&BBOX=1,2") == "InvalidParameterValue typename");
    CHECK(fault(type + "&FEATUREID=towns.a") == "InvalidParameterValue typename");
    CHECK(fault(towns + "&PROPERTYNAME=no&SRSNAME=EPSG:1") == "InvalidParameterValue PROPERTYNAME");
    CHECK(fault(towns + "&PROPERTYNAME=no" + filters) == "InvalidParameterValue PROPERTYNAME");
    CHECK(fault(towns + "&OUTPUTFORMAT=no&SRSNAME=EPSG:1") == "InvalidParameterValue outputformat");
    CHECK(fault(towns + "&OUTPUTFORMAT=no&BBOX=1,2") == "InvalidParameterValue outputformat");
    CHECK(fault(towns + "&BBOX=1,2&SRSNAME=EPSG:1") == "InvalidParameterValue bbox");
    CHECK(fault(towns + "&BBOX=1,2" + filters) == "InvalidParameterValue bbox");
    CHECK(fault(towns + "&FEATUREID=17&SRSNAME=EPSG:1") == "InvalidParameterValue featureid");
    CHECK(fault(towns + "&SRSNAME=EPSG:1" + filters) == "InvalidParameterValue srsname");
    CHECK(fault(v110 + std::string{"FEATUREID=towns.a&FILTER=<Filter/>"}) ==
          "MissingParameterValue typename");
    CHECK(fault(v200 + std::string{"STOREDQUERY_ID=&ID=towns.a"}) ==
          "InvalidParameterValue storedqueryid");
}

TEST_CASE("GetFeature: unreadable filters of documents are quoted element by element")
{
    test::TestRequest request{types(), ""};
    request.request().method = http::Method::Post;
    request.request().body = R"(<GetFeature service="WFS" version="1.1.0"><Query
        typeName="towns"><Filter><And><Literal a="1"> x</Literal></And><Or/></Filter></Query></GetFeature>)";
    auto const sent = dispatch(request.call()).value();
    CHECK(std::string{http::body_text(sent)}.find(
              "GetFeature : &lt;Filter&gt;\n  &lt;And&gt;\n    &lt;Literal a=") !=
          std::string::npos);
    CHECK(std::string{http::body_text(sent)}.find("  &lt;Or /&gt;\n&lt;/Filter&gt;") !=
          std::string::npos);
}

TEST_CASE("GetFeature: unreadable filters are quoted as they were sent")
{
    auto const text = [](std::string const& sent) {
        return std::string{http::body_text(answer(v110 + ("TYPENAME=towns&FILTER=" + sent)))};
    };
    CHECK(text("<Filter><x:foo/></Filter>")
              .find("FILTER in GetFeature : &lt;Filter&gt;&lt;x:foo/&gt;") != std::string::npos);
    CHECK(text("<Filter>").find("FILTER in GetFeature : &lt;Filter&gt;") != std::string::npos);
    CHECK(fault(v200 + std::string{"TYPENAMES=towns&FILTER_LANGUAGE=cql"}) ==
          "InvalidParameterValue filter_language");
}

TEST_CASE("GetFeature: hits of 1.1.0 are those of the page")
{
    std::string const hits = v110 + std::string{"TYPENAME=towns&RESULTTYPE=hits"};
    CHECK(attribute(hits + "&MAXFEATURES=2", "numberOfFeatures") == "2");
    CHECK(attribute(hits + "&STARTINDEX=2", "numberOfFeatures") == "1");
}

// As MapServer 8.0.0.
TEST_CASE("GetFeature: MAXFEATURES of a layer is the length of a page that has no other")
{
    std::string const text = R"(MAP NAME "m" SIZE 9 9 EXTENT 0 0 9 9 PROJECTION "EPSG:4326" END
      WEB METADATA "wfs_title" "T" "ows_enable_request" "*" "wfs_srs" "EPSG:4326" "wfs_onlineresource" "http://here/?" END END
      LAYER NAME "l" TYPE POINT MAXFEATURES 2 FEATURE POINTS 1 1 END END FEATURE POINTS 2 1 END END FEATURE POINTS 3 1 END END
        FEATURE POINTS 4 1 END END END END)";
    auto const numbers = [&](std::string const& query) {
        auto const document = xml_of(test::ask(
            test::load(text), "SERVICE=WFS&VERSION=2.0.0&REQUEST=GetFeature&TYPENAMES=l" + query));
        auto const root = document.document_element();
        return root.attribute("numberMatched").value() + std::string{" "} +
               root.attribute("numberReturned").value();
    };
    CHECK(numbers("") == "2 2");
    CHECK(numbers("&STARTINDEX=1") == "3 2");
    CHECK(numbers("&COUNT=3") == "unknown 3");
    CHECK(numbers("&COUNT=9") == "4 4");
    CHECK(numbers("&COUNT=9&STARTINDEX=1") == "4 3");
    CHECK(numbers("&RESULTTYPE=hits") == "2 0");
}

TEST_CASE("GetFeature: pages run over all types in the order of the map's layers")
{
    // MapServer 8.0.0, in all versions, for XML and stored queries too.
    std::string const both = v200 + std::string{"TYPENAMES=areas,towns&BBOX=0,0,80,80&"};
    CHECK(ids(both + "COUNT=4") == "towns.a towns.b towns.c<d areas.nested ");
    CHECK(ids(both + "COUNT=2&STARTINDEX=2") == "towns.c<d areas.nested ");
    CHECK(ids(both + "COUNT=9&STARTINDEX=3") == "areas.nested areas.far ");
    CHECK(attribute(both + "COUNT=3", "numberMatched") == "5");
    CHECK(attribute(both + "COUNT=3", "numberReturned") == "3");
    CHECK(attribute(both + "COUNT=2&STARTINDEX=1", "next").ends_with("&COUNT=2&STARTINDEX=3"));
    CHECK(attribute(both + "COUNT=2&STARTINDEX=1", "previous").ends_with("&COUNT=2"));
    CHECK(attribute(both + "COUNT=9&STARTINDEX=3", "next").empty());
    // Whether other types have features is not known, so there may be a next page.
    CHECK(attribute(both + "COUNT=3", "next").ends_with("&COUNT=3&STARTINDEX=3"));
    // As the client wrote it.
    CHECK(attribute(both + "Count=2&foo=%26&StartIndex=1", "next")
              .ends_with("&Count=2&foo=%26&STARTINDEX=3"));
    CHECK(attribute(both + "RESULTTYPE=hits", "numberMatched") == "5");
    CHECK(ids(both + "RESULTTYPE=hits").empty());
    CHECK(attribute(v110 + std::string{"TYPENAME=towns&RESULTTYPE=hits"}, "numberOfFeatures") ==
          "3");
}

TEST_CASE("GetFeature: an empty result has the form of the version")
{
    std::string const none = "TYPENAME=towns&FEATUREID=towns.zz";
    CHECK(xml_of(answer(v100 + none)).select_node("//gml:boundedBy/gml:null"));
    CHECK(xml_of(answer(v110 + none)).select_node("//gml:boundedBy/gml:Null"));
    CHECK(attribute(v200 + none, "numberMatched") == "0");
}

TEST_CASE("GetFeature: GetFeatureById answers with the feature itself")
{
    std::string const by_id =
        v200 + std::string{"STOREDQUERY_ID=urn:ogc:def:query:OGC-WFS::GetFeatureById&ID="};
    auto const document = xml_of(answer(by_id + "towns.b"));
    CHECK(document.document_element().name() == std::string{"ms:towns"});
    CHECK(document.document_element().attribute("xmlns:gml"));
    CHECK(answer(by_id + "towns.zz").status == 404);
    CHECK(fault(by_id + "towns.zz") == "NotFound ");
    // With more ids it is a collection, even if they are not ids of any type.
    CHECK(attribute(by_id + "towns.b&RESOURCEID=nowhere", "numberReturned") == "0");
    CHECK(attribute(by_id + "towns.b&RESOURCEID=towns.a", "numberReturned") == "2");
}

TEST_CASE("GetPropertyValue: values, groups of pages and ids")
{
    std::string const values = "VERSION=2.0.0&REQUEST=GetPropertyValue&TYPENAMES=towns&";
    auto const document = xml_of(answer(values + "VALUEREFERENCE=ms:Kind&COUNT=2"));
    auto const root = document.child("wfs:ValueCollection");
    CHECK(root.child("wfs:member").child_value("ms:Kind") == std::string{"1"});
    CHECK(root.attribute("numberMatched").as_int() == 3);
    CHECK(root.attribute("numberReturned").as_int() == 2);
    CHECK(xml_of(answer(values + "VALUEREFERENCE=@gml:id"))
              .child("wfs:ValueCollection")
              .child_value("wfs:member") == std::string{"towns.a"});
    CHECK(fault(values) == "MissingParameterValue valuereference");
    CHECK(fault(values + "VALUEREFERENCE=name&OUTPUTFORMAT=geojson") ==
          "InvalidParameterValue outputformat");
}

TEST_CASE("GetFeature: GeoJSON has x first, and names CRSs other than WGS 84")
{
    auto const json = [](std::string const& query) {
        return std::string{http::body_text(answer(v200 + query))};
    };
    auto const plain = json("TYPENAMES=towns&COUNT=1&OUTPUTFORMAT=application/json");
    CHECK(plain ==
          "{\"type\":\"FeatureCollection\",\"features\":[\n"
          "{\"type\":\"Feature\",\"id\":\"towns.a\",\"geometry\":{\"type\":\"Point\","
          "\"coordinates\":[10,20]},\"properties\":{\"name\":\"a\",\"Kind\":\"1\"}}\n]}\n");
    CHECK(json("TYPENAMES=towns&OUTPUTFORMAT=geojson&SRSNAME=EPSG:3857")
              .find("\"urn:ogc:def:crs:EPSG::3857\"") != std::string::npos);
    CHECK(
        json("TYPENAMES=towns&OUTPUTFORMAT=geojson&RESULTTYPE=hits").find("\"numberMatched\":3") !=
        std::string::npos);
}

TEST_CASE("GetFeature: XML requests are equal to parameters")
{
    test::TestRequest request{types(), ""};
    request.request().method = http::Method::Post;
    request.request().body =
        "<wfs:GetFeature xmlns:wfs='http://www.opengis.net/wfs/2.0' service='WFS' version='2.0.0' "
        "count='1' startIndex='1'><wfs:Query typeNames='ms:towns'/></wfs:GetFeature>";
    auto const response = dispatch(request.call()).value();
    auto const document = xml_of(response);
    CHECK(document.select_node("//ms:towns").node().attribute("gml:id").value() ==
          std::string{"towns.b"});
    CHECK(std::string{document.document_element().attribute("next").value()}.ends_with(
        "&COUNT=1&STARTINDEX=2"));
}

// As MapServer 8.0.0, which finds two clusters.
TEST_CASE("GetFeature: clusters are those of the map as EXTENT and SIZE show it")
{
    auto const map = test::load(R"(
MAP
  NAME "c" EXTENT 0 0 10 10 SIZE 200 200
  PROJECTION "init=epsg:4326" END
  WEB METADATA "ows_enable_request" "*" END END
  LAYER NAME "clusters" TYPE POINT
    CLUSTER MAXDISTANCE 10 REGION "ellipse" END
    FEATURE POINTS 4.9 4.9 END END
    FEATURE POINTS 5 5 END END
    FEATURE POINTS 5.1 5.1 END END
    FEATURE POINTS 2 2 END END
  END
END)");
    auto const response =
        test::ask(map, "SERVICE=WFS&VERSION=1.0.0&REQUEST=GetFeature&TYPENAME=clusters");
    std::string const text{response.body.begin(), response.body.end()};
    std::size_t members = 0;
    for (auto at = text.find("<gml:featureMember>"); at != std::string::npos;
         at = text.find("<gml:featureMember>", at + 1)) {
        ++members;
    }
    CHECK(members == 2);
}
