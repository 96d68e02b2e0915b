// SPDX-License-Identifier: MIT
#include "ows/wfs/parse_request.hpp"
#include "ows/wfs/read_xml.hpp"

#include "base/error.hpp"
#include "http/query_string.hpp"
#include "ows/wfs/version.hpp"
#include "ows/wfs/wfs_exception.hpp"

#include <doctest/doctest.h>

#include <tuple>

using namespace ms;
using namespace ms::ows::wfs;

namespace {

Request resolved(std::string_view query)
{
    http::Request request;
    request.parameters = http::parse_query_string(query);
    ows::RequestDocument document{request};
    auto parsed = parse_request(request.parameters, document);
    read_queries(parsed);
    std::ignore = read_box(parsed);
    read_filters(parsed, parsed.queries);
    return parsed;
}

Request posted(std::string body)
{
    http::Request request;
    request.method = http::Method::Post;
    request.body = std::move(body);
    ows::RequestDocument document{request};
    auto parsed = parse_request(request.parameters, document);
    read_queries(parsed);
    return parsed;
}

/// The locator of a query's error.
std::string fault(std::string_view query)
{
    try {
        resolved(query);
    } catch (WfsException const& error) {
        return error.locator();
    }
    return "none";
}

} // namespace

TEST_CASE("WFS request: one query for each type name")
{
    auto const request = resolved("SERVICE=WFS&VERSION=1.1.0&REQUEST=GetFeature&TYPENAME=ms:a,b"
                                  "&PROPERTYNAME=(x,y)(z)&SORTBY=(x D,y)(y)&SRSNAME=EPSG:4326"
                                  "&FILTER=(<Filter><FeatureId fid='a.1'/></Filter>)()"
                                  "&MAXFEATURES=5&STARTINDEX=2&RESULTTYPE=HITS");
    CHECK(request.version == Version::V110);
    REQUIRE(request.queries.size() == 2);
    auto const& first = request.queries[0];
    CHECK(first.type_name == "ms:a");
    CHECK(first.properties == std::vector<std::string>{"x", "y"});
    CHECK(first.filter.name == "Filter");
    CHECK(first.sort == std::vector<SortKey>{{"x", true}, {"y", false}});
    CHECK(first.srs_name == "EPSG:4326");
    CHECK(request.queries[1].properties == std::vector<std::string>{"z"});
    CHECK(request.queries[1].sort == std::vector<SortKey>{{"y", false}});
    CHECK(request.queries[1].filter.name.empty());
    CHECK(request.max_features == 5);
    CHECK(request.start_index == 2);
    CHECK(request.is_hits);
}

// MapServer 8.0.0: SORTBY has as many lists as there are types, as PROPERTYNAME.
TEST_CASE("WFS request: an order for each type name")
{
    std::string const two = "SERVICE=WFS&VERSION=2.0.0&REQUEST=GetFeature&TYPENAMES=a,b&SORTBY=";
    for (auto const* const keys : {"x", "(x)", "(x)(y)(z)"}) {
        CAPTURE(keys);
        CHECK_THROWS_WITH_AS(resolved(two + keys), doctest::Contains("Optional SORTBY parameter"),
                             WfsException);
    }
    CHECK(resolved(two).queries[1].sort.empty());
}

// MapServer 8.0.0, each parameter sent twice.
TEST_CASE("WFS request: of a parameter that is sent twice the first counts, of numbers the last")
{
    auto const request = resolved(
        "SERVICE=WFS&VERSION=1.1.0&VERSION=2.0.0&REQUEST=GetFeature&REQUEST=x&TYPENAME=a"
        "&TYPENAMES=b,c&OUTPUTFORMAT=gml2&OUTPUTFORMAT=gml3&SRSNAME=EPSG:1&SRSNAME=EPSG:2"
        "&PROPERTYNAME=x&PROPERTYNAME=y&SORTBY=x&SORTBY=y&RESULTTYPE=hits&RESULTTYPE=results"
        "&MAXFEATURES=3&COUNT=5&MAXFEATURES=4&STARTINDEX=1&STARTINDEX=2");
    CHECK(request.version == Version::V110);
    CHECK(request.operation == "GetFeature");
    CHECK(request.type_names == std::vector<std::string>{"a"});
    CHECK(request.output_format == "gml2");
    REQUIRE(request.queries.size() == 1);
    CHECK(request.queries[0].srs_name == "EPSG:1");
    CHECK(request.queries[0].properties == std::vector<std::string>{"x"});
    CHECK(request.queries[0].sort == std::vector<SortKey>{{"x", false}});
    CHECK(request.is_hits);
    CHECK(request.max_features == 4);
    CHECK(request.start_index == 2);
    auto const by_id = resolved("SERVICE=WFS&VERSION=2.0.0&REQUEST=GetFeature&TYPENAME=a"
                                "&FEATUREID=a.1&RESOURCEID=a.2");
    CHECK(by_id.feature_ids == std::vector<std::string>{"a.1"});
}

TEST_CASE("WFS request: an order is a name and a direction")
{
    auto const sorted = [](std::string const& keys) {
        return resolved("SERVICE=WFS&VERSION=2.0.0&REQUEST=GetFeature&TYPENAMES=a&SORTBY=" + keys);
    };
    CHECK(sorted("x ASC,y a,z desc").queries[0].sort ==
          std::vector<SortKey>{{"x", false}, {"y", false}, {"z", true}});
    CHECK_THROWS_AS((void)sorted("x downwards"), WfsException);
    CHECK_THROWS_AS((void)sorted("x DESC; select 1"), WfsException);
}

TEST_CASE("WFS request: a box may name its CRS")
{
    auto const request =
        resolved("SERVICE=WFS&VERSION=1.1.0&REQUEST=GetFeature&TYPENAME=a&BBOX=1,2,3,4,EPSG:3857");
    auto const box = read_box(request);
    REQUIRE(box);
    CHECK(box->numbers == std::array<double, 4>{1, 2, 3, 4});
    CHECK(box->system == "EPSG:3857");
}

TEST_CASE("WFS request: names of 2.0.0")
{
    auto const request = resolved("SERVICE=WFS&VERSION=2.0.0&REQUEST=GetFeature&TYPENAMES=(a)(b)"
                                  "&ALIASES=(x)(y)&COUNT=7&RESOURCEID=a.1,b.2");
    REQUIRE(request.queries.size() == 2);
    CHECK(request.queries[1].type_name == "b");
    CHECK(request.queries[1].alias == "y");
    CHECK(request.max_features == 7);
    CHECK(request.feature_ids == std::vector<std::string>{"a.1", "b.2"});
}

TEST_CASE("WFS request: errors name their parameter")
{
    std::string const start = "SERVICE=WFS&VERSION=2.0.0&REQUEST=GetFeature&TYPENAMES=a,b&";
    CHECK(fault(start + "FILTER=(<Filter/>)") == "filter");
    CHECK(fault(start + "FILTER=(<Filter>)(<Filter/>)") == "filter");
    CHECK(fault(start + "PROPERTYNAME=(x)") == "PROPERTYNAME");
    CHECK(fault(start + "BBOX=1,2,3") == "bbox");
    CHECK(fault(start + "BBOX=1,2,3,nan") == "bbox");
    CHECK(fault(start + "COUNT=many") == "count");
    CHECK(fault(start + "STARTINDEX=1e9") == "startindex");
    CHECK(fault(start + "ALIASES=x") == "aliases");
    std::string const many = "TYPENAMES=" + std::string(2000, ',');
    CHECK(fault("SERVICE=WFS&VERSION=2.0.0&REQUEST=GetFeature&" + many) == "typename");
}

TEST_CASE("WFS request: lists in parentheses are limited in all")
{
    auto const groups = [](std::string_view group, int count) {
        std::string text;
        for (int i = 0; i < count; ++i) {
            text += group;
        }
        return text;
    };
    std::string const start = "SERVICE=WFS&VERSION=2.0.0&REQUEST=GetFeature&TYPENAMES=";
    CHECK(resolved(start + groups("(a)", 1000)).queries.size() == 1000);
    CHECK(fault(start + groups("(a)", 1001)) == "typename");
    CHECK(fault(start + groups("(a,b,c)", 334)) == "typename");
    for (auto const* const name : {"aliases", "filter", "PROPERTYNAME", "SORTBY"}) {
        CAPTURE(name);
        CHECK(fault(start + "a&" + name + '=' + groups("(a)", 1001)) == name);
    }
    CHECK_THROWS_WITH_AS(resolved(start + groups("(a)", 1001)),
                         "msWFSGetFeature(): WFS server error. Too many values in typename: at "
                         "most 1000 are taken.",
                         WfsException);
}

TEST_CASE("WFS request: the same as XML")
{
    auto const request = posted(R"(<?xml version="1.0"?>
<wfs:GetFeature service="WFS" version="2.0.0" count="3" startIndex="1" resultType="hits"
    outputFormat="application/gml+xml; version=3.2" xmlns:wfs="http://www.opengis.net/wfs/2.0"
    xmlns:fes="http://www.opengis.net/fes/2.0">
  <wfs:Query typeNames="ms:a" srsName="EPSG:3857" aliases="x">
    <wfs:PropertyName>name</wfs:PropertyName>
    <fes:Filter><fes:ResourceId rid="a.1"/></fes:Filter>
    <fes:SortBy><fes:SortProperty><fes:ValueReference>name</fes:ValueReference>
      <fes:SortOrder>DESC</fes:SortOrder></fes:SortProperty></fes:SortBy>
  </wfs:Query>
  <wfs:StoredQuery id="q"><wfs:Parameter name="ID">a.2</wfs:Parameter></wfs:StoredQuery>
</wfs:GetFeature>)");
    CHECK(request.operation == "GetFeature");
    CHECK(request.version == Version::V200);
    REQUIRE(request.queries.size() == 1);
    auto const& query = request.queries[0];
    CHECK(query.type_name == "ms:a");
    CHECK(query.alias == "x");
    CHECK(query.srs_name == "EPSG:3857");
    CHECK(query.properties == std::vector<std::string>{"name"});
    CHECK(query.filter.child("ResourceId") != nullptr);
    CHECK(query.sort == std::vector<SortKey>{{"name", true}});
    CHECK(request.max_features == 3);
    CHECK(request.start_index == 1);
    CHECK(request.is_hits);
    REQUIRE(request.stored_queries.size() == 1);
    CHECK(request.stored_queries[0].id == "q");
    CHECK(request.stored_queries[0].parameters ==
          std::vector<std::pair<std::string, std::string>>{{"ID", "a.2"}});
}

TEST_CASE("WFS request: joins are refused")
{
    CHECK_THROWS_WITH_AS(posted(R"(<GetFeature service="WFS" version="2.0.0">
                                   <Query typeNames="a b"/></GetFeature>)"),
                         doctest::Contains("Joins are not supported"), WfsException);
}

TEST_CASE("WFS request: capabilities as XML")
{
    auto const request = posted(R"(<GetCapabilities service="WFS" updateSequence="5"
        xmlns:ows="http://www.opengis.net/ows/1.1">
      <ows:AcceptVersions><ows:Version>1.1.0</ows:Version><ows:Version>2.0.0</ows:Version>
      </ows:AcceptVersions>
      <ows:Sections><ows:Section>FeatureTypeList</ows:Section></ows:Sections></GetCapabilities>)");
    CHECK(request.accept_versions == "1.1.0,2.0.0");
    CHECK(request.sections == std::vector<std::string>{"FeatureTypeList"});
    CHECK(request.update_sequence == "5");
    CHECK(negotiated_version(request, {}) == Version::V110);
    // As in MapServer, a default that names no version is ignored.
    auto const by_default = [](std::string const& version) {
        return negotiated_version({}, {{{"wfs_getcapabilities_version", version}}});
    };
    CHECK(by_default("1.1") == Version::V110);
    CHECK(by_default("1.3.0") == Version::V200);
    CHECK(by_default("x") == Version::V200);
}

TEST_CASE("WFS request: XML is bounded and declares nothing")
{
    std::string deep;
    for (int i = 0; i < 100; ++i) {
        deep += "<a>";
    }
    CHECK_THROWS_AS(posted(deep), Error);
    auto const request = posted(R"(<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>
        <GetFeature service="WFS" version="2.0.0"><Query typeNames="&e;"/></GetFeature>)");
    REQUIRE(request.queries.size() == 1);
    CHECK(request.queries[0].type_name == "&e;");
}

TEST_CASE("WFS request: which XML is of WFS")
{
    http::Request request;
    request.method = http::Method::Post;
    request.body = "<GetFeature service='wfs'/>";
    CHECK(ows::RequestDocument{request}.is_of("WFS"));
    CHECK_FALSE(ows::RequestDocument{request}.is_of("WCS"));
    request.body = "<StyledLayerDescriptor/>";
    CHECK_FALSE(ows::RequestDocument{request}.is_of("WFS"));
    request.body = "<broken";
    ows::RequestDocument broken{request};
    CHECK_FALSE(broken.is_of("WFS"));
    CHECK_FALSE(broken.is_of("WCS"));
    CHECK_THROWS_AS(static_cast<void>(broken.take()), Error);
    request.method = http::Method::Get;
    CHECK_FALSE(ows::RequestDocument{request}.exists());
}

TEST_CASE("WFS version: negotiation")
{
    auto const negotiated = [](std::string_view version, char const* accepted = nullptr) {
        Request request;
        request.version_text = version;
        if (accepted != nullptr) {
            request.accept_versions = accepted;
        }
        return to_text(negotiated_version(request, {}));
    };
    CHECK(negotiated("") == "2.0.0");
    CHECK(negotiated("0.0.0") == "1.0.0");
    CHECK(negotiated("1.0.5") == "1.0.0");
    CHECK(negotiated("1.1.5") == "1.1.0");
    CHECK(negotiated("3.0") == "2.0.0");
    CHECK(negotiated("", "9.9.9,1.0.0,2.0.0") == "1.0.0");
    CHECK(negotiated("2.0.0", "1.1.0") == "1.1.0");
    CHECK(negotiated("1.0.0", "") == "1.0.0");
    CHECK(negotiated("", "1.1") == "1.1.0");
    CHECK_THROWS_AS((void)negotiated("2.0.0", "9.9.9"), WfsException);
    CHECK_THROWS_AS((void)negotiated("", "9.9.9"), WfsException);
    CHECK_THROWS_AS((void)negotiated("", "foo"), WfsException);
    CHECK_THROWS_AS((void)negotiated("invalid"), WfsException);
    CHECK_THROWS_AS((void)required_version(""), WfsException);
    CHECK_THROWS_AS((void)required_version("1.2.3"), WfsException);
    CHECK(required_version("1.1.0") == Version::V110);
}
