// SPDX-License-Identifier: MIT
#include "crs/box_image.hpp"
#include "ows/ogcapi/dispatch.hpp"
#include "ows/ogcapi/request.hpp"
#include "unit/ows/maps.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

using namespace ms;
using namespace ms::ows;
using nlohmann::json;

namespace {

std::shared_ptr<mapfile::Map const> towns()
{
    return test::load(R"(
MAP
  NAME "world" EXTENT 0 0 100 80 SIZE 100 100
  PROJECTION "EPSG:4326" END
  WEB METADATA "oga_title" "Towns & more" "ows_abstract" "All of them" "ows_enable_request" "*"
    "oga_max_limit" "3" "oga_default_limit" "2" "oga_links" "home" "oga_home_href" "http://home/"
    "oga_home_title" "Home" END END
  LAYER NAME "towns" TYPE POINT
    METADATA "oga_featureid" "name" "gml_include_items" "all" "gml_exclude_items" "secret"
      "oga_kind_alias" "Kind #" "gml_size_type" "Integer" "ows_title" "Towns"
      "wfs_keywordlist" "a, b" "ows_srs" "EPSG:4326 EPSG:3857"
      "oga_queryable_items" "name,kind,SIZE" "oga_sortable_items" "all" END
    PROCESSING "ITEMS=name,kind,size,secret"
    FEATURE POINTS 10 20 END ITEMS "a;x;1;s" END
    FEATURE POINTS 30 40 END ITEMS "b/c;y;20;t" END
    FEATURE POINTS 170 60 END ITEMS "<d>;y;300;s" END
    FEATURE POINTS -170 60 END ITEMS "e;z;;s" END
  END
  LAYER NAME "anonymous" TYPE POLYGON
    METADATA "oga_geometry_name" "shape" "oga_geometry_format" "geometry-polygon" END
    PROJECTION "EPSG:3857" END
    FEATURE POINTS 0 0 9 0 9 9 0 0 END END
  END
  LAYER NAME "closed" TYPE POINT METADATA "oga_enable_request" "!*" END
    FEATURE POINTS 1 1 END END
  END
END)");
}

http::Response ask(std::string const& path, std::string const& query = "f=json",
                   std::string const& accept = "")
{
    test::TestRequest request{towns(), query};
    request.request().path_info = "/world/ogcapi" + path;
    request.request().accept = accept;
    return ogcapi::dispatch(request.call());
}

json document(std::string const& path, std::string const& query = "f=json")
{
    auto const response = ask(path, query);
    CHECK_MESSAGE(response.status == 200, http::body_text(response));
    return json::parse(http::body_text(response));
}

/// "400 Bad value for limit."
std::string refusal(std::string const& path, std::string const& query)
{
    auto const response = ask(path, query);
    CHECK(response.content_type == "application/json");
    auto const document = json::parse(http::body_text(response));
    return std::to_string(response.status) + ' ' + document.at("description").get<std::string>();
}

std::vector<std::string> ids(std::string const& query)
{
    auto const found = document("/collections/towns/items", "f=json&" + query);
    std::vector<std::string> names;
    for (auto const& feature : found.at("features")) {
        names.push_back(feature.at("id"));
    }
    CHECK(found.at("numberReturned") == names.size());
    return names;
}

std::string href(json const& found, std::string const& relation)
{
    for (auto const& link : found.at("links")) {
        if (link.value("rel", "") == relation) {
            return link.at("href");
        }
    }
    return "";
}

using Names = std::vector<std::string>;

} // namespace

TEST_CASE("ogc api: the landing page links to everything else, and to the mapfile's links")
{
    auto const found = document("");
    CHECK(found.at("title") == "Towns & more");
    CHECK(found.at("description") == "All of them");
    CHECK(href(found, "data") ==
          "http://localhost/cgi-bin/mapserv/world/ogcapi/collections?f=json");
    CHECK(href(found, "service-desc") ==
          "http://localhost/cgi-bin/mapserv/world/ogcapi/api?f=json");
    CHECK(found.at("links").back() ==
          json{{"href", "http://home/"}, {"title", "Home"}, {"type", "text/html"}});
    for (auto const* const path : {"/", "//"}) {
        CHECK(document(path) == found);
    }
    CHECK(document("//collections//towns/") == document("/collections/towns"));
}

TEST_CASE("ogc api: collections are the layers that are published, with extents and CRSs")
{
    auto const all = document("/collections").at("collections");
    REQUIRE(all.size() == 2);
    auto const& found = all[0];
    CHECK(found == document("/collections/towns"));
    CHECK(found.at("keywords") == json{"a", "b"});
    CHECK(found.at("extent").at("spatial").at("bbox") == json::parse("[[-170,20,170,60]]"));
    CHECK(found.at("crs") == json{"http://www.opengis.net/def/crs/OGC/1.3/CRS84",
                                  "http://www.opengis.net/def/crs/EPSG/0/4326",
                                  "http://www.opengis.net/def/crs/EPSG/0/3857"});
    CHECK_FALSE(found.contains("storageCrs")); // the layer has no CRS of its own
    CHECK(all[1].at("storageCrs") == "http://www.opengis.net/def/crs/EPSG/0/3857");
    CHECK(refusal("/collections/closed", "f=json") == "404 Invalid collection.");
    CHECK(refusal("/collections/closed/items", "f=json") == "404 Invalid collection.");
}

TEST_CASE("ogc api: features have the types, names and ids of the mapfile")
{
    auto const found = document("/collections/towns/items", "f=json&limit=1");
    auto const& feature = found.at("features").at(0);
    CHECK(feature.at("id") == "a");
    CHECK(feature.at("geometry") == json{{"type", "Point"}, {"coordinates", {10, 20}}});
    CHECK(feature.at("properties") == json{{"name", "a"}, {"Kind #", "x"}, {"size", 1}});
    CHECK(found.at("numberMatched") == 4);
    CHECK(ask("/collections/towns/items").content_type == "application/geo+json");
}

TEST_CASE("ogc api: links lead from page to page, with all other parameters")
{
    auto const first = document("/collections/towns/items", "f=json");
    CHECK(first.at("features").size() == 2); // oga_default_limit
    CHECK(href(first, "prev").empty());
    auto const next = href(first, "next");
    CHECK(next.ends_with("/collections/towns/items?f=json&limit=2&offset=2"));
    auto const second = document("/collections/towns/items", next.substr(next.find('?') + 1));
    CHECK(href(second, "next").empty());
    CHECK(href(second, "prev").ends_with("&limit=2&offset=0"));
    auto const kept = document("/collections/towns/items",
                               "f=json&limit=1&Kind%20%23=y&bbox=0,0,180,90&filter=name%3C%3E'q'"
                               "&bbox-crs=http://www.opengis.net/def/crs/OGC/1.3/CRS84");
    CHECK(href(kept, "next")
              .ends_with("?f=json&limit=1&offset=1&bbox=0,0,180,90&bbox-crs=http://www.opengis.net/"
                         "def/crs/OGC/1.3/"
                         "CRS84&Kind%20%23=y&filter=name%3C%3E'q'"));
    CHECK(document("/collections/towns/items", "f=json&limit=100").at("features").size() == 3);
}

TEST_CASE("ogc api: requests by headers are answered by headers")
{
    auto const response = ask("/collections/towns/items", "f=json&limit=1");
    auto const values = [&](std::string const& name) {
        Names found;
        for (auto const& [key, value] : response.headers) {
            if (key == name) {
                found.push_back(value);
            }
        }
        return found;
    };
    CHECK(values("Content-Crs") == Names{"<http://www.opengis.net/def/crs/OGC/1.3/CRS84>"});
    CHECK(values("OGC-NumberMatched") == Names{"4"});
    CHECK(values("OGC-NumberReturned") == Names{"1"});
    REQUIRE(values("Link").size() == 3);
    CHECK(values("Link").back().ends_with(
        "&offset=1>; rel=\"next\"; title=\"next page\"; type=\"application/geo+json\""));
}

TEST_CASE("ogc api: boxes select, also across the antimeridian and with north first")
{
    CHECK(ids("limit=3&bbox=0,0,35,45") == Names{"a", "b/c"});
    CHECK(ids("limit=3&bbox=0,0,-9,35,45,99") == Names{"a", "b/c"});
    CHECK(ids("limit=3&bbox=160,0,-160,90") == Names{"<d>", "e"});
    CHECK(ids("limit=3&bbox=10,20,10,20") == Names{"a"});
    CHECK(ids("limit=3&bbox=0,0,45,35&bbox-crs=http://www.opengis.net/def/crs/EPSG/0/4326") ==
          Names{"a", "b/c"});
    CHECK(ids("limit=3&bbox=0,0,4000000,6000000&bbox-crs=http://www.opengis.net/def/crs/EPSG/0/"
              "3857") == Names{"a", "b/c"});
    for (auto const* const wrong :
         {"1,2,3", "a,b,c,d", "1,2,3,4,5", "0,5,1,4", "nan,0,1,1", "0,0,inf,1", "1,2,3,4,"}) {
        CHECK(refusal("/collections/towns/items", std::string{"f=json&bbox="} + wrong) ==
              "400 Bad value for bbox.");
    }
}

// In zone 15 (93 degrees west) PROJ 9 gives points of the equator 90 degrees away coordinates in
// Minnesota.
TEST_CASE("ogc api: points outside a projection's area of use match nothing")
{
    auto const image = [](geometry::Box const& box, char const* to) {
        return crs::image_of(box, crs::parse("CRS:84"), crs::parse(to));
    };
    CHECK(image({0, 0, 1, 1}, "EPSG:32615").is_empty());
    geometry::Point const minneapolis{478000, 4980000};
    CHECK_FALSE(image({0, 0, 180, 90}, "EPSG:32615").contains(minneapolis));
    CHECK(image({-180, -90, 180, 90}, "EPSG:32615").contains(minneapolis));
    CHECK(image({-94, 44, -93, 46}, "EPSG:32615").contains(minneapolis));
    auto const strip = image({0, -90, 10, 90}, "EPSG:3857");
    CHECK(strip.max_x == doctest::Approx(1113194.908));
    CHECK(strip.max_y == doctest::Approx(20037508.343));
}

TEST_CASE("ogc api: coordinates are in the requested CRS, in its axis order")
{
    auto const point = [](std::string const& crs) {
        return document("/collections/towns/items/a",
                        "f=json&crs=http://www.opengis.net/def/crs/" + crs)
            .at("geometry")
            .at("coordinates");
    };
    CHECK(point("OGC/1.3/CRS84") == json{10, 20});
    CHECK(point("EPSG/0/4326") == json{20, 10});
    CHECK(point("EPSG/0/3857").at(0).get<double>() == doctest::Approx(1113194.908));
    CHECK(refusal("/collections/towns/items",
                  "f=json&crs=http://www.opengis.net/def/crs/EPSG/0/25832") ==
          "400 Bad value for crs.");
    CHECK(refusal("/collections/towns/items", "f=json&crs=") == "400 Bad value for crs.");
    CHECK(refusal("/collections/towns/items", "f=json&crs=%2Bproj%3Dlonglat") ==
          "400 Bad value for crs.");
}

TEST_CASE("ogc api: queryables are named in filters, as values or in CQL2")
{
    CHECK(ids("limit=3&Kind%20%23=y") == Names{"b/c", "<d>"});
    CHECK(ids("filter=%22Kind%20%23%22='z'") == Names{"e"});
    CHECK(ids("filter=S_INTERSECTS(geom,BBOX(0,0,20,30))") == Names{"a"});
    CHECK(ids("filter=%7B%22op%22:%22=%22,%22args%22:[%7B%22property%22:%22name%22%7D,%22e%22]%7D&"
              "filter-lang=cql2-json") == Names{"e"});
    CHECK(
        ids("filter=S_INTERSECTS(geom,POINT(20 10))&filter-crs=http://www.opengis.net/def/crs/EPSG/"
            "0/4326") == Names{"a"});
    CHECK(ids("name=a'%20OR%20'1'='1").empty());
    // Unknown names, unpublished ones, and those of another attribute.
    CHECK(refusal("/collections/towns/items", "f=json&secret=s") ==
          "400 Unknown query parameter: secret");
    CHECK(refusal("/collections/towns/items", "f=json&kind=y") ==
          "400 Unknown query parameter: kind");
    CHECK(refusal("/collections/towns/items", "f=json&filter=secret='s'").starts_with("400 "));
    CHECK(refusal("/collections/towns/items", "f=json&filter=name=").starts_with("400 "));
    CHECK(refusal("/collections/towns/items", "f=json&filter=1=1&filter-lang=sql") ==
          "400 Bad value for filter-lang.");
    CHECK(refusal("/collections/towns/items", "f=json&filter=1=1&filter-crs=x") ==
          "400 Bad value for filter-crs.");
    CHECK(refusal("/collections/anonymous/items", "f=json&name=a") ==
          "400 Unknown query parameter: name");
}

// The server has decoded the path already.
TEST_CASE("ogc api: one feature is found by its id, with links that lead to it")
{
    auto const found = document("/collections/towns/items/<d>");
    CHECK(found.at("properties").at("size") == 300);
    CHECK(href(found, "self") ==
          "http://localhost/cgi-bin/mapserv/world/ogcapi/collections/towns/items/%3Cd%3E?f=json");
    CHECK(href(found, "collection").ends_with("/collections/towns?f=json"));
    CHECK(document("/collections/towns/items/b/c").at("id") == "b/c");
}

TEST_CASE("ogc api: invalid numbers are refused, and so are pages that are not there")
{
    for (auto const* const wrong : {"limit=0", "limit=-1", "limit=x", "limit=1.5"}) {
        CHECK(refusal("/collections/towns/items", std::string{"f=json&"} + wrong) ==
              "400 Bad value for limit.");
    }
    CHECK(refusal("/collections/towns/items", "f=json&offset=-1") == "400 Offset out of range.");
    CHECK(refusal("/collections/towns/items", "f=json&offset=4") == "400 Offset out of range.");
    CHECK(refusal("/collections/towns/items", "f=json&offset=99999999999999999999") ==
          "400 Offset out of range.");
    CHECK(ids("limit=&offset=") == Names{"a", "b/c"});
    CHECK(ids("bbox=50,0,51,1").empty());
}

// OGC 17-069r4, 7.15.2: "SHALL NOT result in an error (instead use the maximum as the parameter
// value)". MapServer 8.0.0 gives the maximum, too.
TEST_CASE("ogc api: a limit beyond all integers is the maximum")
{
    CHECK(ids("limit=99999999999999999999") == ids("limit=3"));
    CHECK(ids("limit=2147483648") == ids("limit=3"));
}

TEST_CASE("ogc api: unknown parameters are refused, on every path")
{
    for (auto const* const path :
         {"", "/api", "/conformance", "/collections", "/collections/towns",
          "/collections/towns/items", "/collections/towns/items/a", "/collections/towns/queryables",
          "/collections/towns/sortables", "/collections/towns/schema"}) {
        CAPTURE(path);
        CHECK(refusal(path, "f=json&unknown=1") == "400 Unknown query parameter: unknown");
        CHECK(refusal(path, "f=json&F=json") == "400 Unknown query parameter: F");
        CHECK(refusal(path, "f=json&f=bar") == "400 Query parameter f is repeated");
        CHECK(refusal(path, "f=xml") == "400 Unsupported format requested.");
    }
    for (auto const* const path :
         {"/nope", "/api/x", "/collections/towns/nope", "/collections/towns/queryables/x"}) {
        CHECK(refusal(path, "f=json") == "404 Invalid API path.");
    }
    CHECK(refusal("/collections/nope", "f=json") == "404 Invalid collection.");
    CHECK(refusal("/collections/TOWNS", "f=json") == "404 Invalid collection.");
    CHECK(refusal("/collections/towns/items/nope", "f=json") == "404 Invalid feature id.");
    CHECK(refusal("/collections/anonymous/items/1", "f=json") ==
          "500 Missing required featureid metadata.");
}

TEST_CASE("ogc api: keys have the priority that they have in MapServer")
{
    auto const map = test::load(R"(
MAP NAME "world" EXTENT 0 0 100 80 SIZE 100 100 PROJECTION "EPSG:4326" END
  WEB METADATA "oga_title" "own" "ows_title" "of all" "ows_enable_request" "*"
    "ows_geometry_precision" "1" END END
  LAYER NAME "towns" TYPE POINT PROCESSING "ITEMS=name,kind"
    METADATA "ows_featureid" "kind" "wfs_featureid" "kind" "gml_featureid" "name"
      "gml_include_items" "all" "ows_exclude_items" "kind" "ows_name_alias" "x"
      "ows_description" "older" "ows_abstract" "words"
      "gml_constants" "source" "gml_source_value" "a \"b\"" END
    FEATURE POINTS 10.123456 20 END ITEMS "a;x" END
  END
END)");
    auto const ask_map = [&](std::string const& path) {
        test::TestRequest request{map, "f=json"};
        request.request().path_info = "/world/ogcapi" + path;
        return json::parse(http::body_text(ogcapi::dispatch(request.call())));
    };
    CHECK(ask_map("").at("title") == "of all");
    CHECK(ask_map("/api").at("info").at("title") == "of all");
    CHECK(ask_map("/collections/towns").at("description") == "words");
    auto const feature = ask_map("/collections/towns/items").at("features").at(0);
    CHECK(feature.at("id") == "a");
    CHECK(feature.at("properties") == json{{"name", "a"}, {"kind", "x"}, {"source", "a \"b\""}});
    CHECK(feature.at("geometry").at("coordinates").at(0) == 10.123456);
}

TEST_CASE("ogc api: schemas list types, and what can be queried and sorted by")
{
    auto const queryables = document("/collections/towns/queryables");
    CHECK(queryables.at("$id") ==
          "http://localhost/cgi-bin/mapserv/world/ogcapi/collections/towns/queryables");
    auto const& properties = queryables.at("properties");
    CHECK(properties.size() == 4);
    CHECK(properties.at("SIZE").at("type") == "integer");
    CHECK(properties.at("Kind #").at("type") == "string");
    CHECK(properties.at("geom").at("format") == "geometry-point-or-multipoint");
    CHECK(document("/collections/towns/sortables").at("properties").size() == 4); // "all"
    auto const whole = document("/collections/towns/schema").at("properties");
    CHECK(whole.at("name").at("x-ogc-role") == "id");
    CHECK_FALSE(whole.contains("secret"));
    CHECK(document("/collections/anonymous/sortables").at("properties").empty());
}

TEST_CASE("ogc api: the geometry has the name and the format that the mapfile gives it")
{
    for (auto const* const resource : {"queryables", "schema"}) {
        auto const properties =
            document(std::string{"/collections/anonymous/"} + resource).at("properties");
        CHECK(properties.size() == 1);
        CHECK(properties.at("shape").at("title") == "shape");
        CHECK(properties.at("shape").at("format") == "geometry-polygon");
    }
    auto const found = document("/collections/anonymous/items",
                                "f=json&filter=S_INTERSECTS(shape,BBOX(-1,-1,1,1))");
    CHECK(found.at("numberReturned") == 1);
    CHECK(
        refusal("/collections/anonymous/items", "f=json&filter=S_INTERSECTS(geom,BBOX(-1,-1,1,1))")
            .starts_with("400 "));
}

TEST_CASE("ogc api: conformance names each class once, including those that clients need")
{
    auto const classes = document("/conformance").at("conformsTo").get<Names>();
    auto sorted = classes;
    std::ranges::sort(sorted);
    CHECK(std::ranges::adjacent_find(sorted) == sorted.end());
    for (auto const* const requested :
         {"ogcapi-features-1/1.0/conf/core", "ogcapi-features-1/1.0/conf/geojson",
          "ogcapi-features-2/1.0/conf/crs", "ogcapi-features-3/1.0/conf/filter",
          "cql2/1.0/conf/cql2-text", "cql2/1.0/conf/basic-cql2"}) {
        CHECK(std::ranges::count(classes,
                                 std::string{"http://www.opengis.net/spec/"} + requested) == 1);
    }
}

TEST_CASE("ogc api: sortby knows sortables only")
{
    CHECK(ids("sortby=-name").size() == 2);
    CHECK(refusal("/collections/towns/items", "f=json&sortby=nope") ==
          "400 'nope' is not a sortable item");
    CHECK(refusal("/collections/anonymous/items", "f=json&sortby=name") ==
          "400 'name' is not a sortable item");
}

TEST_CASE("ogc api: datetime is validated, and features without time match it")
{
    CHECK(ids("datetime=2024-01-01T00:00:00Z/..").size() == 2);
    CHECK(ids("datetime=2024-01-01").size() == 2);
    for (auto const* const wrong : {"", "..", "x", "2024", "2024-01-01/x", "../../..",
                                    "2024-01-01T00", "2024-01-01T00:00:00Z%0d%0aSet-Cookie:a"}) {
        CHECK(refusal("/collections/towns/items", std::string{"f=json&datetime="} + wrong) ==
              "400 Bad value for datetime.");
    }
}

// RFC 9110, 12.5.1. Without a preference MapServer answers HTML.
TEST_CASE("ogc api: the format is that of f, else what the client accepts")
{
    auto const type = [](std::string const& query, std::string const& accept) {
        return ask("", query, accept).content_type;
    };
    CHECK(type("", "") == "text/html; charset=UTF-8");
    CHECK(type("", "*/*") == "application/json"); // OWSLib, curl
    CHECK(type("", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8") ==
          "text/html; charset=UTF-8"); // browsers
    CHECK(type("", "text/html;q=0,*/*") == "application/json");
    CHECK(type("", "application/json") == "application/json");
    CHECK(type("f=html", "application/json") == "text/html; charset=UTF-8");
    CHECK(ogcapi::prefers_json("application/geo+json"));
    CHECK(ogcapi::prefers_json("text/html;q=0.5, application/json; q=0.9"));
    CHECK_FALSE(ogcapi::prefers_json("text/html,application/xhtml+xml,application/json;q=0.9"));
    CHECK_FALSE(ogcapi::prefers_json("application/json;q=0"));
    CHECK_FALSE(ogcapi::prefers_json(";;,,q=;application/"));
}

TEST_CASE("ogc api: pages show the values, with their markup escaped")
{
    auto const page = ask("/collections/towns/items", "f=html&limit=1&offset=2");
    auto const text = std::string{http::body_text(page)};
    CHECK(text.find("&lt;d&gt;") != std::string::npos);
    CHECK(text.find("<d>") == std::string::npos);
    CHECK(text.find("/items/%3Cd%3E?f=html\"") != std::string::npos);
    CHECK(text.find("?f=html&limit=1&offset=3") != std::string::npos); // the next page
    CHECK(text.find("<script") == std::string::npos);
    for (auto const* const path : {"", "/api", "/conformance", "/collections", "/collections/towns",
                                   "/collections/towns/queryables", "/collections/towns/sortables",
                                   "/collections/towns/schema", "/collections/towns/items/a"}) {
        CAPTURE(path);
        auto const found = ask(path, "f=html");
        CHECK(found.status == 200);
        CHECK(http::body_text(found).find("<h1>") != std::string_view::npos);
    }
}

namespace {

/// A folder of templates that is gone when the test is over.
class Templates {
public:
    Templates()
        : m_folder(std::filesystem::temp_directory_path() /
                   ("ms_templates_" + std::to_string(::getpid())))
    {
        std::filesystem::create_directories(m_folder);
    }
    ~Templates() { std::filesystem::remove_all(m_folder); }
    Templates(Templates const&) = delete;
    Templates& operator=(Templates const&) = delete;

    void write(std::string const& name, std::string const& text) const
    {
        std::ofstream{m_folder / name} << text;
    }
    [[nodiscard]] std::string path() const { return m_folder.string(); }

private:
    std::filesystem::path m_folder;
};

http::Response ask_with(std::string const& metadata, std::string const& path,
                        std::string const& query, Settings const& settings = {})
{
    test::TestRequest request{test::load(R"(
MAP
  NAME "world" EXTENT 0 0 100 80 SIZE 100 100
  PROJECTION "EPSG:4326" END
  WEB METADATA "ows_enable_request" "*" "oga_onlineresource" "http://h/api" )" +
                                         metadata + R"( END END
  LAYER NAME "towns" TYPE LINE
    METADATA "oga_featureid" "name" "gml_include_items" "all" "ows_title" "To<wns" END
    PROCESSING "ITEMS=name,size"
    FEATURE POINTS 10 20 30.5 40 END ITEMS "a;1" END
  END
END)"),
                              query, settings};
    request.request().path_info = "/world/ogcapi" + path;
    return ogcapi::dispatch(request.call());
}

} // namespace

// The names and the contents of `template` and `response` are those of Debian's MapServer 8.0.0.
TEST_CASE("ogc api: pages come from the templates of a folder, as MapServer's do")
{
    Templates const folder;
    for (auto const* const name : {"landing", "conformance", "collections", "collection",
                                   "collection-items", "collection-item", "collection-queryables",
                                   "collection-sortables", "collection-schema", "openapi"}) {
        folder.write(std::string{name} + ".html",
                     std::string{name} + " {{ template.path }} {{ template.params.f }}");
    }
    auto const metadata = "\"oga_html_template_directory\" \"" + folder.path() +
                          "\" \"oga_html_tags\" \"a, b\" \"oga_tag_a\" \"1\" \"oga_tag_b\" \"2\"";
    constexpr std::array<std::pair<char const*, char const*>, 10> rows{
        {{"", "landing [\"world\",\"ogcapi\"] html"},
         {"/conformance", "conformance [\"world\",\"ogcapi\",\"conformance\"] html"},
         {"/collections", "collections [\"world\",\"ogcapi\",\"collections\"] html"},
         {"/collections/towns", "collection [\"world\",\"ogcapi\",\"collections\",\"towns\"] html"},
         {"/collections/towns/items", "collection-items [\"world\",\"ogcapi\",\"collections\","
                                      "\"towns\",\"items\"] html"},
         {"/collections/towns/items/a", "collection-item [\"world\",\"ogcapi\",\"collections\","
                                        "\"towns\",\"items\",\"a\"] html"},
         {"/collections/towns/queryables",
          "collection-queryables "
          "[\"world\",\"ogcapi\",\"collections\",\"towns\",\"queryables\"] html"},
         {"/collections/towns/sortables",
          "collection-sortables "
          "[\"world\",\"ogcapi\",\"collections\",\"towns\",\"sortables\"] html"},
         {"/collections/towns/schema", "collection-schema "
                                       "[\"world\",\"ogcapi\",\"collections\",\"towns\","
                                       "\"schema\"] html"},
         {"/api", "openapi [\"world\",\"ogcapi\",\"api\"] html"}}};
    for (auto const& [path, expected] : rows) {
        CHECK(http::body_text(ask_with(metadata, path, "f=html")) == expected);
    }
    auto const text = [&](std::string const& markup, std::string const& path) {
        folder.write("collection-items.html", markup);
        folder.write("collection-item.html", markup);
        return std::string{http::body_text(ask_with(metadata, path, "f=html"))};
    };
    CHECK(text("{{ template.api_root }} {{ template.title }} {{ template.tags }}|{{ "
               "template.extra_params }}|",
               "/collections/towns/items") ==
          "http://h/api MapServer OGC API {\"a\":\"1\",\"b\":\"2\"}||");
    CHECK(text("{{ response.collection.id }} {{ response.collection.title }} {{ "
               "response.numberMatched }} {{ response.features.0.geometry }} {{ "
               "response.features.0.properties }}",
               "/collections/towns/items") ==
          "towns To&lt;wns 1 {\"coordinates\":[[10.0,20.0],[30.5,40.0]],\"type\":\"LineString\"} "
          "{\"name\":\"a\",\"size\":\"1\"}");
    CHECK(text("{{ response.id }} {{ response.geometry.type }} {{ response.collection.id }} "
               "{% for l in response.links %}{{ l.rel }} {% endfor %}",
               "/collections/towns/items/a") ==
          "a LineString towns alternate self collection collection ");
}

TEST_CASE("ogc api: without a template there is an error, and no path in it")
{
    Templates const folder;
    folder.write("landing.html", "{{ nothing }}");
    auto const metadata = "\"oga_html_template_directory\" \"" + folder.path() + "/\"";
    auto const wrong = ask_with(metadata, "", "f=html");
    CHECK(wrong.status == 500);
    CHECK(json::parse(http::body_text(wrong)) ==
          json{{"code", "ConfigError"},
               {"description", "template landing.html:1:4: variable 'nothing' not found"}});
    auto const missing = json::parse(http::body_text(ask_with(metadata, "/api", "f=html")));
    CHECK(missing.at("description") ==
          "template \"openapi.html\": there is no such file in the folder of templates");
    Settings settings;
    settings.ogcapi_templates = folder.path();
    CHECK(ask_with("", "", "f=html", settings).status == 500);
    CHECK(ask_with("", "", "f=json", settings).status == 200);
}

// The contents are those of the pages that Debian's MapServer 8.0.0 makes of html-plain.
TEST_CASE("ogc api: MapServer's folders of templates need not be installed")
{
    Templates const folder;
    auto const page = [&](std::string const& set, std::string const& path) {
        auto const response =
            ask_with("\"oga_html_template_directory\" \"" + folder.path() + set +
                         "\" \"oga_html_tags\" \"debug\" \"oga_tag_debug\" \"true\"",
                     path, "f=html");
        CHECK(response.status == 200);
        CHECK(response.headers.front().second.find("default-src 'none'") == 0);
        return std::string{http::body_text(response)};
    };
    for (auto const* const path :
         {"", "/api", "/conformance", "/collections", "/collections/towns",
          "/collections/towns/queryables", "/collections/towns/sortables",
          "/collections/towns/schema", "/collections/towns/items", "/collections/towns/items/a"}) {
        CAPTURE(path);
        CHECK(page("/html-plain/", path).find("<h1>MapServer OGC API") != std::string::npos);
        CHECK(page("/html-bootstrap", path).find("<h1>") != std::string::npos);
    }
    auto const towns = page("/html-plain", "/collections/towns");
    CHECK(towns.find("<h1>MapServer OGC API - Collection: To&lt;wns</h1>") != std::string::npos);
    CHECK(towns.find("Params: {\"f\":\"html\"}<br>") != std::string::npos);
    auto const items = page("/html-plain", "/collections/towns/items");
    CHECK(items.find("<b>Number of matching items:</b> 1<br/>") != std::string::npos);
    CHECK(items.find("<td><a target=\"_blank\" "
                     "href=\"http://h/api/collections/towns/items/a?f=html\">a</a></td>") !=
          std::string::npos);
    // A folder that is there is used, and one of another name is an error.
    folder.write("landing.html", "own");
    CHECK(http::body_text(ask_with("\"oga_html_template_directory\" \"" + folder.path() + "\"", "",
                                   "f=html")) == "own");
    CHECK(ask_with("\"oga_html_template_directory\" \"" + folder.path() + "/mine\"", "", "f=html")
              .status == 500);
}

// As MapServer since 8.6: "ows_extra_params" is appended to all links of the API.
TEST_CASE("ogc api: extra parameters are known, and part of all links")
{
    auto const* const metadata = "\"ows_extra_params\" \"token=abc&x=1\"";
    auto const links = [&](std::string const& path) {
        std::vector<std::string> hrefs;
        auto const found =
            json::parse(http::body_text(ask_with(metadata, path, "f=json&token=abc")));
        for (auto const& link : found.at("links")) {
            hrefs.push_back(link.at("href"));
        }
        return hrefs;
    };
    for (auto const* const path : {"", "/collections", "/collections/towns",
                                   "/collections/towns/items", "/collections/towns/items/a"}) {
        CAPTURE(path);
        for (auto const& href : links(path)) {
            CHECK(href.ends_with("&token=abc&x=1"));
        }
    }
    CHECK(ask_with(metadata, "", "f=json&other=1").status == 400);
    CHECK(ask_with("\"oga_compliance_mode\" \"false\"", "", "f=json&other=1").status == 200);
}

// OGC 17-069r4, 7.15.4: features whose time meets the moment or the interval, open at ".." or "".
TEST_CASE("ogc api: datetime chooses features by the item that timeitem names")
{
    auto const map = test::load(R"(
MAP
  NAME "world" EXTENT 0 0 100 80 SIZE 100 100
  PROJECTION "EPSG:4326" END
  WEB METADATA "ows_enable_request" "*" "oga_onlineresource" "http://h/api" END END
  LAYER NAME "t" TYPE POINT
    METADATA "oga_featureid" "name" "oga_timeitem" "when" "oga_timeextent" "2004-01-01/" END
    PROCESSING "ITEMS=name,when"
    FEATURE POINTS 1 1 END ITEMS "a;2004-01-01" END
    FEATURE POINTS 2 2 END ITEMS "b;2004-01-02T12:00:00Z" END
    FEATURE POINTS 3 3 END ITEMS "c;2005-06-01" END
  END
END)");
    auto const found = [&](std::string const& datetime) {
        test::TestRequest request{map, "f=json&datetime=" + datetime};
        request.request().path_info = "/world/ogcapi/collections/t/items";
        auto const document = json::parse(http::body_text(ogcapi::dispatch(request.call())));
        std::string ids;
        for (auto const& feature : document.at("features")) {
            ids += feature.at("id").get<std::string>();
        }
        return ids;
    };
    CHECK(found("2004-01-01") == "a");
    CHECK(found("2004-01-02") == "b");
    CHECK(found("2004-01-02T12:00:00Z") == "b");
    CHECK(found("2004-01-02T13:00:00Z").empty());
    CHECK(found("2004-01-01/2004-12-31") == "ab");
    CHECK(found("2004-01-02/..") == "bc");
    CHECK(found("/2004-01-02") == "ab");
    CHECK(found("../..") == "abc");
    test::TestRequest request{map, "f=json"};
    request.request().path_info = "/world/ogcapi/collections/t";
    CHECK(json::parse(http::body_text(ogcapi::dispatch(request.call())))
              .at("extent")
              .at("temporal")
              .at("interval") == json::parse(R"([["2004-01-01",null]])"));
}

TEST_CASE("ogc api: the description of the API names all paths and the limits")
{
    auto const found = document("/api");
    CHECK(found.at("servers").at(0).at("url") == "http://localhost/cgi-bin/mapserv/world/ogcapi");
    auto const& paths = found.at("paths");
    CHECK(paths.contains("/collections/towns/items/{featureId}"));
    CHECK_FALSE(paths.contains("/collections/closed"));
    auto const& all = paths.at("/collections/towns/items").at("get").at("parameters");
    auto const limit = std::ranges::find_if(
        all, [](json const& each) { return each.value("name", "") == "limit"; });
    REQUIRE(limit != all.end());
    CHECK(limit->at("schema").at("maximum") == 3);
}

TEST_CASE("ogc api: a queryable with the name of a parameter is one in filters only")
{
    auto const map = test::load(R"(
MAP
  NAME "world" EXTENT 0 0 100 80 SIZE 100 100
  PROJECTION "EPSG:4326" END
  WEB METADATA "ows_title" "t" "ows_enable_request" "*" END END
  LAYER NAME "towns" TYPE POINT
    METADATA "gml_include_items" "all" "oga_queryable_items" "all" END
    PROCESSING "ITEMS=f,limit,bbox"
    FEATURE POINTS 10 20 END ITEMS "a;1;x" END
    FEATURE POINTS 30 40 END ITEMS "b;2;y" END
  END
END)");
    auto const found = [&](std::string const& path, std::string const& query) {
        test::TestRequest request{map, query};
        request.request().path_info = "/world/ogcapi" + path;
        auto const answer = ogcapi::dispatch(request.call());
        return json::parse(http::body_text(answer));
    };
    auto const all = found("/collections/towns/items", "f=json&limit=1&bbox=0,0,90,90");
    CHECK(all.at("numberMatched") == 2);
    CHECK(all.at("features").size() == 1);
    auto const link = href(all, "next");
    CHECK(link.find("f=json") == link.rfind("f="));
    CHECK(found("/collections/towns/items", "f=json&filter=f='b'").at("numberMatched") == 1);
    auto const parameters = found("/api", "f=json")
                                .at("paths")
                                .at("/collections/towns/items")
                                .at("get")
                                .at("parameters");
    for (auto const* const name : {"f", "limit", "bbox"}) {
        CHECK(std::ranges::none_of(parameters, [&](json const& each) {
            return each.value("description", "") == std::string{"Queryable item '"} + name + "'";
        }));
    }
}
