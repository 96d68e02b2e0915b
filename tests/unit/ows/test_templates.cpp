// SPDX-License-Identifier: MIT
#include "ows/cgi/dispatch.hpp"
#include "ows/common/service_exception.hpp"
#include "ows/template/escape.hpp"
#include "ows/template/expand.hpp"
#include "ows/template/file.hpp"
#include "ows/template/nodes.hpp"
#include "render/query/pick.hpp"

#include "unit/ows/maps.hpp"

#include <filesystem>
#include <fstream>

using namespace ms;
using namespace ms::ows;

namespace {

auto const some_map = R"map(
MAP
  NAME "s" EXTENT 0 0 99 99 SIZE 100 100 UNITS METERS
  WEB METADATA "wms_title" "T<i>" END END
  LAYER NAME "m" TYPE POLYGON TEMPLATE "void" GROUP "g"
    METADATA "wms_title" "mm" END
    PROCESSING "ITEMS=name,v,e,u"
    FEATURE WKT "MULTIPOLYGON(((10 10,40 10,40 40,10 40,10 10),(20 20,20 30,30 30,30 20,20 20)),((50 50,60 50,60 60,50 50)))"
      ITEMS "multi;1234567.891;;a b/c&" END
    FEATURE WKT "POLYGON((0 0,1 0,1 1,0 0))" ITEMS "<two>;-12.5;x;y" END
  END
  LAYER NAME "empty" TYPE POINT TEMPLATE "void"
    FEATURE POINTS 1000 1000 END END
  END
END)map";

/// A template's page for everything in a part of the map, requested with foo=b<r.
std::string page(std::string_view text, geometry::Box const& extent = {0, 0, 99, 99},
                 std::string_view query = "mode=nquery&layers=m&zoom=2&foo=b%3Cr&name%20=x")
{
    test::TestRequest const request{test::load(some_map), query};
    auto const call = request.call();
    auto const view = render::make_viewport(*call.map, {.extent = extent});
    auto const selection = render::pick(*call.map, view,
                                        {{.layer = 0, .class_group = {}, .filter = {}},
                                         {.layer = 1, .class_group = {}, .filter = {}}},
                                        {.where = render::InBox{view.extent}}, {}, call.services);
    return tmpl::expand(tmpl::parse(text), {.call = call, .view = view, .selection = selection});
}

std::string of_first(std::string const& text)
{
    return page("[resultset layer=m][feature limit=1]" + text + "[/feature][/resultset]");
}

struct Folder {
    Folder() { std::filesystem::create_directory(path); }
    ~Folder() { std::filesystem::remove_all(path); }
    void write(std::string const& name, std::string const& text) const
    {
        std::ofstream{path / name} << text;
    }
    std::filesystem::path path =
        std::filesystem::temp_directory_path() /
        ("ms_templates_" + std::to_string(std::filesystem::hash_value(__FILE__)));
};

} // namespace

// Pages of MapServer 8.0.0 for the same templates and data, unless stated otherwise.

TEST_CASE("templates: items are escaped for HTML unless they set another escape")
{
    auto const of_second = [](std::string const& text) {
        return page("[resultset layer=m][feature]" + text + "[/feature][/resultset]");
    };
    CHECK(of_second("[item name=name],") == "multi,&lt;two&gt;,");
    CHECK(of_second("[item name=name escape=none],") == "multi,<two>,");
    CHECK(of_second("[name]|[name_raw]|[name_esc],") ==
          "multi|multi|multi,&lt;two&gt;|<two>|%3Ctwo%3E,");
    CHECK(of_first("[item name=u escape=url]") == "a%20b%2Fc%26");
    CHECK(of_first("[item name=name format=\"<b>$value</b>\"]") == "&lt;b&gt;multi&lt;/b&gt;");
    CHECK(of_first("[item name=name format=\"<b>$value</b>\" escape=none]") == "<b>multi</b>");
}

TEST_CASE("templates: items have formats")
{
    CHECK(of_first("[item name=name uc=true]") == "MULTI");
    CHECK(of_first("[item name=v commify=true]") == "1,234,567.891");
    CHECK(of_first("[item name=v precision=2]") == "1234567.89");
    CHECK(of_first("[item name=e nullformat=\"null\"]|[item name=e]") == "null|");
    CHECK(of_first("[item name=name pattern=\"^m\" nullformat=no]") == "multi");
    CHECK(of_first("[item name=name pattern=\"^x\" nullformat=no]") == "no");
    CHECK(of_first("[metadata_wms_title] [metadata_nix]") == "mm [metadata_nix]");
    CHECK(page("[rawminx precision=0] [rawmaxy precision=1]") == "0 99.0");
    CHECK(of_first("[item name=name padding=8]|[item name=name padding=-8]") == "multi   |multi");
    CHECK(of_first("[item name=name pattern=\"^Z\"]|[item name=name pattern=\"^m\"]") == "|multi");
    CHECK(of_first("[item name=NAME] [NAME]") == "multi [NAME]");
    CHECK(of_first("[item name=zz ignoremissing=true nullformat=none]") == "none");
    CHECK(of_first("<[item name=zz ignoremissing=true format=\"v: $value\"]>") == "<>");
    CHECK_THROWS_WITH_AS((void)of_first("[item name=zz]"),
                         "template: [item]: layer \"m\" has no item \"zz\"", Error);
}

TEST_CASE("templates: coordinates with the texts around them")
{
    CHECK(of_first("[shpxy]") ==
          "10,10 40,10 40,40 10,40 10,10 20,20 20,30 30,30 30,20 20,20 50,50 60,50 60,60 50,50");
    CHECK(of_first("[shpxy precision=1 xh=\"(\" yf=\")\"]").starts_with("(10.0,10.0) (40.0,10.0)"));
    CHECK(of_first("[shpxy cs=\";\" ps=\"|\"]") ==
          "10,10;40,10;40,40;10,40;10,10|20,20;20,30;30,30;30,20;20,20|50,50;60,50;60,60;50,50");
    CHECK(of_first("[shpxy sh=S sf=T ph=\"<\" pf=\">\"]").starts_with("S<10,10 40,10"));
    CHECK(of_first("[shpxy centroid=true]") == "35,35");
    CHECK(of_first("[shpxy buffer=0]") == of_first("[shpxy]"));
    CHECK(of_first("[shpxy buffer=2 precision=6]")
              .find(" 8.000000,10.000000 8.000000,40.000000 8.002741,40.104672 ") !=
          std::string::npos); // a quarter of 30 segments
    CHECK(of_first("[shpxy scale_x=2 scale_y=3 precision=1]").starts_with("20.0,30.0 80.0,30.0"));
    CHECK(of_first("[shpxy orh=\"O(\" orf=\")\"]") == of_first("[shpxy]")); // as in MapServer
    // MapServer 8.0.0 confuses the order of holes.
    CHECK(of_first("[shpxy orh=\"O(\" orf=\")\" irh=\"I(\" irf=\")\"]") ==
          "O(10,10 40,10 40,40 10,40 10,10) I(20,20 20,30 30,30 30,20 20,20) "
          "O(50,50 60,50 60,60 50,50)");
}

// Of lines, the middle of the longest segment of the longest part, in whole pixels, and of points
// the first; without proj=image in the CRS of the layer.
TEST_CASE("templates: [shplabel] of lines, and [shpext] in another CRS")
{
    auto const labels = [](std::string const& projection, std::string const& shape,
                           std::string const& tag) {
        test::TestRequest const request{
            test::load("MAP EXTENT 0 0 10 10 SIZE 200 200 PROJECTION \"EPSG:4326\" END LAYER NAME "
                       "\"x\" TYPE " +
                       std::string{shape.starts_with("MULTIPOINT") ? "POINT" : "LINE"} +
                       " TEMPLATE \"void\" PROJECTION \"" + projection + "\" END FEATURE WKT \"" +
                       shape + "\" END END END"),
            "mode=nquery"};
        auto const call = request.call();
        auto const view = render::make_viewport(*call.map, {});
        auto const selection =
            render::pick(*call.map, view, {{.layer = 0, .class_group = {}, .filter = {}}},
                         {.where = render::InBox{{-99, -80, 99, 80}}}, {}, call.services);
        return tmpl::expand(
            tmpl::parse("[resultset layer=x][feature]" + tag + "[/feature][/resultset]"),
            {.call = call, .view = view, .selection = selection});
    };
    std::string const tag = "[shplabel format=\"$x|$y\" precision=3]";
    CHECK(labels("EPSG:4326", "LINESTRING(1 9,5 6,9 1)", tag) == "7.010|3.492");
    CHECK(labels("EPSG:4326", "MULTILINESTRING((5 8,9 8),(1 1,4 1,4 4,1 4))", tag) ==
          "2.513|1.005");
    // Of the part on the map, as in MapServer: without clipping it would be (8, 8).
    CHECK(labels("EPSG:4326", "LINESTRING(2 2,2 5,4 5,14 11)", tag) == "7.010|6.784");
    CHECK(labels("EPSG:4326", "LINESTRING(1 1,4 1,4 4,1 4,1 8.5)", tag) == "1.005|6.256");
    CHECK(labels("EPSG:4326", "LINESTRING(20 2,20 5)", tag) == "$x|$y");
    CHECK(labels("EPSG:4326", "LINESTRING(20 2,20 5)", "[shplabel]") == "$x,$y");
    CHECK(labels("EPSG:4326", "MULTIPOINT(8 2,3 3,4 4)", tag) == "7.990|2.010"); // the first one
    CHECK(labels("EPSG:3857",
                 "LINESTRING(111319.490793 111325.142866,1001875.417139 111325.142866)",
                 "[shplabel precision=1]") == "556597.5,111884.6");
    // As in MapServer, precision=0 is the default precision.
    CHECK(labels("EPSG:4326", "LINESTRING(1 9,5 6,9 1)", "[shplabel precision=0]") ==
          "7.010050,3.492462");
    CHECK(labels("EPSG:4326", "LINESTRING(1 9,5 6,9 1)",
                 "[shplabel proj=\"epsg:3857\" precision=1]") == "780355.2,389020.1");
    CHECK(labels("EPSG:4326", "LINESTRING(1 9,5 6,9 1)",
                 "[shpext proj=\"epsg:3857\" precision=0]") == "111319 111325 1001875 1006021");
}

TEST_CASE("templates: pixels of a shape end with the image")
{
    auto const pixels = [](geometry::Box const& extent) {
        return page("[resultset layer=m][feature limit=1][shpxy proj=image][/feature][/resultset]",
                    extent);
    };
    CHECK(pixels({0, 0, 99, 99}).starts_with("10,89 40,89 40,59 10,59 10,89 20,79 "));
    CHECK(pixels({30.5, 0.5, 50, 20}) == "0,51 48,51 48,0 0,0 0,51"); // a corner: no hole
}

TEST_CASE("templates: boxes of features and of the map")
{
    CHECK(of_first("[shpext]") == "10.000000 10.000000 60.000000 60.000000");
    CHECK(of_first("[shpext precision=1]") == "10.0 10.0 60.0 60.0");
    CHECK(of_first("[shpext format=\"$minx,$maxy\" precision=0]") == "10,60");
    CHECK(of_first("[shpext expand=5 precision=0]") == "5 5 65 65");
    CHECK(of_first("[shpmid] [shpminx]") == "35.000000 35.000000 10.000000");
    CHECK(page("[mapext precision=0] [mapext_esc precision=0]") == "0 0 99 99 0%200%2099%2099");
    CHECK(page("[mapwidth]x[mapheight] [mapsize] [dx]") == "100x100 100 100 99.000000");
}

TEST_CASE("templates: results are counted")
{
    CHECK(page("[nr] [nl]") == "2 1");
    CHECK(page("[resultset layer=m][feature][cl] [rn]/[nr] [lrn]/[nlr] [shpidx];[/feature]"
               "[/resultset]") == "m 1/2 1/2 0;m 2/2 2/2 1;");
}

TEST_CASE("templates: result sets of layers without results show nodata")
{
    CHECK(page("a[resultset layer=empty nodata=\"none\"]x[/resultset]b") == "anoneb");
    CHECK(page("a[resultset layer=empty]x[/resultset]b") == "ab");
    CHECK_THROWS_AS((void)page("[resultset layer=nope]x[/resultset]"), Error);
}

TEST_CASE("templates: the separator after the last feature is removed")
{
    CHECK(page("[resultset layer=m][feature trimlast=\",\"]{[shpidx]},\n[/feature][/resultset]") ==
          "{0},\n{1}");
    CHECK(page("[resultset layer=m][feature limit=1]{[shpidx]},[/feature][/resultset]") == "{0},");
    CHECK(page("[resultset layer=m][feature limit=0]{[shpidx]},[/feature][/resultset]") == "");
}

TEST_CASE("templates: conditions compare items, values and parameters")
{
    CHECK(of_first("[if name=name value=multi]yes[else]no[/if]") == "yes");
    CHECK(of_first("[if name=name oper=neq value=multi]yes[else]no[/if]") == "no");
    CHECK(of_first("[if name=e oper=isnull]null[/if][if name=e oper=isset]set[/if]") == "null");
    CHECK(page("[if name=foo value=\"b<r\"]yes[/if]") == "yes");
    CHECK(page("[if name=nr value=2]two[/if]") == "two");
}

TEST_CASE("templates: parameters are escaped, METADATA is the author's")
{
    CHECK(page("[foo] [foo_esc] [bar]") == "b&lt;r b%3Cr [bar]");
    CHECK(page("[web_wms_title] [m_wms_title]") == "T<i> mm");
    CHECK(page("[web_wms_title_esc] [m_wms_title_esc]") == "T%3Ci%3E mm");
    CHECK(page("[m_check] [g_select] [empty_check]|[zoom_2_check][zoom_3_check]") ==
          "checked=\"checked\" selected=\"selected\" |checked=\"checked\"");
    // As in MapServer, LAYERS of WMS choose nothing in a page.
    CHECK(page("[m_check][m_select][layers]", {0, 0, 99, 99}, "REQUEST=GetFeatureInfo&LAYERS=m") ==
          "");
}

namespace {

/// "a a a ..." in a query string.
std::string words(int count)
{
    std::string text;
    for (int i = 0; i < count; ++i) {
        text += "a+";
    }
    return text;
}

} // namespace

TEST_CASE("templates: layers as the request names them, and those that can be toggled")
{
    CHECK(page("[layers] [toggle_layers] [toggle_layers_esc]") == "m m empty m%20empty");
    auto const of = [](std::string_view query) {
        auto const map = test::load("MAP NAME \"t\" EXTENT 0 0 9 9 SIZE 10 10"
                                    " LAYER NAME \"a\" TYPE POINT STATUS DEFAULT END"
                                    " LAYER NAME \"b\" TYPE POINT GROUP \"g\" END"
                                    " LAYER NAME \"c\" TYPE POINT END END");
        test::TestRequest const request{map, query};
        auto const call = request.call();
        auto const view = render::make_viewport(*call.map, {});
        render::Selection const nothing;
        return tmpl::expand(tmpl::parse("[layers]/[toggle_layers]/[zoom_1_check][zoomdir_1_check]"
                                        "[zoomdir_0_select]"),
                            {.call = call, .view = view, .selection = nothing});
    };
    CHECK(of("layers=c%20g") == "c g/b c/checked=\"checked\"selected=\"selected\"");
    CHECK(of("service=WMS&request=GetFeatureInfo&layers=c,b").starts_with("/")); // as in MapServer
    CHECK(of("layer=all&zoom=2") == "a b c/b c/selected=\"selected\"");
    CHECK(of("layers=all%20all&layer=a%20ALL") ==
          "a b c a/b c/checked=\"checked\"selected=\"selected\"");
    CHECK_NOTHROW(of("layers=" + words(1000)));
    CHECK_THROWS_WITH_AS(of("layers=" + words(600) + "&layer=" + words(401)),
                         "Too many values in layers: at most 1000 are taken.", ServiceException);
    CHECK(of("mode=zoomin") == "/b c/checked=\"checked\"checked=\"checked\"");
}

// As MapServer 8.0.0 answers.
TEST_CASE("templates: [refext], [id], [host], [port], and boxes larger by a share")
{
    auto const of = [](std::string_view query, std::string_view text) {
        auto const map = test::load("MAP NAME \"t\" EXTENT 0 0 10 10 SIZE 100 100"
                                    " REFERENCE EXTENT 0 0 100 50 SIZE 200 100 END END");
        test::TestRequest const request{map, query};
        auto const call = request.call();
        auto const view = render::make_viewport(*call.map, {});
        render::Selection const nothing;
        return tmpl::expand(tmpl::parse(text), {.call = call, .view = view, .selection = nothing});
    };
    CHECK(of("", "[refext]") == "-0.252525 0.000000 100.252525 50.000000");
    CHECK(of("", "[refext_esc]") == "-0.252525%200.000000%20100.252525%2050.000000");
    CHECK(of("", "[refext format=\"$minx,$miny\" expand=1]") == "-1.252525,-1.000000");
    CHECK(of("", "[mapext expand=10% precision=1]") == "-0.5 -0.5 10.5 10.5");
    CHECK(of("id=abc9", "[id]") == "abc9");
    auto const made = of("", "[id] [id]");
    CHECK(made.size() % 2 == 1);
    CHECK(made.substr(0, made.size() / 2) == made.substr(made.size() / 2 + 1));
    CHECK(made.find_first_not_of("0123456789 ") == std::string::npos);
    CHECK(of("", "[host] [port]") == "localhost 80");
}

// As MapServer 8.0.0 answers.
TEST_CASE(
    "templates: a layer is checked when the request names it, a group when its first layer is")
{
    auto const of = [](std::string_view query) {
        auto const map = test::load("MAP NAME \"t\" EXTENT 0 0 9 9 SIZE 10 10"
                                    " LAYER NAME \"a\" TYPE POINT STATUS DEFAULT GROUP \"g\" END"
                                    " LAYER NAME \"b\" TYPE POINT STATUS ON GROUP \"g\" END END");
        test::TestRequest const request{map, query};
        auto const call = request.call();
        auto const view = render::make_viewport(*call.map, {});
        render::Selection const nothing;
        return tmpl::expand(tmpl::parse("a[a_check] b[b_check] g[g_check]"),
                            {.call = call, .view = view, .selection = nothing});
    };
    std::string const yes = "checked=\"checked\"";
    CHECK(of("") == "a b g");
    CHECK(of("layers=a") == "a" + yes + " b g" + yes);
    CHECK(of("layers=b") == "a b" + yes + " g");
    CHECK(of("layers=g") == "a" + yes + " b" + yes + " g" + yes);
}

TEST_CASE("templates: images of the map have addresses at which they are drawn")
{
    // MapServer names files here; the parameters are those of its CGI modes.
    auto const view = "&layers=m&mapext=0%200%2099%2099&mapsize=100%20100";
    auto const escaped_view = "&amp;layers=m&amp;mapext=0%200%2099%2099&amp;mapsize=100%20100";
    auto const img = page("[img escape=none]");
    auto const start = img.find("mode=");
    REQUIRE(start != std::string::npos);
    CHECK(img.substr(start) == std::string{"mode=map"} + view);
    CHECK(img.substr(0, start).ends_with("/cgi-bin/mapserv?"));
    CHECK(page("[img]").substr(start) == std::string{"mode=map"} + escaped_view);
    CHECK(page("[legend escape=none]").substr(start) == std::string{"mode=legend"} + view);
    CHECK(page("[scalebar escape=none]").substr(start) == std::string{"mode=scalebar"} + view);
    CHECK(page("[ref]") == "[ref]"); // the map has no REFERENCE
}

TEST_CASE("templates: pages are written within the time of the request")
{
    test::TestRequest const request{test::load(some_map), ""};
    auto const plain = request.call();
    Deadline deadline;
    Budget budget{deadline, 1000};
    auto services = plain.services;
    services.budget = &budget;
    Call const call{plain.request, plain.map, services, plain.settings};
    auto const view = render::make_viewport(*call.map, {});
    render::Selection const nothing;
    auto const nodes = tmpl::parse("[layers] [img]");
    CHECK_NOTHROW((void)tmpl::expand(nodes, {.call = call, .view = view, .selection = nothing}));
    deadline.cancel();
    budget = Budget{deadline, 1000};
    CHECK_THROWS_AS((void)tmpl::expand(nodes, {.call = call, .view = view, .selection = nothing}),
                    Interrupted);
}

TEST_CASE("templates: brackets that are not tags stay unchanged")
{
    CHECK(page("[1,2] [ x ] [[nr]] a[b [/feature] [unknown a=1]") ==
          "[1,2] [ x ] [2] a[b [/feature] [unknown a=1]");
    CHECK(page("[if name=nr value=2]open [nr]") == "[if name=nr value=2]open 2");
}

TEST_CASE("templates: blocks nest up to a limit")
{
    std::string deep;
    for (int i = 0; i < 100; ++i) {
        deep += "[if name=nr value=2]";
    }
    CHECK_THROWS_AS((void)tmpl::parse(deep), Error);
}

// ECMA-404: a string may hold neither unescaped quotes nor control characters, and knows no \'.
TEST_CASE("templates: text for scripts cannot end them")
{
    CHECK(tmpl::escape_js("a\"b\\c\n'</script>") == "a\\\"b\\\\c\\u000a\\u0027\\u003c\\/script>");
    CHECK(tmpl::escape_js("\xE2\x80\xA8") == "\\u2028");
}

TEST_CASE("templates: a file shows itself only with the magic line and a template's name")
{
    Folder const folder;
    folder.write("good.html", "<!-- MapServer Template -->\none [include src=\"part.js\"] two");
    folder.write("part.js", "// mapserver template\nPART");
    folder.write("secret.html", "password");
    folder.write("password.txt", "<!-- MapServer Template -->\nx");
    folder.write("loop.html", "<!-- MapServer Template -->\n[include src=\"loop.html\"]");
    mapfile::Map map;
    map.origin.directory = folder.path;
    CHECK(tmpl::load(map, "good.html") == "one PART two");
    for (auto const* const name : {"secret.html", "password.txt", "missing.html", "loop.html"}) {
        CAPTURE(name);
        CHECK_THROWS_AS((void)tmpl::load(map, name), Error);
    }
}

TEST_CASE("templates: the files of a page are read once")
{
    Folder const folder;
    folder.write("a.html", "<!-- MapServer Template -->\n[b] c");
    mapfile::Map map;
    map.origin.directory = folder.path;
    tmpl::TemplateFiles files{map};
    CHECK(files.text("a.html") == "[b] c");
    CHECK(files.nodes("a.html").size() == 2);
    folder.write("a.html", "<!-- MapServer Template -->\nother");
    CHECK(files.text("a.html") == "[b] c");
    CHECK(files.nodes("a.html").size() == 2);
    CHECK_THROWS_AS((void)files.text("none.html"), Error);
}

TEST_CASE("templates: WEB TEMPLATE answers without a mode, LEGEND TEMPLATE in mode=legend")
{
    Folder const folder;
    folder.write("page.html", "<!-- MapServer Template -->\nmap [layers]");
    folder.write("leg.html", "<!-- MapServer Template -->\n[leg_layer_html][leg_layer_name];"
                             "[/leg_layer_html]");
    auto const map = std::make_shared<mapfile::Map>(
        *test::load("MAP EXTENT 0 0 9 9 SIZE 10 10 WEB TEMPLATE \"page.html\" END"
                    " LEGEND TEMPLATE \"leg.html\" END"
                    " LAYER NAME \"a\" TYPE POINT CLASS NAME \"c\" END END"
                    " LAYER NAME \"b\" TYPE POINT CLASS NAME \"c\" END END END"));
    map->origin.directory = folder.path;
    auto const answer = [&](std::string_view query) {
        test::TestRequest const request{map, query};
        auto const response = cgi::dispatch(request.call());
        CHECK(response.content_type == "text/html");
        return std::string{http::body_text(response)};
    };
    CHECK(answer("layers=b") == "map b");
    CHECK(answer("mode=legend&layers=b") == "b;");
    CHECK(answer("mode=legend&layers=b").find("a;") == std::string::npos);
}

TEST_CASE("templates: GetFeatureInfo has the names of the CGI interface for its parameters")
{
    Folder const folder;
    folder.write(
        "page.html",
        "<!-- MapServer Template -->\n[img.x],[img.y] [mapx],[mapy] [imgext] [layer] [qlayer] "
        "[query_layers] [mapext] [mapsize] [cellsize];");
    auto const ask = [&](std::string const& query_map, std::string const& query) {
        auto const map = test::load(R"(
MAP NAME "t" SIZE 300 300 EXTENT 0 0 100 100 UNITS METERS PROJECTION "init=epsg:3857" END
  WEB METADATA "wms_enable_request" "*" "wms_srs" "EPSG:3857"
    "wms_feature_info_mime_type" "text/html" END END
  )" + query_map + R"(
  LAYER NAME "a" TYPE POINT STATUS ON FEATURE POINTS 20 40 END END END
  LAYER NAME "b" TYPE POINT STATUS ON TEMPLATE ")" +
                                    (folder.path / "page.html").string() +
                                    R"(" FEATURE POINTS 20 40 END END END
END)");
        auto const answer = test::ask(
            map, "SERVICE=WMS&REQUEST=GetFeatureInfo&BBOX=0,0,100,50&LAYERS=a,b&QUERY_LAYERS=b"
                 "&STYLES=&FORMAT=image/png&INFO_FORMAT=text/html&RADIUS=20&" +
                     query);
        CHECK(answer.status == 200);
        auto const text = http::body_text(answer);
        return std::string{text.substr(text.find('\n') + 1)};
    };
    // Pages of MapServer 8.0.0. Pixels are not square in the first; the query map has its own size.
    std::string const not_square = "VERSION=1.1.1&SRS=EPSG:3857&WIDTH=200&HEIGHT=200&X=40&Y=40";
    CHECK(ask("", not_square)
              .starts_with("40,40 20.250000,39.875000 0 0 100 50 a b b "
                           "0.250000 0.125000 99.750000 49.875000 200 200"));
    CHECK(ask("QUERYMAP STATUS ON SIZE 200 150 END", not_square) ==
          "40,40 20.250000,39.875000 0 0 100 50 a b b 0.250000 -12.250000 99.750000 "
          "62.250000 200 150 0.500000;");
    // I and J have no other names.
    std::string const square = "VERSION=1.3.0&CRS=EPSG:3857&WIDTH=400&HEIGHT=200&I=80&J=40";
    CHECK(ask("QUERYMAP STATUS ON SIZE 200 150 END", square) ==
          "[img.x],[img.y] 20.125000,39.875000 0 0 100 50 a b b 0.125000 -12.343593 99.875000 "
          "62.343593 200 150 "
          "0.501256;");
}
