// SPDX-License-Identifier: MIT
#include "http/response.hpp"
#include "ows/wms/get_feature_info.hpp"
#include "unit/ows/maps.hpp"

#include <pugixml.hpp>

using namespace ms;
using namespace ms::ows;

namespace {

/// Two polygons that overlap and two points, one of which is in a class without TEMPLATE.
std::shared_ptr<mapfile::Map const> map_to_ask()
{
    return test::load(R"(
MAP
  NAME "q" EXTENT 0 0 100 100 SIZE 100 100 UNITS METERS
  PROJECTION "init=epsg:3857" END
  WEB METADATA "wms_title" "T" "wms_enable_request" "*" "wms_srs" "EPSG:3857"
    "wms_feature_info_mime_type" "text/html" END END
  LAYER NAME "areas" TYPE POLYGON TEMPLATE "void"
    METADATA "wms_include_items" "all" "wms_exclude_items" "secret" "wms_name_alias" "Name"
      "gml_geometries" "shape" "gml_shape_type" "polygon" "gml_groups" "about"
      "gml_about_group" "kind" "gml_constants" "source" "gml_source_value" "a<b" END
    PROCESSING "ITEMS=name,kind,secret"
    FEATURE POINTS 10 10 40 10 40 40 10 40 10 10 END ITEMS "alpha<b>;1;s" END
    FEATURE POINTS 20 20 60 20 60 60 20 60 20 20 END ITEMS "beta;2;s" END
  END
  LAYER NAME "points" TYPE POINT GROUP "all"
    METADATA "wms_title" "Points" END
    PROCESSING "ITEMS=name"
    FEATURE POINTS 30 30 END ITEMS "p1" END
    FEATURE POINTS 31 31 END ITEMS "p2" END
    CLASSITEM "name"
    CLASS EXPRESSION "p1" TEMPLATE "void" END
    CLASS EXPRESSION "p2" END
  END
  LAYER NAME "silent" TYPE POINT
    FEATURE POINTS 30 30 END END
  END
END)");
}

std::string const request = "SERVICE=WMS&VERSION=1.1.1&REQUEST=GetFeatureInfo&SRS=EPSG:3857"
                            "&BBOX=0,0,100,100&WIDTH=100&HEIGHT=100&STYLES=&";

std::string answer(std::string const& parameters)
{
    return std::string{http::body_text(test::ask(map_to_ask(), request + parameters))};
}

/// The code of an exception; "" for another answer, "-" without a code.
std::string code_of(http::Response const& response)
{
    pugi::xml_document document;
    if (!document.load_buffer(response.body.data(), response.body.size())) {
        return {};
    }
    return document.child("ServiceExceptionReport")
        .child("ServiceException")
        .attribute("code")
        .as_string("-");
}

std::string code_of(std::string const& query)
{
    return code_of(test::ask(map_to_ask(), query));
}

} // namespace

// Texts as MapServer 8.0.0 answers the same requests to the same map.

TEST_CASE("GetFeatureInfo: plain text names layers, features and their items")
{
    auto const response =
        test::ask(map_to_ask(), request + "LAYERS=points,areas&QUERY_LAYERS=points,areas&X=30&Y=69&"
                                          "FEATURE_COUNT=10");
    CHECK(response.content_type == "text/plain; charset=UTF-8");
    CHECK(http::body_text(response) == "GetFeatureInfo results:\n"
                                       "\n"
                                       "Layer 'areas'\n"
                                       "  Feature 0: \n"
                                       "    Name = 'alpha<b>'\n"
                                       "    kind = '1'\n"
                                       "  Feature 1: \n"
                                       "    Name = 'beta'\n"
                                       "    kind = '2'\n"
                                       "\n"
                                       "Layer 'points'\n"
                                       "  Feature 0: \n");
}

TEST_CASE("GetFeatureInfo: one feature of each layer is the nearest, of equals the topmost")
{
    auto const text = answer("LAYERS=areas&QUERY_LAYERS=areas&X=30&Y=69");
    CHECK(text.find("beta") != std::string::npos);
    CHECK(text.find("alpha") == std::string::npos);
}

TEST_CASE("GetFeatureInfo: an empty result is reported")
{
    CHECK(answer("LAYERS=areas&QUERY_LAYERS=areas&X=90&Y=5") ==
          "GetFeatureInfo results:\n\n  Search returned no results.\n");
}

TEST_CASE("GetFeatureInfo: points are hit within three pixels, or within RADIUS")
{
    auto const hits = [](std::string const& place) {
        return answer("LAYERS=points&QUERY_LAYERS=all&" + place).find("Feature 0") !=
               std::string::npos;
    };
    CHECK(hits("X=32&Y=69"));
    CHECK_FALSE(hits("X=34&Y=69"));
    CHECK(hits("X=34&Y=69&RADIUS=8"));
    CHECK(hits("X=90&Y=5&RADIUS=bbox&FEATURE_COUNT=9"));
}

TEST_CASE("GetFeatureInfo: RADIUS=bbox gives all features there, up to FEATURE_COUNT")
{
    auto const all = answer("LAYERS=areas&QUERY_LAYERS=areas&X=90&Y=5&RADIUS=bbox");
    CHECK(all.find("Feature 1") != std::string::npos);
    auto const one = answer("LAYERS=areas&QUERY_LAYERS=areas&X=90&Y=5&RADIUS=bbox&FEATURE_COUNT=1");
    CHECK(one.find("Feature 0") != std::string::npos);
    CHECK(one.find("Feature 1") == std::string::npos);
}

TEST_CASE(
    "GetFeatureInfo: GML has the layers as they are drawn, plain text as the mapfile has them")
{
    std::string const both = "LAYERS=points,areas&QUERY_LAYERS=areas,points&X=30&Y=69";
    auto const gml = answer(both + "&INFO_FORMAT=gml");
    CHECK(gml.find("points_layer") < gml.find("areas_layer"));
    auto const plain = answer(both);
    CHECK(plain.find("Layer 'areas'") < plain.find("Layer 'points'"));
}

TEST_CASE("GetFeatureInfo: GML has bounds, geometries, items, constants and groups")
{
    auto const response =
        test::ask(map_to_ask(), request + "LAYERS=areas&QUERY_LAYERS=areas&X=15&Y=85&"
                                          "INFO_FORMAT=application/vnd.ogc.gml");
    CHECK(response.content_type == "application/vnd.ogc.gml; charset=UTF-8");
    pugi::xml_document document;
    REQUIRE(document.load_buffer(response.body.data(), response.body.size()));
    auto const feature = document.child("msGMLOutput").child("areas_layer").child("areas_feature");
    auto const box = feature.child("gml:boundedBy").child("gml:Box");
    CHECK(std::string{box.attribute("srsName").value()} == "EPSG:3857");
    CHECK(std::string{box.child_value("gml:coordinates")} ==
          "10.000000,10.000000 40.000000,40.000000");
    auto const ring = feature.child("shape")
                          .child("gml:Polygon")
                          .child("gml:outerBoundaryIs")
                          .child("gml:LinearRing");
    CHECK(std::string{ring.child_value("gml:coordinates")} ==
          "10.000000,10.000000 40.000000,10.000000 40.000000,40.000000 10.000000,40.000000 "
          "10.000000,10.000000");
    CHECK(std::string{feature.child_value("Name")} == "alpha<b>");
    CHECK(std::string{feature.child_value("source")} == "a<b");
    CHECK(std::string{feature.child("about").child_value("kind")} == "1");
    CHECK_FALSE(feature.child("secret"));
}

TEST_CASE("GetFeatureInfo: GML of two polygons takes the property of many, of one that of one")
{
    auto const map = test::load(R"(
MAP NAME "q" EXTENT 0 0 100 100 SIZE 100 100 PROJECTION "init=epsg:3857" END
  WEB METADATA "wms_enable_request" "*" "wms_srs" "EPSG:3857" END END
  LAYER NAME "areas" TYPE POLYGON TEMPLATE "void"
    METADATA "gml_geometries" "one,many" "gml_one_type" "polygon" "gml_many_type" "multipolygon" END
    FEATURE WKT 'MULTIPOLYGON(((10 10,40 10,40 40,10 10)),((50 50,60 50,60 60,50 50)))' END
    FEATURE WKT 'POLYGON((70 70,90 70,90 90,70 70))' END
  END
END)");
    auto const geometry_at = [&](std::string const& place) {
        auto const response = test::ask(map, request + "LAYERS=areas&QUERY_LAYERS=areas&" + place +
                                                 "&INFO_FORMAT=application/vnd.ogc.gml");
        pugi::xml_document document;
        REQUIRE(document.load_buffer(response.body.data(), response.body.size()));
        auto const feature =
            document.child("msGMLOutput").child("areas_layer").child("areas_feature");
        return std::string{feature.last_child().name()} + '/' +
               feature.last_child().first_child().name();
    };
    CHECK(geometry_at("X=38&Y=70") == "many/gml:MultiPolygon");
    CHECK(geometry_at("X=88&Y=20") == "one/gml:Polygon");
}

// As MapServer 8.0.0 writes them.
TEST_CASE("GetFeatureInfo: an untyped property is a multi geometry if a feature has several; all "
          "have one CRS")
{
    auto const map = test::load(R"(
MAP NAME "q" EXTENT 0 0 100 100 SIZE 100 100 PROJECTION "init=epsg:3857" END
  WEB METADATA "wms_enable_request" "*" "wms_srs" "EPSG:3857" END END
  LAYER NAME "ways" TYPE LINE TEMPLATE "void" METADATA "gml_geometries" "place" END
    FEATURE WKT 'MULTILINESTRING((0 50,100 50),(50 0,50 100))' END
  END
END)");
    auto const response = test::ask(map, request + "LAYERS=ways&QUERY_LAYERS=ways&X=50&Y=50&"
                                                   "INFO_FORMAT=application/vnd.ogc.gml");
    CHECK(http::body_text(response).find("<gml:MultiLineString srsName=\"EPSG:3857\">") !=
          std::string_view::npos);
    CHECK(http::body_text(response).find("<gml:LineString>") != std::string_view::npos);
}

TEST_CASE("GetFeatureInfo: dimensions choose among features as in GetMap")
{
    auto const map = test::load(R"(
MAP NAME "q" EXTENT 0 0 100 100 SIZE 100 100 PROJECTION "init=epsg:3857" END
  WEB METADATA "wms_enable_request" "*" "wms_srs" "EPSG:3857" END END
  LAYER NAME "p" TYPE POINT TEMPLATE "void" PROCESSING "ITEMS=h"
    METADATA "wms_include_items" "all" "wms_dimensionlist" "depth" "wms_depth_item" "h"
      "wms_depth_units" "m" "wms_depth_extent" "0/30" END
    FEATURE POINTS 50 50 END ITEMS "3" END FEATURE POINTS 50 50 END ITEMS "7" END
  END
END)");
    auto const answer_at = [&](std::string const& depth) {
        return std::string{
            http::body_text(test::ask(map, request +
                                               "LAYERS=p&QUERY_LAYERS=p&X=50&Y=50&FEATURE_COUNT=9&"
                                               "INFO_FORMAT=text/plain" +
                                               depth))};
    };
    CHECK(answer_at("").find("h = '3'") != std::string::npos);
    CHECK(answer_at("&DIM_DEPTH=7").find("h = '3'") == std::string::npos);
    CHECK(answer_at("&DIM_DEPTH=7").find("h = '7'") != std::string::npos);
    CHECK(answer_at("&DIM_DEPTH=99").find("InvalidDimensionValue") != std::string::npos);
}

// MapServer: "FLTApplyFilterToLayer() failed", and what the source says about the name.
TEST_CASE("GetFeatureInfo: FILTER chooses among features as in GetMap")
{
    auto const filtered = [](std::string const& name, std::string const& value) {
        return "LAYERS=areas&QUERY_LAYERS=areas&X=30&Y=70&FEATURE_COUNT=9&INFO_FORMAT=text/plain"
               "&FORMAT=image/png&FILTER=<Filter><PropertyIsEqualTo><PropertyName>" +
               name + "</PropertyName><Literal>" + value +
               "</Literal></PropertyIsEqualTo></Filter>";
    };
    CHECK(answer(filtered("KIND", "2")).find("beta") != std::string::npos);
    CHECK(answer(filtered("KIND", "2")).find("alpha") == std::string::npos);
    CHECK(answer(filtered("kind", "3")).find("Search returned no results") != std::string::npos);
    auto const unknown = answer(filtered("nothing", "2"));
    CHECK(unknown.find("\"InvalidParameterValue\"") != std::string::npos);
    CHECK(unknown.find("Property &#39;nothing&#39; is unknown") != std::string::npos);
    auto map_request = request + filtered("nothing", "2");
    map_request.replace(map_request.find("GetFeatureInfo"), 14, "GetMap");
    CHECK(code_of(map_request) == "InvalidParameterValue");
}

TEST_CASE("GetFeatureInfo: the dimensions of every layer of the map are checked")
{
    auto const map = test::load(R"(
MAP NAME "q" EXTENT 0 0 100 100 SIZE 100 100 PROJECTION "init=epsg:3857" END
  WEB METADATA "wms_enable_request" "*" "wms_srs" "EPSG:3857" "wms_timeformat" "YYYY-MM-DD" END END
  LAYER NAME "p" TYPE POINT TEMPLATE "void" FEATURE POINTS 50 50 END END END
  LAYER NAME "deep" TYPE POINT PROCESSING "ITEMS=h"
    METADATA "wms_dimensionlist" "depth" "wms_depth_item" "h" "wms_depth_units" "m"
      "wms_depth_extent" "0/30" END
    FEATURE POINTS 50 50 END ITEMS "3" END
  END
  LAYER NAME "always" TYPE POINT STATUS DEFAULT PROCESSING "ITEMS=t"
    METADATA "wms_timeitem" "t" "wms_timeextent" "2020-01-01/2021-12-31" END
    FEATURE POINTS 50 50 END ITEMS "2020-01-01" END
  END
END)");
    auto const code = [&](std::string const& layers, std::string const& more) {
        return code_of(test::ask(map, request + "QUERY_LAYERS=p&X=50&Y=50&LAYERS=" + layers +
                                          "&INFO_FORMAT=text/plain" + more));
    };
    struct Row {
        char const *layers, *more, *code;
    };
    for (auto const& row : {Row{"p", "&DIM_DEPTH=99", ""},
                            {"p,deep", "&DIM_DEPTH=7", ""},
                            {"p,deep", "&DIM_DEPTH=99", "InvalidDimensionValue"},
                            {"p", "&TIME=2020-03-01", ""},
                            {"p", "&TIME=2030-01-01", "InvalidDimensionValue"},
                            {"p", "&TIME=2020", "InvalidDimensionValue"}}) { // no timeformat
        CAPTURE(row.layers);
        CAPTURE(row.more);
        CHECK(code(row.layers, row.more) == row.code);
    }
}

TEST_CASE("GetFeatureInfo: GML of an empty result is an empty document")
{
    auto const text =
        answer("LAYERS=areas&QUERY_LAYERS=areas&X=90&Y=5&INFO_FORMAT=application/vnd.ogc.gml");
    pugi::xml_document document;
    REQUIRE(document.load_string(text.c_str()));
    CHECK(document.child("msGMLOutput"));
    CHECK_FALSE(document.child("msGMLOutput").first_child());
}

TEST_CASE("GetFeatureInfo: WMS 1.0.0 has GML as text/xml; WEB EMPTY is for templates only")
{
    auto const map = test::load(R"(
MAP NAME "q" EXTENT 0 0 9 9 SIZE 10 10 PROJECTION "init=epsg:3857" END
  WEB EMPTY "http://nothing.example/" METADATA "wms_enable_request" "*" "wms_srs" "EPSG:3857"
    "wms_feature_info_mime_type" "text/html" END END
  LAYER NAME "p" TYPE POINT TEMPLATE "void" METADATA "gml_groups" "about" END
    FEATURE POINTS 5 5 END END END
END)");
    std::string const query = "SERVICE=WMS&VERSION=1.0.0&REQUEST=feature_info&SRS=EPSG:3857"
                              "&BBOX=0,0,10,10&WIDTH=10&HEIGHT=10&STYLES=&LAYERS=p&QUERY_LAYERS=p";
    auto const hit = test::ask(map, query + "&X=5&Y=5&INFO_FORMAT=GML.1");
    CHECK(hit.content_type == "text/xml; charset=UTF-8");
    CHECK(http::body_text(hit).find("<about>\n</about>") != std::string_view::npos); // empty
    auto const miss = test::ask(map, query + "&X=0&Y=0&INFO_FORMAT=MIME");
    CHECK(miss.status == 200);
    CHECK(http::body_text(miss) == "GetFeatureInfo results:\n\n  Search returned no results.\n");
    CHECK(test::ask(map, query + "&X=0&Y=0&INFO_FORMAT=GML.1").status == 200);
    CHECK(test::ask(map, query + "&X=0&Y=0&INFO_FORMAT=text/html").status == 302);
}

TEST_CASE("GetFeatureInfo: exceptions for layers, formats and points there are not")
{
    CHECK(code_of(request + "LAYERS=areas&X=1&Y=1") == "LayerNotDefined");
    CHECK(code_of(request + "LAYERS=areas&QUERY_LAYERS=nope&X=1&Y=1") == "LayerNotDefined");
    CHECK(code_of(request + "LAYERS=silent&QUERY_LAYERS=silent&X=1&Y=1") == "LayerNotQueryable");
    CHECK(code_of(request + "LAYERS=areas&QUERY_LAYERS=areas&X=1") == "-");
    CHECK(code_of(request + "LAYERS=areas&QUERY_LAYERS=areas&X=1&Y=a") == "InvalidPoint");
    CHECK(code_of(request + "LAYERS=areas&QUERY_LAYERS=areas&X=1&Y=1&INFO_FORMAT=a/b") ==
          "InvalidFormat");
    std::string const current = "SERVICE=WMS&VERSION=1.3.0&REQUEST=GetFeatureInfo&CRS=EPSG:3857"
                                "&BBOX=0,0,100,100&WIDTH=100&HEIGHT=100&STYLES=&LAYERS=areas"
                                "&QUERY_LAYERS=areas&";
    CHECK(code_of(current + "I=300&J=1") == "InvalidPoint");
    CHECK(code_of(current + "I=-1&J=1") == "InvalidPoint");
    CHECK(code_of(current + "I=1") == "MissingParameterValue");
}

TEST_CASE("GetFeatureInfo: times are written by the types of the metadata, in GML alone")
{
    auto const map = test::load(R"(
MAP NAME "q" EXTENT 0 0 9 9 SIZE 10 10 PROJECTION "init=epsg:3857" END
  WEB METADATA "wms_enable_request" "*" "wms_srs" "EPSG:3857" "wms_feature_info_mime_type" "text/csv" END END
  OUTPUTFORMAT NAME "table" DRIVER "OGR/CSV" MIMETYPE "text/csv" FORMATOPTION "STORAGE=stream" FORMATOPTION "FORM=simple" END
  OUTPUTFORMAT NAME "other" DRIVER "OGR/CSV" MIMETYPE "text/x" FORMATOPTION "STORAGE=stream" FORMATOPTION "FORM=simple" END
  LAYER NAME "p" TYPE POINT TEMPLATE "void" PROCESSING "ITEMS=a,b,c,d"
    METADATA "wms_include_items" "all" "gml_a_type" "DateTime" "ows_b_type" "Time" "wms_c_type" "Date"
      "gml_c_type" "DateTime" END
    FEATURE POINTS 5 5 END ITEMS "2020-01-01;2020-01-01;2020-01-01;2020-01-01" END END END)");
    std::string const query = "SERVICE=WMS&VERSION=1.1.1&REQUEST=GetFeatureInfo&SRS=EPSG:3857"
                              "&BBOX=0,0,10,10&WIDTH=10&HEIGHT=10&STYLES=&LAYERS=p&QUERY_LAYERS=p"
                              "&X=5&Y=5&INFO_FORMAT=";
    auto const gml = std::string{http::body_text(test::ask(map, query + "gml"))};
    CHECK(gml.find("<a>2020-01-01T00:00:00Z</a>") != std::string::npos);
    CHECK(gml.find("<b>00:00:00Z</b>") != std::string::npos);
    CHECK(gml.find("<c>2020-01-01</c>") != std::string::npos);
    CHECK(gml.find("<d>2020-01-01</d>") != std::string::npos);
    auto const plain = std::string{http::body_text(test::ask(map, query + "text/plain"))};
    CHECK(plain.find("a = '2020-01-01'") != std::string::npos);
    // A format's name stands for its type, if that is offered.
    CHECK(code_of(test::ask(map, query + "other")) == "InvalidFormat");
    CHECK(code_of(test::ask(map, query + "Table")) != "InvalidFormat");
}

TEST_CASE("DescribeLayer: names the layers, and the WFS where one is announced")
{
    auto const old =
        test::ask(map_to_ask(), "SERVICE=WMS&VERSION=1.1.1&REQUEST=DescribeLayer&LAYERS=areas,all");
    pugi::xml_document document;
    REQUIRE(document.load_buffer(old.body.data(), old.body.size()));
    auto const layers = document.child("WMS_DescribeLayerResponse").children("LayerDescription");
    CHECK(std::distance(layers.begin(), layers.end()) == 2);
    CHECK_FALSE(layers.begin()->attribute("wfs"));
    CHECK(code_of("SERVICE=WMS&VERSION=1.3.0&REQUEST=DescribeLayer&LAYERS=areas") ==
          "MissingParameterValue");
}

// As MapServer 8.0.0 answers.
TEST_CASE("DescribeLayer: names the WCS of raster layers, and the WFS of others")
{
    auto const described = [](std::string_view web, std::string_view of_raster) {
        auto const map = test::load(
            "MAP EXTENT 0 0 9 9 SIZE 10 10 WEB METADATA \"ows_title\" \"m\" "
            "\"ows_enable_request\" \"*\" " +
            std::string{web} +
            " END END LAYER NAME \"r\" TYPE RASTER DATA \"x.tif\" METADATA \"ows_title\" \"r\" " +
            std::string{of_raster} +
            " END END LAYER NAME \"v\" TYPE POINT FEATURE POINTS 1 1 END END END END");
        std::string services;
        for (auto const* const version : {"1.1.1", "1.3.0&SLD_VERSION=1.1.0"}) {
            auto const response =
                test::ask(map, "SERVICE=WMS&REQUEST=DescribeLayer&LAYERS=r,v&VERSION=" +
                                   std::string{version});
            pugi::xml_document document;
            REQUIRE(document.load_buffer(response.body.data(), response.body.size()));
            for (auto const& layer : document.document_element().children("LayerDescription")) {
                services += std::string{layer.attribute("owsType").value()} +
                            layer.child_value("owsType") + ' ' + layer.attribute("owsURL").value() +
                            layer.child("se:OnlineResource").attribute("xlink:href").value() + ';';
            }
        }
        return services;
    };
    CHECK(described("\"ows_onlineresource\" \"http://h/\"", "") ==
          "WCS http://h/;WFS http://h/;wcs http://h/;wfs http://h/;");
    CHECK(described("\"wcs_onlineresource\" \"http://h/\"", "") ==
          "WCS http://h/; ;wcs http://h/;wfs ;");
    CHECK(described("", "\"ows_onlineresource\" \"http://l/\"") ==
          "WCS http://l/; ;wcs http://l/;wfs ;");
}

// MapServer 8.0.0: gml_<item>_template replaces the whole element, $value in it is the escaped
// value; gml_xml_items are markup already; gml_geometries "none" leaves the bounds out too.
TEST_CASE("GetFeatureInfo: GML of templates, of markup and without places")
{
    auto const map = test::load(R"(
MAP
  NAME "q" EXTENT 0 0 100 100 SIZE 100 100 UNITS METERS
  PROJECTION "init=epsg:3857" END
  WEB METADATA "wms_title" "T" "wms_enable_request" "*" "wms_srs" "EPSG:3857" END END
  LAYER NAME "points" TYPE POINT TEMPLATE "void" TOLERANCE 5 PROCESSING "ITEMS=name,note,torn"
    METADATA "gml_include_items" "all" "gml_name_template" "<n id='1'>$value</n>"
      "gml_xml_items" "note,torn" "gml_geometries" "none" END
    FEATURE POINTS 30 30 END ITEMS "A & <b>;<k/>;<k>" END
  END
END)");
    auto const response =
        test::ask(map, request + "LAYERS=points&QUERY_LAYERS=points&X=30&Y=69&INFO_FORMAT=gml");
    auto const text = http::body_text(response);
    CHECK(text.find("<n id='1'>A &amp; &lt;b&gt;</n>") != std::string::npos);
    CHECK(text.find("boundedBy") == std::string::npos);
    pugi::xml_document document;
    REQUIRE(document.load_buffer(response.body.data(), response.body.size()));
    auto const feature = document.child("msGMLOutput").first_child().first_child();
    CHECK(feature.child("note").child("k"));
    CHECK(std::string{feature.child("torn").text().as_string()} == "<k>"); // no markup after all
}

TEST_CASE("GetFeatureInfo: MAXFEATURES counts found features, not those read before")
{
    auto const map = test::load(R"(
MAP
  NAME "q" EXTENT 0 0 100 100 SIZE 100 100 UNITS METERS
  PROJECTION "init=epsg:3857" END
  WEB METADATA "wms_title" "T" "wms_enable_request" "*" "wms_srs" "EPSG:3857" END END
  LAYER NAME "points" TYPE POINT TEMPLATE "void" TOLERANCE 5 MAXFEATURES 1
    METADATA "wms_include_items" "all" END PROCESSING "ITEMS=name"
    FEATURE POINTS 90 90 END ITEMS "far" END
    FEATURE POINTS 30 30 END ITEMS "near" END
    FEATURE POINTS 31 30 END ITEMS "too" END
  END
END)");
    auto const response =
        test::ask(map, request + "LAYERS=points&QUERY_LAYERS=points&X=30&Y=69&FEATURE_COUNT=9");
    auto const text = http::body_text(response);
    CHECK(text.find("'near'") != std::string::npos);
    CHECK(text.find("'too'") == std::string::npos);
}

TEST_CASE("GetFeatureInfo: GML has groups, kinds and Z as WFS has them")
{
    // MapServer 8.0.0: items of a group in the order of its list; a multi type goes before one of
    // any kind.
    auto const map = test::load(R"map(
MAP
  NAME "q" EXTENT 0 0 10 10 SIZE 10 10 PROJECTION "init=epsg:3857" END
  WEB METADATA "wms_title" "T" "wms_enable_request" "*" "wms_srs" "EPSG:3857" END END
  LAYER NAME "p" TYPE LINE TEMPLATE "void" TOLERANCE 3 PROCESSING "ITEMS=a,b"
    METADATA "gml_include_items" "all" "gml_groups" "g" "gml_g_group" "b,a"
      "gml_geometries" "any,many" "gml_many_type" "multiline" "wfs_geomtype" "LineString25d" END
    FEATURE WKT "LINESTRING Z (4 4 1.5,6 6 2)" ITEMS "1;2" END END END)map");
    auto const answer = test::ask(
        map,
        "SERVICE=WMS&VERSION=1.1.1&REQUEST=GetFeatureInfo&SRS=EPSG:3857&BBOX=0,0,10,10&WIDTH=10"
        "&HEIGHT=10&STYLES=&LAYERS=p&QUERY_LAYERS=p&X=5&Y=5&INFO_FORMAT=application/"
        "vnd.ogc.gml");
    auto const text = http::body_text(answer);
    CHECK(text.find("<g>\n<b>2</b>\n<a>1</a>\n</g>") != std::string_view::npos);
    CHECK(text.find("<many>\n<gml:MultiLineString srsName=\"EPSG:3857\">") !=
          std::string_view::npos);
    CHECK(text.find(">4.000000,4.000000,1.500000 6.000000,6.000000,2.000000<") !=
          std::string_view::npos);
}
