// SPDX-License-Identifier: MIT
#include "ows/common/online_resource.hpp"
#include "ows/wms/get_capabilities.hpp"

#include "unit/ows/maps.hpp"

#include <pugixml.hpp>

using namespace ms;
using namespace ms::ows;

namespace {

class Capabilities {
public:
    Capabilities(std::shared_ptr<mapfile::Map const> map, std::string const& version)
        : m_response(test::ask(std::move(map),
                               "map=T&SERVICE=WMS&REQUEST=GetCapabilities&VERSION=" + version))
    {
        auto const result = m_document.load_buffer(m_response.body.data(), m_response.body.size());
        REQUIRE_MESSAGE(result, result.description());
    }

    [[nodiscard]] http::Response const& response() const { return m_response; }
    /// The text of the first node an XPath selects.
    [[nodiscard]] std::string text(char const* path) const
    {
        auto const found = m_document.select_node(path);
        return found.attribute() ? found.attribute().value() : found.node().text().get();
    }
    [[nodiscard]] std::size_t count(char const* path) const
    {
        return m_document.select_nodes(path).size();
    }
    /// The texts of all nodes an XPath selects, with blanks between.
    [[nodiscard]] std::string texts(char const* path) const
    {
        std::string all;
        for (auto const& found : m_document.select_nodes(path)) {
            all.append(all.empty() ? "" : " ").append(found.node().text().get());
        }
        return all;
    }
    /// The names of the children of the first node an XPath selects.
    [[nodiscard]] std::string children(char const* path) const
    {
        std::string all;
        std::string last;
        for (auto const& child : m_document.select_node(path).node().children()) {
            if (child.type() == pugi::node_element && child.name() != last) {
                last = child.name();
                all.append(all.empty() ? "" : " ").append(last);
            }
        }
        return all;
    }

private:
    http::Response m_response;
    pugi::xml_document m_document;
};

constexpr auto poly = "//Layer[Name='poly']";

std::string in_poly(std::string const& step)
{
    return poly + ('/' + step);
}

} // namespace

TEST_CASE("capabilities: root element, version and content type are the version's")
{
    auto const map = test::example_map();
    CHECK(Capabilities{map, "1.3.0"}.text("/WMS_Capabilities/@version") == "1.3.0");
    CHECK(Capabilities{map, "1.3.0"}.response().content_type == "text/xml; charset=UTF-8");
    CHECK(Capabilities{map, "1.1.1"}.text("/WMT_MS_Capabilities/@version") == "1.1.1");
    CHECK(Capabilities{map, "1.1.1"}.response().content_type ==
          "application/vnd.ogc.wms_xml; charset=UTF-8");
    CHECK(Capabilities{map, "1.0.0"}.text("/WMT_MS_Capabilities/@version") == "1.0.0");
    CHECK(Capabilities{map, ""}.text("/WMS_Capabilities/@version") == "1.3.0");
}

TEST_CASE("capabilities: titles are escaped, layers nest by group, disabled ones are missing")
{
    Capabilities const capabilities{test::example_map(), "1.3.0"};
    CHECK(capabilities.text("//Service/Title") == "A <test> & map");
    CHECK(capabilities.texts("//Layer/Name") == "europe poly lines lineA lineB");
    CHECK(capabilities.text("//Layer[Name='lines']/Title") == "All lines");
    CHECK(capabilities.count("//Layer[Name='lines']/Layer") == 2);
}

TEST_CASE("capabilities: only supported features are advertised")
{
    Capabilities const capabilities{test::example_map(), "1.1.1"};
    CHECK(capabilities.children("//Capability/Request") ==
          "GetCapabilities GetMap GetFeatureInfo DescribeLayer GetLegendGraphic GetStyles");
    CHECK(capabilities.count("//Layer[@queryable='1']") == 0);
    CHECK(capabilities.texts("//GetMap/Format").starts_with("image/png image/jpeg"));
}

// The order of OGC 06-042, Annex E.1, and of the DTD of 01-068r3, Annex A.1.
TEST_CASE("capabilities: children come in the order of schema and DTD")
{
    auto const map = test::load(R"(
MAP
  NAME "m" EXTENT -20 30 40 70
  PROJECTION "init=epsg:4326" END
  WEB METADATA "ows_enable_request" "*" "ows_title" "t" "ows_abstract" "a" "ows_keywordlist" "k,l"
    "ows_fees" "none" "ows_accessconstraints" "none" "ows_contactperson" "p" "wms_layerlimit" "5"
  END END
  LAYER NAME "poly" TYPE POLYGON EXTENT 0 40 20 60 MINSCALEDENOM 1000 MAXSCALEDENOM 100000000
    CLASS NAME "red" GROUP "red" END
    METADATA "wms_title" "t" "wms_abstract" "a" "wms_keywordlist" "k" "wms_srs" "EPSG:3857"
      "wms_timeextent" "2000/2010" "wms_timeitem" "t" "wms_timedefault" "2005"
      "wms_attribution_title" "at" "wms_authorityurl_name" "au" "wms_authorityurl_href" "http://au"
      "wms_identifier_authority" "au" "wms_identifier_value" "42"
      "wms_metadataurl_href" "http://m" "wms_metadataurl_format" "text/xml"
      "wms_metadataurl_type" "TC211" "wms_dataurl_href" "http://d" "wms_dataurl_format" "text/html"
    END
  END
END)");
    CHECK(Capabilities{map, "1.3.0"}.children("//Service") ==
          "Name Title Abstract KeywordList OnlineResource ContactInformation Fees "
          "AccessConstraints LayerLimit MaxWidth MaxHeight");
    CHECK(Capabilities{map, "1.3.0"}.children(poly) ==
          "Name Title Abstract KeywordList CRS EX_GeographicBoundingBox BoundingBox Dimension "
          "Attribution AuthorityURL Identifier MetadataURL DataURL Style MinScaleDenominator "
          "MaxScaleDenominator");
    CHECK(Capabilities{map, "1.1.1"}.children(poly) ==
          "Name Title Abstract KeywordList SRS LatLonBoundingBox BoundingBox Dimension Extent "
          "Attribution AuthorityURL Identifier MetadataURL DataURL Style ScaleHint");
    CHECK(Capabilities{map, "1.0.0"}.children(poly) ==
          "Name Title Abstract Keywords SRS LatLonBoundingBox BoundingBox DataURL Style ScaleHint");
}

TEST_CASE("capabilities: boxes in the CRS of the data, in all when wms_bbox_extended is true")
{
    // As in MapServer: 6,000 layers in ten CRSs would be a long document.
    Capabilities const plain{test::example_map(), "1.3.0"};
    CHECK(plain.count(in_poly("BoundingBox").c_str()) == 1);

    auto extended = std::make_shared<mapfile::Map>(*test::example_map());
    extended->web.metadata.set("wms_bbox_extended", "true");
    Capabilities const current{extended, "1.3.0"};
    CHECK(current.text(in_poly("EX_GeographicBoundingBox/eastBoundLongitude").c_str()) ==
          "20.000000");
    CHECK(current.text(in_poly("BoundingBox[@CRS='EPSG:4326']/@minx").c_str()) == "40.000000");
    CHECK(current.text(in_poly("BoundingBox[@CRS='EPSG:4326']/@maxy").c_str()) == "20.000000");
    // PostGIS: ST_Extent(ST_Transform(ST_MakeEnvelope(0, 40, 20, 60, 4326), 3857))
    CHECK(std::stod(current.text(in_poly("BoundingBox[@CRS='EPSG:3857']/@maxx").c_str())) ==
          doctest::Approx(2226389.8158654715));
    CHECK(std::stod(current.text(in_poly("BoundingBox[@CRS='EPSG:3857']/@maxy").c_str())) ==
          doctest::Approx(8399737.889818357));

    Capabilities const old{test::example_map(), "1.1.1"};
    CHECK(old.text(in_poly("BoundingBox[@SRS='EPSG:4326']/@minx").c_str()) == "0.000000");
    CHECK(old.text(in_poly("LatLonBoundingBox/@maxy").c_str()) == "60.000000");
}

TEST_CASE("capabilities: a layer lists only the CRSs it adds to its parent's")
{
    Capabilities const capabilities{test::example_map(), "1.3.0"};
    CHECK(capabilities.texts("//Capability/Layer/CRS") == "EPSG:4326 EPSG:3857");
    CHECK(capabilities.count(in_poly("CRS").c_str()) == 0);
    CHECK(capabilities.texts("//Layer[Name='lineB']/CRS") == "EPSG:25833");
}

// 0.498902848429637 is MapServer 8.0.0's hint for MINSCALEDENOM 1000 at 72 dpi.
TEST_CASE("capabilities: scales as denominators, before 1.3.0 as the diagonal of a pixel")
{
    CHECK(Capabilities{test::example_map(), "1.3.0"}.text(in_poly("MinScaleDenominator").c_str()) ==
          "1000");
    CHECK(std::stod(Capabilities{test::example_map(), "1.1.1"}.text(
              in_poly("ScaleHint/@min").c_str())) == doctest::Approx(0.498902848429637));
}

TEST_CASE("capabilities: class groups are styles")
{
    Capabilities const capabilities{test::example_map(), "1.3.0"};
    CHECK(capabilities.texts(in_poly("Style/Name").c_str()) == "red blue");
    CHECK(capabilities.count("//Layer[Name='lineA']/Style") == 0);
}

TEST_CASE("capabilities: UPDATESEQUENCE reports a client that is up to date, or ahead")
{
    auto const map = test::load(R"(
MAP WEB METADATA "ows_enable_request" "*" "wms_updatesequence" "123" END END
  LAYER NAME "a" TYPE POINT END END)");
    std::string const query = "SERVICE=WMS&REQUEST=GetCapabilities&UPDATESEQUENCE=";
    auto const says = [&](std::string const& sequence, std::string_view what) {
        return http::body_text(test::ask(map, query + sequence)).find(what) !=
               std::string_view::npos;
    };
    CHECK(says("15", "updateSequence=\"123\""));
    CHECK(says("123", "CurrentUpdateSequence"));
    CHECK(says("876", "InvalidUpdateSequence"));
}

TEST_CASE("capabilities: WMS 1.0.0's name of the request works without a version")
{
    auto const response = test::ask(test::example_map(), "SERVICE=WMS&REQUEST=capabilities");
    CHECK(http::body_text(response).find("<WMS_Capabilities") != std::string_view::npos);
}

TEST_CASE("online resource: the request's address with its map, ready for parameters")
{
    test::TestRequest request{test::example_map(), "MAP=/srv/a b.map&SERVICE=WMS"};
    CHECK(online_resource(request.call()) ==
          "http://localhost/cgi-bin/mapserv?map=/srv/a%20b.map&");
    request.request().parameters = {};
    request.request().path_info = "/world";
    CHECK(online_resource(request.call()) == "http://localhost/cgi-bin/mapserv/world?");
}

TEST_CASE("online resource: the configured one has priority")
{
    auto const map =
        test::load(R"(MAP WEB METADATA "ows_onlineresource" "https://a.org/wms?x=1" END END END)");
    test::TestRequest const by_map{map, "map=T", {.online_resource = "https://b.org/"}};
    CHECK(online_resource(by_map.call()) == "https://a.org/wms?x=1&");
    test::TestRequest const by_server{
        test::example_map(), "map=T", {.online_resource = "https://b.org/"}};
    CHECK(online_resource(by_server.call()) == "https://b.org/?map=T&");
}

// The following was compared with MapServer's answers for the same maps.
namespace {

std::shared_ptr<mapfile::Map const> map_with(std::string const& metadata, std::string const& layers)
{
    return test::load(
        "MAP NAME \"m\" EXTENT 0 0 10 10 PROJECTION \"init=epsg:4326\" END WEB METADATA "
        "\"ows_enable_request\" \"*\" \"ows_title\" \"t\" "
        "\"ows_onlineresource\" \"http://a.org/\" " +
        metadata + " END END " + layers + " END");
}

} // namespace

TEST_CASE("capabilities: layers without an extent may have the map's instead of their source's")
{
    std::string const points = R"(FEATURE POINTS 2 3 5 6 END END )";
    auto const map = map_with(R"("ows_fallback_to_map_extent" "true")",
                              "LAYER NAME \"a\" TYPE LINE " + points +
                                  "END "
                                  "LAYER NAME \"b\" TYPE LINE EXTENT 1 1 3 3 " +
                                  points +
                                  "END "
                                  "LAYER NAME \"c\" TYPE LINE METADATA "
                                  "\"wms_fallback_to_map_extent\" \"false\" END " +
                                  points + "END");
    Capabilities const found{map, "1.1.1"};
    CHECK(found.text("//Layer[Name='a']/LatLonBoundingBox/@maxx") == "10.000000");
    CHECK(found.text("//Layer[Name='b']/LatLonBoundingBox/@maxx") == "3.000000");
    CHECK(found.text("//Layer[Name='c']/LatLonBoundingBox/@maxx") == "5.000000");
}

TEST_CASE("capabilities: without SLD its operations are missing")
{
    auto const map = map_with(R"("wms_sld_enabled" "false")", "");
    CHECK(Capabilities{map, "1.3.0"}.children("//Request") ==
          "GetCapabilities GetMap GetFeatureInfo");
    CHECK(Capabilities{map, "1.3.0"}.count("//sld:UserDefinedSymbolization") == 0);
    CHECK(Capabilities{map, "1.1.1"}.children("//Capability") ==
          "Request Exception VendorSpecificCapabilities Layer");
}

// The next five as MapServer 8.0.0 answers.
TEST_CASE("capabilities: 1.0.0 has empty VendorSpecificCapabilities, too")
{
    CHECK(Capabilities{map_with("", ""), "1.0.0"}.children("//Capability") ==
          "Request Exception VendorSpecificCapabilities Layer");
}

TEST_CASE("capabilities: formats have the order of their list")
{
    auto const map = map_with(R"("wms_getmap_formatlist" "image/jpeg,image/png")", "");
    CHECK(Capabilities{map, "1.3.0"}.texts("//GetMap/Format") == "image/jpeg image/png");
}

TEST_CASE("capabilities: the root has the DataURL of the map")
{
    auto const map =
        map_with(R"("wms_dataurl_href" "http://d.example" "wms_dataurl_format" "text/html")", "");
    CHECK(Capabilities{map, "1.3.0"}.texts("//Capability/Layer/DataURL/Format") == "text/html");
    CHECK(Capabilities{map, "1.0.0"}.texts("//Capability/Layer/DataURL") == "http://d.example");
}

TEST_CASE("capabilities: classes without NAME make no style, whatever their TITLE")
{
    // As MapServer 8.0.0.
    auto const map = test::load(R"(MAP NAME "m" EXTENT 0 0 9 9 SIZE 9 9 PROJECTION "EPSG:4326" END
WEB METADATA "ows_enable_request" "*" "wms_srs" "EPSG:4326" END END
LAYER NAME "a" TYPE POINT CLASS TITLE "T" STYLE END END END
LAYER NAME "b" TYPE POINT CLASS TITLE "T" STYLE END END CLASS NAME "n" STYLE END END END END)");
    Capabilities const capabilities{map, "1.3.0"};
    CHECK(capabilities.count("//Layer[Name='a']/Style") == 0);
    CHECK(capabilities.count("//Layer[Name='b']/Style") == 1);
}

TEST_CASE("capabilities: groups of classes that no legend shows are no styles")
{
    auto const map = test::load(R"(
MAP NAME "m" PROJECTION "init=epsg:4326" END
  WEB METADATA "wms_enable_request" "*" END END
  LAYER NAME "a" TYPE POINT TEMPLATE "t"
    CLASS GROUP "hidden" STYLE SIZE 5 END END
    CLASS NAME "c" GROUP "shown" STYLE SIZE 5 END END
  END
END)");
    CHECK(Capabilities{map, "1.3.0"}.texts("//Layer[Name='a']/Style/Name") == "shown");
}

TEST_CASE("capabilities: a translation for all services outranks what WMS says in none")
{
    auto const map = map_with(R"("wms_languages" "eng,ger" "ows_title.ger" "Karte"
  "wms_inspire_capabilities" "url" "wms_inspire_metadataurl_href" "http://md")",
                              "");
    CHECK(Capabilities{map, "1.3.0&LANGUAGE=ger"}.text("//Service/Title") == "Karte");
    CHECK(Capabilities{map, "1.3.0&LANGUAGE=eng"}.text("//Service/Title") == "t");
}

TEST_CASE("capabilities: WMS 1.1.0 knows DescribeLayer, but no legends as an operation")
{
    CHECK(Capabilities{test::example_map(), "1.1.0"}.children("//Request") ==
          "GetCapabilities GetMap GetFeatureInfo DescribeLayer");
}

TEST_CASE("capabilities: an operation is listed when the map enables it, not when a layer does")
{
    auto const map = test::load(R"(
MAP NAME "m" PROJECTION "init=epsg:4326" END
  WEB METADATA "wms_enable_request" "GetCapabilities" END END
  LAYER NAME "a" TYPE POINT TEMPLATE "t" METADATA "wms_enable_request" "*" END END
END)");
    Capabilities const capabilities{map, "1.3.0"};
    CHECK(capabilities.children("//Request") == "GetCapabilities");
    CHECK(capabilities.text("//Layer[Name='a']/@queryable") == "1");
}

TEST_CASE("capabilities: in compliance mode 1.1.1 keeps to its DTD without an internal subset")
{
    auto const map = map_with(R"("ows_compliance_mode" "true")", "");
    Capabilities const strict{map, "1.1.1"};
    CHECK(strict.count("//VendorSpecificCapabilities") == 0);
    CHECK(http::body_text(strict.response()).find("<!ELEMENT") == std::string_view::npos);
    Capabilities const usual{map_with("", ""), "1.1.1"};
    CHECK(usual.count("//VendorSpecificCapabilities") == 1);
    CHECK(http::body_text(usual.response()).find("<!ELEMENT VendorSpecificCapabilities EMPTY>") !=
          std::string_view::npos);
}

TEST_CASE("capabilities: a map without EXTENT has MapServer's -1 for a box, which layers inherit")
{
    auto const map = test::load(R"(
MAP NAME "m" PROJECTION "init=epsg:4326" END WEB METADATA "ows_enable_request" "*" END END END)");
    CHECK(Capabilities{map, "1.3.0"}.text("//Capability/Layer/BoundingBox/@maxx") == "-1.000000");
}

TEST_CASE("capabilities: a layer's box is in the first of its wms_srs")
{
    auto const map = map_with("", R"(
LAYER NAME "a" TYPE POINT EXTENT 400000 5000000 500000 5100000
  PROJECTION "init=epsg:32632" END METADATA "wms_srs" "EPSG:4326 EPSG:32632" END END
LAYER NAME "b" TYPE POINT EXTENT 400000 5000000 500000 5100000
  PROJECTION "proj=utm" "zone=32" "datum=WGS84" END METADATA "wms_srs" "EPSG:999999" END END
LAYER NAME "c" TYPE POINT EXTENT 400000 5000000 500000 5100000
  PROJECTION "init=epsg:32632" END METADATA "wms_resx" "10" "wms_resy" "20" END END
LAYER NAME "d" TYPE POINT EXTENT 400000 5000000 500000 5100000
  PROJECTION "init=epsg:32632" END METADATA "wfs_resx" "30" "ows_resx" "50" "ows_resy" "40" END END)");
    Capabilities const capabilities{map, "1.3.0"};
    // PostGIS: ST_Extent(ST_Transform(ST_Segmentize(the box, 1000), 4326))
    CHECK(capabilities.text("//Layer[Name='a']/BoundingBox[@CRS='EPSG:4326']/@minx") ==
          "45.146393");
    // A code that PROJ does not know is taken as the CRS of the data.
    CHECK(capabilities.text("//Layer[Name='b']/BoundingBox[@CRS='EPSG:999999']/@maxy") ==
          "5.1e+06");
    CHECK(capabilities.text("//Layer[Name='c']/BoundingBox[@CRS='EPSG:32632']/@resy") == "20");
    CHECK(capabilities.text("//Layer[Name='d']/BoundingBox[@CRS='EPSG:32632']/@resx") == "30");
    CHECK(capabilities.text("//Layer[Name='d']/BoundingBox[@CRS='EPSG:32632']/@resy") == "40");
}

TEST_CASE("capabilities: a layer heads the wms_layer_group that bears its name, never a GROUP")
{
    auto const map = map_with("", R"(
LAYER NAME "roads" TYPE LINE END
LAYER NAME "lanes" TYPE LINE METADATA "wms_layer_group" "/roads" END END
LAYER NAME "rails" TYPE LINE END
LAYER NAME "tram" TYPE LINE GROUP "rails" END)");
    Capabilities const capabilities{map, "1.3.0"};
    CHECK(capabilities.texts("//Layer[Name='roads']/Layer/Name") == "lanes");
    CHECK(capabilities.count("//Layer[Name='roads']") == 1);
    CHECK(capabilities.count("//Layer[Name='rails']") == 2);
}

TEST_CASE("capabilities: styles of the root and of groups; a layer does not repeat the inherited")
{
    auto const map = map_with(R"("wms_inspire_capabilities" "url"
"wms_style_name" "plain" "wms_style_title" "Plain"
  "wms_style_legendurl_href" "http://l" "wms_style_legendurl_width" "3"
  "wms_style_legendurl_height" "4" "wms_style_legendurl_format" "image/png")",
                              R"(
LAYER NAME "a" TYPE POINT GROUP "g" METADATA "wms_group_style_name" "gs" END
  CLASS NAME "c" GROUP "plain" END END
LAYER NAME "b" TYPE POINT CLASS NAME "c" GROUP "plain" END CLASS NAME "d" GROUP "own" END END)");
    Capabilities const capabilities{map, "1.3.0"};
    CHECK(capabilities.texts("//Capability/Layer/Style/Name") == "plain");
    CHECK(capabilities.text("//Capability/Layer/Style/LegendURL/@width") == "3");
    CHECK(capabilities.texts("//Layer[Name='g']/Style/Name") == "gs");
    CHECK(capabilities.texts("//Layer[Name='a']/Style/Name") == "default");
    CHECK(capabilities.texts("//Layer[Name='b']/Style/Name") == "own");
}

TEST_CASE("capabilities: incomplete links and images are not written")
{
    auto const map = map_with("", R"(
LAYER NAME "a" TYPE POINT CLASS NAME "c" END METADATA "wms_dataurl_href" "http://d"
  "wms_metadataurl_href" "http://m" "wms_metadataurl_format" "text/xml"
  "wms_attribution_title" "A" "wms_attribution_logourl_href" "http://l"
  "wms_style_default_legendurl_href" "http://s" END END
LAYER NAME "b" TYPE POINT METADATA "wms_metadataurl_format" "text/html"
  "wms_metadataurl_type" "FGDC" "wms_dataurl_href" "http://d" "wms_dataurl_format" "text/plain" END
END)");
    Capabilities const capabilities{map, "1.3.0"};
    CHECK(capabilities.count("//Layer[Name='a']/DataURL") == 0);
    CHECK(capabilities.count("//Layer[Name='a']/MetadataURL") == 0);
    CHECK(capabilities.count("//Layer[Name='a']/Attribution/LogoURL") == 0);
    CHECK(capabilities.text("//Layer[Name='a']/Attribution/Title") == "A");
    CHECK(capabilities.count("//Layer[Name='a']/Style[Name='default']/LegendURL") == 0);
    CHECK(capabilities.count("//Layer[Name='b']/DataURL") == 1);
    CHECK(capabilities.text("//Layer[Name='b']/MetadataURL/@type") == "FGDC");
    CHECK(capabilities.text("//Layer[Name='b']/MetadataURL/Format") == "text/html");
}

TEST_CASE("capabilities: wms_style with a legend image is the only style, and can be requested")
{
    auto const map = map_with("", R"(
LAYER NAME "a" TYPE POINT METADATA "wms_style" "mine" "wms_style_mine_legendurl_href" "http://s" END
  CLASS NAME "c" GROUP "one" END CLASS NAME "d" GROUP "two" END END)");
    CHECK(Capabilities{map, "1.3.0"}.texts("//Layer[Name='a']/Style/Name") == "mine");
    auto const drawn =
        test::ask(map, "SERVICE=WMS&VERSION=1.3.0&REQUEST=GetMap&LAYERS=a&STYLES=mine"
                       "&CRS=EPSG:3857&BBOX=0,0,1,1&WIDTH=1&HEIGHT=1"
                       "&FORMAT=image/png");
    CHECK(http::body_text(drawn).find("StyleNotDefined") == std::string_view::npos);
}

TEST_CASE("capabilities: titles of groups; those of wms_layer_group are of the level of the layer")
{
    auto const map = map_with("", R"(
LAYER NAME "a" TYPE POINT GROUP "g" METADATA "wms_group_title" "G" END END
LAYER NAME "low" TYPE POINT METADATA "wms_layer_group" "/h/i" "wms_group_title" "I"
  "wms_group_abstract" "About I" END END
LAYER NAME "b" TYPE POINT METADATA "wms_layer_group" "/h" "wms_group_title" "H" END END
LAYER NAME "c" TYPE POINT METADATA "wms_layer_group" "/plain/j" "wms_group_title" "J" END END)");
    for (auto const* const version : {"1.1.1", "1.3.0"}) {
        CAPTURE(version);
        Capabilities const capabilities{map, version};
        CHECK(capabilities.text("//Layer[Name='g']/Title") == "G");
        CHECK(capabilities.text("//Layer[Name='g']/Abstract") == "g");
        CHECK(capabilities.text("//Layer[Name='h']/Title") == "H");
        CHECK(capabilities.count("//Layer[Name='h']/Abstract") == 0);
        CHECK(capabilities.text("//Layer[Name='i']/Title") == "I");
        CHECK(capabilities.text("//Layer[Name='i']/Abstract") == "About I");
        CHECK(capabilities.text("//Layer[Name='plain']/Title") == "plain");
        CHECK(capabilities.text("//Layer[Name='j']/Title") == "J");
    }
}

TEST_CASE("capabilities: wms_timeextent alone announces a dimension; vocabularies of the root")
{
    auto const map = map_with(R"("wms_rootlayer_keywordlist_vocabulary" "ISO"
  "wms_rootlayer_keywordlist_ISO_items" "x,y" "wms_keywordlist" "k")",
                              R"(
LAYER NAME "a" TYPE POINT METADATA "wms_timeextent" "2020/2021" END END)");
    Capabilities const capabilities{map, "1.3.0"};
    CHECK(capabilities.text("//Layer[Name='a']/Dimension[@name='time']") == "2020/2021");
    CHECK(capabilities.texts("//Capability/Layer/KeywordList/Keyword") == "x y");
}

TEST_CASE("capabilities: a layer without a MetadataURL links to GetMetadata, which answers")
{
    auto const map = map_with("", R"(LAYER NAME "a" TYPE POINT EXTENT 1 2 3 4
  METADATA "wms_title" "Wells & pits" END END)");
    CHECK(Capabilities{map, "1.3.0"}.text(
              "//Layer[Name='a']/MetadataURL/OnlineResource/@xlink:href") ==
          "http://a.org/?request=GetMetadata&layer=a");
    auto const response = test::ask(map, "request=GetMetadata&layer=a");
    pugi::xml_document record;
    REQUIRE(record.load_buffer(response.body.data(), response.body.size()));
    CHECK(std::string{
              record.select_node("//gmd:citation//gco:CharacterString").node().text().get()} ==
          "Wells & pits");
    CHECK(std::string{
              record.select_node("//gmd:eastBoundLongitude/gco:Decimal").node().text().get()} ==
          "3.000000");
}

TEST_CASE("metadata: names of layers are encoded in links")
{
    auto const map = map_with("", R"(LAYER NAME "a&b c" TYPE POINT EXTENT 1 2 3 4
  METADATA "wms_title" "x" END END)");
    std::string const record{
        http::body_text(test::ask(map, "request=GetMetadata&layer=a%26b%20c"))};
    for (auto const* const part :
         {"&amp;layers=a%26b%20c&amp;format", "&amp;typename=a%26b%20c&amp;"}) {
        CHECK_MESSAGE(record.find(part) != std::string::npos, part);
    }
    CHECK(record.find("=a&amp;b") == std::string::npos);
}

// As MapServer 8.0.0 answers.
TEST_CASE("metadata: reports of OWS Common, and a redirect to the record a layer has elsewhere")
{
    auto const map = map_with("", R"(LAYER NAME "a" TYPE LINE
  METADATA "wms_title" "A" "ows_attribution_title" "Who" "ows_timeextent" "2000/2001" END END
LAYER NAME "b" TYPE LINE METADATA "ows_metadataurl_href" "http://b.org/md" END END
LAYER NAME "hidden" TYPE LINE METADATA "ows_enable_request" "!*" END END)");
    auto const text = [&](std::string const& query) {
        return std::string{http::body_text(test::ask(map, "request=GetMetadata" + query))};
    };
    auto const has = [](std::string const& body, std::string_view part) {
        return body.find(part) != std::string::npos;
    };
    for (auto const* const query : {"", "&layer="}) {
        CHECK(has(text(query), "exceptionCode=\"MissingParameterValue\" locator=\"layer\""));
    }
    for (auto const* const query : {"&layer=nix", "&layer=hidden"}) {
        CHECK(has(text(query), "<ows:ExceptionText>Layer not found</ows:ExceptionText>"));
    }
    CHECK(has(text("&layer=a&outputschema=x"), "locator=\"outputschema\""));
    auto const record = text("&layer=A");
    for (auto const* const part :
         {"codeListValue=\"curve\"", "<gml:endPosition>2001</gml:endPosition>",
          "<gmd:otherCitationDetails>", "<gmd:abstract gco:nilReason=\"missing\"/>",
          "request=GetMap&amp;width=500&amp;height=300&amp;styles=&amp;layers=a"}) {
        CHECK_MESSAGE(has(record, part), part);
    }
    auto const moved = test::ask(map, "request=GetMetadata&layer=b");
    CHECK(moved.status == 301);
    REQUIRE(moved.headers.size() == 1);
    CHECK(moved.headers.front().second == "http://b.org/md");
}

// As MapServer 8.0.0 writes them; the schemas require all or nothing of it.
TEST_CASE("capabilities: the parts of a contact that have a value, all of them for strict maps")
{
    std::string const contact = R"("wms_contactperson" "P" "wms_city" "C")";
    Capabilities const loose{map_with(contact, ""), "1.3.0"};
    CHECK(loose.text("//ContactPersonPrimary/ContactPerson") == "P");
    CHECK(loose.text("//ContactAddress/City") == "C");
    CHECK(loose.count("//ContactPersonPrimary/*|//ContactAddress/*") == 2);
    Capabilities const strict{map_with(contact + R"( "ows_compliance_mode" "true")", ""), "1.3.0"};
    CHECK(strict.count("//ContactPersonPrimary/*|//ContactAddress/*") == 8);
}

TEST_CASE("capabilities: LANGUAGE chooses among wms_languages, and links contain it")
{
    auto const map = map_with(R"("wms_languages" "eng,ger" "wms_title.ger" "Karte"
  "wms_abstract" "about" "wms_inspire_capabilities" "url"
  "wms_inspire_metadataurl_href" "http://md")",
                              "");
    auto const ask = [&](std::string const& language) {
        return std::string{http::body_text(
            test::ask(map, "SERVICE=WMS&REQUEST=GetCapabilities&LANGUAGE=" + language))};
    };
    CHECK(ask("ger").find("<Title>Karte</Title>") != std::string::npos);
    CHECK(ask("ger").find("<Abstract>about</Abstract>") != std::string::npos);
    CHECK(ask("ger").find("http://a.org/?language=ger&amp;") != std::string::npos);
    CHECK(ask("fre").find("http://a.org/?language=eng&amp;") != std::string::npos);
    CHECK(ask("fre").find("<Title>t</Title>") != std::string::npos);
}

TEST_CASE("capabilities: INSPIRE's scenarios, linked and embedded")
{
    auto const linked = map_with(R"("wms_languages" "eng,ger" "wms_inspire_capabilities" "url"
  "wms_inspire_metadataurl_href" "http://md?a&b")",
                                 "");
    Capabilities const current{linked, "1.3.0"};
    CHECK(current.text("//inspire_common:URL") == "http://md?a&b");
    CHECK(current.texts("//inspire_common:Language") == "eng ger eng");
    auto const embedded = map_with(R"("wms_languages" "eng" "wms_inspire_capabilities" "embed"
  "wms_inspire_temporal_reference" "2011-09-19" "wms_inspire_mpoc_name" "n"
  "wms_inspire_mpoc_email" "e@x" "wms_inspire_keyword" "infoMapAccessService")",
                                   "");
    Capabilities const old{embedded, "1.1.1"};
    CHECK(old.text("//VendorSpecificCapabilities//inspire_common:KeywordValue") ==
          "infoMapAccessService");
    CHECK(http::body_text(old.response()).find("<!ELEMENT inspire_common:KeywordValue") !=
          std::string_view::npos);
    Capabilities const older{embedded, "1.1.0"}; // as in MapServer
    CHECK(http::body_text(older.response()).find("inspire_common") == std::string_view::npos);
}

// A layer of features whose PROJECTION is AUTO made the whole answer an error.
TEST_CASE(
    "capabilities: a layer with PROJECTION AUTO has the CRS of its file, else that of the map")
{
    auto const map = map_with("", R"(LAYER NAME "own" TYPE POINT PROJECTION AUTO END
  FEATURE POINTS 1 2 3 4 END END END)");
    Capabilities const current{map, "1.3.0"};
    CHECK(current.text("//Layer[Name='own']/EX_GeographicBoundingBox/westBoundLongitude") ==
          "1.000000");
}
