// SPDX-License-Identifier: MIT
#include "ows/wfs/version.hpp"

#include "unit/ows/maps.hpp"

#include <pugixml.hpp>

using namespace ms;
using namespace ms::ows;

namespace {

std::shared_ptr<mapfile::Map const> roads_map(std::string_view more = "")
{
    return test::load(R"(
MAP
  NAME "roads"
  EXTENT 0 0 10 10
  PROJECTION "init=epsg:4326" END
  OUTPUTFORMAT NAME "csv" DRIVER "OGR/CSV" MIMETYPE "text/csv" END
  WEB
    METADATA
      "ows_enable_request" "*"
      "ows_title" "Roads <&> rails"
      "ows_keywordlist" "one,two"
      "ows_updatesequence" "5"
      "wfs_onlineresource" "http://example.org/?"
      "wfs_srs" "EPSG:4326 EPSG:3857"
      "wfs_maxfeatures" "100"
      "wfs_languages" "eng,ger"
      "wfs_title.ger" "Stra\xc3\x9fen"
      "wfs_storedqueries" "near,broken,outside"
      "wfs_near_inlinedef" '<?xml version="1.0"?><StoredQueryDescription id="near"><Title>Near</Title><Parameter name="name" type="xs:string"/><Parameter name="far" type="xs:double"/><QueryExpressionText isPrivate="true" language="urn:ogc:def:queryLanguage:OGC-WFS::WFS_QueryExpression" returnFeatureTypes="ms:road"><Query typeNames="ms:road"/></QueryExpressionText></StoredQueryDescription>'
      "wfs_broken_inlinedef" "<no"
      "wfs_outside_filedef" "../../../../../etc/passwd"
      )" + std::string{more} +
                      R"(
    END
  END
  LAYER
    NAME "road"
    TYPE LINE
    STATUS ON
    EXTENT 1 2 3 4
    METADATA
      "wfs_title" "Roads"
      "wfs_abstract" "All of them"
      "wfs_keywordlist" "asphalt"
      "wfs_getfeature_formatlist" "csv,nix"
      "wfs_metadataurl_href" "http://example.org/m?a=1&b=2"
      "gml_include_items" "name,length"
      "gml_exclude_items" "secret"
      "gml_name_alias" "label"
      "gml_length_type" "Real"
      "gml_length_nillable" "true"
      "gml_mandatory_items" "name"
      "gml_geometries" "way"
      "gml_way_type" "line"
      "gml_constants" "owner"
      "gml_owner_value" "town"
      "gml_owner_type" "Character"
    END
    PROCESSING "ITEMS=name,length,secret"
    FEATURE POINTS 1 2 3 4 END ITEMS "a;1;s" END
  END
  LAYER
    NAME "hidden"
    TYPE LINE
    METADATA "wfs_enable_request" "!*" END
    FEATURE POINTS 1 2 3 4 END END
  END
  LAYER
    NAME "image"
    TYPE RASTER
  END
END
)");
}

class Answer {
public:
    explicit Answer(std::string const& query, std::string_view more = "")
        : m_response(test::ask(roads_map(more), "SERVICE=WFS&" + query))
    {
        auto const result = m_document.load_buffer(m_response.body.data(), m_response.body.size());
        REQUIRE_MESSAGE(result, result.description());
    }
    [[nodiscard]] http::Response const& response() const { return m_response; }
    [[nodiscard]] std::string text(char const* path) const
    {
        auto const found = m_document.select_node(path);
        return found.attribute() ? found.attribute().value() : found.node().text().get();
    }
    [[nodiscard]] std::size_t count(char const* path) const
    {
        return m_document.select_nodes(path).size();
    }

private:
    http::Response m_response;
    pugi::xml_document m_document;
};

Answer capabilities(std::string const& version, std::string const& more = "")
{
    return Answer{"REQUEST=GetCapabilities&VERSION=" + version + more};
}

std::string const ask_2_0 = "VERSION=2.0.0&REQUEST=";

} // namespace

TEST_CASE("WFS capabilities: of 1.0.0")
{
    auto const answer = capabilities("1.0.0");
    CHECK(answer.text("/WFS_Capabilities/@version") == "1.0.0");
    CHECK(answer.text("//Service/Title") == "Roads <&> rails");
    CHECK(answer.text("//Service/Keywords") == "one two");
    CHECK(answer.count("//FeatureType") == 1);
    CHECK(answer.text("//FeatureType/Name") == "road");
    CHECK(answer.text("//FeatureType/SRS") == "EPSG:4326");
    CHECK(answer.text("//LatLongBoundingBox/@minx") == "1.000000");
    CHECK(answer.text("//FeatureType/MetadataURL") == "http://example.org/m?a=1&b=2");
    CHECK(answer.count("//GetFeature/ResultFormat/GML2") == 1);
    CHECK(answer.count("//GetFeature/ResultFormat/csv") == 1);
}

TEST_CASE("WFS capabilities: of 1.1.0")
{
    auto const answer = capabilities("1.1.0");
    CHECK(answer.text("//DefaultSRS") == "urn:ogc:def:crs:EPSG::4326");
    CHECK(answer.text("//OtherSRS") == "urn:ogc:def:crs:EPSG::3857");
    CHECK(answer.text("//ows:Constraint[@name='DefaultMaxFeatures']/ows:Value") == "100");
    CHECK(answer.count("//FeatureType/OutputFormats/Format") == 2);
    CHECK(answer.text("//ows:LowerCorner") == "1.000000 2.000000");
    CHECK(answer.text("//FeatureType/MetadataURL/@type") == "FGDC"); // as in MapServer 8.0.0
    CHECK(answer.text("//FeatureType/MetadataURL/@format") == "text/html");
}

TEST_CASE("WFS capabilities: of 2.0.0")
{
    auto const answer = capabilities("2.0.0");
    CHECK(answer.text("//FeatureType/Name") == "ms:road");
    CHECK(answer.text("//DefaultCRS") == "urn:ogc:def:crs:EPSG::4326");
    CHECK(answer.count("//ows:Operation") == 6);
    CHECK(answer.text("//ows:Constraint[@name='CountDefault']/ows:DefaultValue") == "100");
    CHECK(answer.text("//ows:Operation[1]//ows:Get/@xlink:href") ==
          "http://example.org/?language=eng&");
    CHECK(answer.text("//FeatureType/MetadataURL/@xlink:href") == "http://example.org/m?a=1&b=2");
}

TEST_CASE("WFS capabilities: sections")
{
    auto const answer = capabilities("2.0.0", "&SECTIONS=ServiceProvider,filter_capabilities");
    CHECK(answer.count("/wfs:WFS_Capabilities/*") == 2);
    CHECK(answer.count("//fes:Filter_Capabilities") == 1);
    CHECK(capabilities("2.0.0", "&SECTIONS=All").count("/wfs:WFS_Capabilities/*") == 5);
    // As in MapServer.
    CHECK(capabilities("1.1.0", "&SECTIONS=ServiceProvider").count("/wfs:WFS_Capabilities/*") == 5);
}

TEST_CASE("WFS capabilities: in another language")
{
    auto const answer = capabilities("2.0.0", "&LANGUAGE=ger");
    CHECK(answer.text("//ows:ServiceIdentification/ows:Title") != "Roads <&> rails");
    CHECK(answer.text("//ows:Operation[1]//ows:Get/@xlink:href") ==
          "http://example.org/?language=ger&");
}

TEST_CASE("WFS capabilities: update sequences")
{
    CHECK(capabilities("2.0.0", "&UPDATESEQUENCE=4").count("//FeatureType") == 1);
    CHECK(capabilities("2.0.0", "&UPDATESEQUENCE=5").text("//@exceptionCode") ==
          "CurrentUpdateSequence");
    CHECK(capabilities("1.1.0", "&UPDATESEQUENCE=6").text("//@exceptionCode") ==
          "InvalidUpdateSequence");
    CHECK(capabilities("1.0.0", "&UPDATESEQUENCE=6").text("//ServiceException/@code") ==
          "InvalidUpdateSequence");
}

TEST_CASE("WFS capabilities: disabled operations are not listed, nor answered")
{
    Answer const answer{"VERSION=2.0.0&REQUEST=GetCapabilities",
                        R"("wfs_enable_request" "* !GetFeature !GetPropertyValue")"};
    CHECK(answer.count("//ows:Operation") == 4);
    Answer const refused{"VERSION=2.0.0&REQUEST=GetFeature&TYPENAMES=road",
                         R"("wfs_enable_request" "* !GetFeature")"};
    CHECK(refused.response().status == 400);
    CHECK(refused.text("//@locator") == "request");
}

TEST_CASE("WFS capabilities: a prefix in 1.1.0 only if the map names it")
{
    Answer const own{"VERSION=1.1.0&REQUEST=GetCapabilities", R"("wfs_namespace_prefix" "my")"};
    CHECK(own.text("//Name") == "my:road");
    Answer const usual{"VERSION=1.1.0&REQUEST=GetCapabilities"};
    CHECK(usual.text("//Name") == "road");
}

TEST_CASE("WFS: what no layer enables is not enabled, whatever the map says")
{
    auto const map = test::load(R"(MAP EXTENT 0 0 9 9 PROJECTION "EPSG:4326" END
        WEB METADATA "ows_enable_request" "*" "wfs_title" "t" "wfs_onlineresource" "http://h/?" END END
        LAYER NAME "a" TYPE POINT METADATA "wfs_enable_request" "!GetFeature" END
          FEATURE POINTS 1 1 END END END END)");
    auto const ask = [&](std::string const& query) {
        return std::string{
            http::body_text(test::ask(map, "SERVICE=WFS&VERSION=1.1.0&REQUEST=" + query))};
    };
    CHECK(ask("GetFeature&TYPENAME=a").find("not enabled") != std::string::npos);
    CHECK(ask("GetCapabilities").find("name=\"GetFeature\"") == std::string::npos);
    CHECK(ask("GetCapabilities").find("name=\"DescribeFeatureType\"") != std::string::npos);
}

TEST_CASE("WFS capabilities: INSPIRE's download services")
{
    Answer const answer{"VERSION=2.0.0&REQUEST=GetCapabilities",
                        R"("wfs_inspire_capabilities" "embed"
                           "wfs_inspire_dsid_code" "a,b" "wfs_inspire_dsid_ns" ",http://b")"};
    CHECK(answer.count("//inspire_dls:SpatialDataSetIdentifier") == 2);
    CHECK(answer.text("//inspire_common:Namespace") == "http://b");
    CHECK(answer.text("//inspire_common:SpatialDataServiceType") == "download");
    Answer const unequal{"VERSION=2.0.0&REQUEST=GetCapabilities",
                         R"("wfs_inspire_capabilities" "embed"
                            "wfs_inspire_dsid_code" "a,b" "wfs_inspire_dsid_ns" "http://b")"};
    CHECK(unequal.count("//inspire_dls:SpatialDataSetIdentifier") == 2);
    CHECK(unequal.count("//inspire_common:Namespace") == 0);
    CHECK(answer.text("//inspire_common:DefaultLanguage/inspire_common:Language") == "eng");
}

TEST_CASE("WFS schema: the properties of a feature type")
{
    Answer const answer{ask_2_0 + "DescribeFeatureType&TYPENAMES=ms:road"};
    CHECK(answer.response().content_type == "application/gml+xml; version=3.2; charset=UTF-8");
    CHECK(answer.text("/schema/element/@name") == "road");
    CHECK(answer.text("//element[@name='way']/@type") == "gml:CurvePropertyType");
    CHECK(answer.text("//element[@name='label']/@type") == "string");
    CHECK(answer.count("//element[@name='label']/@minOccurs") == 0);
    CHECK(answer.text("//element[@name='length']/@type") == "double");
    CHECK(answer.text("//element[@name='length']/@nillable") == "true");
    CHECK(answer.count("//element[@name='label']/@nillable") == 0);
    CHECK(answer.text("//element[@name='owner']/@type") == "string");
    CHECK(answer.count("//element[@name='secret']") == 0);
}

TEST_CASE("WFS schema: an item that is written by a template is left out")
{
    auto const map = test::load(R"(
MAP NAME "m" EXTENT 0 0 10 10 PROJECTION "init=epsg:4326" END
  WEB METADATA "wfs_enable_request" "*" "wfs_onlineresource" "http://a/?" END END
  LAYER NAME "l" TYPE POINT PROCESSING "ITEMS=a,b,c" FEATURE POINTS 1 1 END ITEMS "1;2;3" END
    METADATA "gml_include_items" "all" "gml_a_template" "<x>$value</x>" "gml_c_template" "<y/>"
      "gml_groups" "g" "gml_g_group" "b,c" "gml_b_nillable" "true" "gml_geometries" "one,two" END END
END)");
    auto const schema = std::string{http::body_text(
        test::ask(map, "SERVICE=WFS&VERSION=1.1.0&REQUEST=DescribeFeatureType&TYPENAME=l"))};
    CHECK(schema.find("name=\"a\"") == std::string::npos);
    CHECK(schema.find("name=\"b\"") != std::string::npos);
    CHECK(schema.find("name=\"c\"") == std::string::npos);
    CHECK(schema.find("nillable") == std::string::npos); // in a group
    // One of several geometries is written for its type.
    auto const features = std::string{
        http::body_text(test::ask(map, "SERVICE=WFS&VERSION=1.1.0&REQUEST=GetFeature&TYPENAME=l"))};
    CHECK(features.find("<ms:l") != std::string::npos);
    CHECK(features.find("gml:Point") == std::string::npos);
}

TEST_CASE("WFS schema: of other versions of GML")
{
    Answer const gml2{"VERSION=1.0.0&REQUEST=DescribeFeatureType"};
    CHECK(gml2.text("//element[@name='way']/@type") == "gml:LineStringPropertyType");
    CHECK(gml2.response().content_type == "text/xml; charset=UTF-8");
    Answer const gml3{ask_2_0 + "DescribeFeatureType&OUTPUTFORMAT=text/xml;%20subtype=gml/3.1.1"};
    CHECK(gml3.text("/schema/element/@substitutionGroup") == "gml:_Feature");
    CHECK(gml3.response().content_type == "text/xml; subtype=gml/3.1.1; charset=UTF-8");
    // The format's own type, once it is named, and the collection that 1.0.0 lacks.
    Answer const named{"VERSION=1.0.0&REQUEST=DescribeFeatureType&OUTPUTFORMAT=XMLSCHEMA"};
    CHECK(named.response().content_type == "text/xml; subtype=gml/2.1.2; charset=UTF-8");
    Answer const simple{"VERSION=1.0.0&REQUEST=DescribeFeatureType&OUTPUTFORMAT=SFE_XMLSCHEMA"};
    CHECK(simple.response().content_type == "text/xml; subtype=gml/3.1.1; charset=UTF-8");
    CHECK(simple.text("//element[@name='msFeatureCollection']/@type") ==
          "ms:msFeatureCollectionType");
    CHECK(simple.text("//attribute/@fixed") == "1.0.0");
    CHECK(gml3.count("//element[@name='msFeatureCollection']") == 0);
    Answer const own{"VERSION=1.0.0&REQUEST=DescribeFeatureType&OUTPUTFORMAT=SFE_XMLSCHEMA",
                     R"("wfs_feature_collection" "Things")"};
    CHECK(own.text("//element[@name='Things']/@type") == "ms:ThingsType");
    CHECK(own.count("//complexType[@name='ThingsType']") == 1);
    Answer const wrong{ask_2_0 + "DescribeFeatureType&OUTPUTFORMAT=nix"};
    CHECK(wrong.text("//@locator") == "outputformat");
}

// ogr2ogr asks for all types at once.
TEST_CASE("WFS schema: of all types it leaves out those whose data cannot be read")
{
    auto const map = test::load(R"(
MAP
  EXTENT 0 0 10 10 PROJECTION "init=epsg:4326" END
  WEB METADATA "ows_enable_request" "*" "ows_title" "t" END END
  LAYER NAME "gone" TYPE LINE DATA "no_such_file" END
  LAYER NAME "road" TYPE LINE FEATURE POINTS 1 1 2 2 END END END
END)");
    auto const ask = [&](std::string const& more) {
        auto const answer = test::ask(map, "SERVICE=WFS&" + ask_2_0 + "DescribeFeatureType" + more);
        return std::string{answer.body.begin(), answer.body.end()};
    };
    CHECK(ask("").find("complexType name=\"roadType\"") != std::string::npos);
    CHECK(ask("").find("gone") == std::string::npos);
    CHECK(ask("&TYPENAMES=road,gone").find("Exception") != std::string::npos);
    CHECK(ask("&TYPENAMES=gone").find("Exception") != std::string::npos);
}

TEST_CASE("WFS schema: layers that are disabled, or have no features, do not exist")
{
    for (auto const* const name : {"hidden", "image", "nix"}) {
        Answer const answer{ask_2_0 + "DescribeFeatureType&TYPENAMES=" + name};
        CHECK(answer.text("//@exceptionCode") == "InvalidParameterValue");
        CHECK(answer.text("//@locator") == "typename");
    }
}

// As in MapServer 8.0.0.
TEST_CASE("WFS schema: types in the order of the map, each once")
{
    auto const map = test::load(R"(
MAP NAME "two" EXTENT 0 0 10 10 PROJECTION "init=epsg:4326" END
  WEB METADATA "ows_enable_request" "*" "wfs_onlineresource" "http://example.org/?" END END
  LAYER NAME "road" TYPE LINE FEATURE POINTS 1 2 3 4 END END END
  LAYER NAME "place" TYPE POINT FEATURE POINTS 1 2 END END END
END)");
    for (auto const* const version : {"1.0.0", "1.1.0", "2.0.0"}) {
        CAPTURE(version);
        for (auto const* const names : {"place,road", "place,road,place"}) {
            CAPTURE(names);
            auto const schema =
                test::ask(map, "SERVICE=WFS&VERSION=" + std::string{version} +
                                   "&REQUEST=DescribeFeatureType&TYPENAME=" + names);
            auto const text = http::body_text(schema);
            auto const road = text.find("element name=\"road\"");
            auto const place = text.find("element name=\"place\"");
            CHECK(road < place);
            CHECK(place != std::string_view::npos);
            CHECK(text.find("element name=\"place\"", place + 1) == std::string_view::npos);
        }
    }
}

TEST_CASE("WFS stored queries: listed and described")
{
    Answer const list{ask_2_0 + "ListStoredQueries"};
    CHECK(list.count("//StoredQuery") == 2);
    CHECK(list.text("//StoredQuery[@id='near']/Title") == "Near");
    CHECK(list.text("//StoredQuery[@id='near']/ReturnFeatureType") == "ms:road");
    Answer const one{ask_2_0 + "DescribeStoredQueries&STOREDQUERY_ID=near"};
    CHECK(one.text("//StoredQueryDescription/Parameter/@name") == "name");
    CHECK(one.count("//QueryExpressionText") == 1);
    CHECK(one.count("//Query") == 0); // it is private
    Answer const standard{ask_2_0 + "DescribeStoredQueries&STOREDQUERY_ID="
                                    "urn:ogc:def:query:OGC-WFS::GetFeatureById"};
    CHECK(standard.text("//QueryExpressionText/@returnFeatureTypes") == "ms:road");
    Answer const unknown{ask_2_0 + "DescribeStoredQueries&STOREDQUERY_ID=nix"};
    CHECK(unknown.text("//@locator") == "storedqueryid");
}

TEST_CASE("WFS stored queries: private ones are not disclosed in any spelling")
{
    Answer const answer{ask_2_0 + "DescribeStoredQueries&STOREDQUERY_ID=own",
                        R"("ows_storedqueries" "own" "wfs_storedqueries" "own"
                           "wfs_own_inlinedef" "<StoredQueryDescription id='own'><QueryExpressionText
                             isPrivate = 'true'><Query typeNames='road'/></QueryExpressionText>
                             <QueryExpressionText isPrivate='false'><Query typeNames='a'/>
                             </QueryExpressionText></StoredQueryDescription>")"};
    CHECK(answer.count("//QueryExpressionText") == 2);
    CHECK(answer.count("//Query") == 1);
}

TEST_CASE("WFS stored queries: parameters are needed, and of their types")
{
    std::string const start = ask_2_0 + "GetFeature&STOREDQUERY_ID=near";
    CHECK(Answer{start}.text("//@exceptionCode") == "MissingParameterValue");
    CHECK(Answer{start + "&NAME=a&FAR=x"}.text("//@locator") == "far");
    CHECK(Answer{start + "&NAME=a&FAR=1.5"}.count("//ms:road") == 1);
    CHECK(Answer{start + "&FAR=1&NAME=" + std::string(70'000, 'a')}.text("//@locator") == "name");
}

TEST_CASE("WFS stored queries: files elsewhere are not read")
{
    Answer const answer{ask_2_0 + "DescribeStoredQueries&STOREDQUERY_ID=outside"};
    CHECK(answer.text("//ows:ExceptionText").find("is invalid") != std::string::npos);
    CHECK(http::body_text(answer.response()).find("root:") == std::string_view::npos);
}

TEST_CASE("WFS exceptions: in the form of the version")
{
    Answer const oldest{"VERSION=1.0.0&REQUEST=nix"};
    CHECK(oldest.text("/ServiceExceptionReport/@version") == "1.2.0");
    CHECK(oldest.text("//ServiceException/@locator") == "request");
    Answer const middle{"VERSION=1.1.0&REQUEST=nix"};
    CHECK(middle.text("/ows:ExceptionReport/@language") == "en-US");
    Answer const newest{"VERSION=2.0.0&REQUEST=nix"};
    CHECK(newest.text("/ows:ExceptionReport/@xml:lang") == "en-US");
    CHECK(newest.response().status == 400);
    Answer const nothing{"VERSION=2.0.0"};
    CHECK(nothing.text("//@exceptionCode") == "MissingParameterValue");
    Answer const no_version{"REQUEST=GetFeature"};
    CHECK(no_version.text("//@locator") == "version");
}

TEST_CASE("WFS exceptions: transactions and locks are not supported")
{
    for (auto const* const name : {"Transaction", "LockFeature", "GetFeatureWithLock",
                                   "CreateStoredQuery", "DropStoredQuery"}) {
        Answer const answer{ask_2_0 + name};
        CHECK(answer.text("//@exceptionCode") == "OperationNotSupported");
        CHECK(answer.text("//@locator") == name);
    }
}

TEST_CASE("WFS exceptions: markup of a client stays text")
{
    Answer const answer{ask_2_0 + "DescribeFeatureType&TYPENAMES=%3C/a%3E%3Cb%20x=%27%22%26%22%3E"};
    CHECK(answer.count("//b") == 0);
}

TEST_CASE("WFS: operations of 2.0.0 are unknown in older versions")
{
    for (auto const* const name :
         {"ListStoredQueries", "DescribeStoredQueries", "GetPropertyValue"}) {
        Answer const answer{std::string{"VERSION=1.1.0&REQUEST="} + name};
        CHECK(answer.text("//@locator") == "request");
    }
}

TEST_CASE("WFS: address lists are heeded")
{
    Answer const answer{ask_2_0 + "GetCapabilities", R"("wfs_allowed_ip_list" "10.0.0.1")"};
    CHECK(answer.response().status == 400);
    CHECK(answer.count("//FeatureType") == 0);
}
