// SPDX-License-Identifier: MIT
#include "ows/cgi/click.hpp"
#include "ows/cgi/dispatch.hpp"

#include "http/query_string.hpp"
#include "image/decode.hpp"
#include "unit/ows/maps.hpp"

#include <array>
#include <filesystem>
#include <fstream>

using namespace ms;
using namespace ms::ows;

namespace {

/// Red, green and blue of an opaque image.
std::array<int, 3> pixel(image::Bitmap const& image, int x, int y)
{
    auto const at = static_cast<std::size_t>(y * image.width() + x) * 4;
    auto const bytes = image.view().pixels.subspan(at, 3);
    return {bytes[0], bytes[1], bytes[2]};
}

/// Two areas that overlap, two points and a line over all; the page lists "layer:name ".
class Fixture {
public:
    Fixture()
    {
        std::filesystem::create_directory(m_folder);
        write("list.tmpl", "<!-- MapServer Template -->\n"
                           "[resultset layer=a][feature][cl]:[name] [/feature][/resultset]"
                           "[resultset layer=b][feature][cl]:[name] [/feature][/resultset]"
                           "[resultset layer=l][feature][cl]:[name] [/feature][/resultset]");
        write("one.html", "<!-- MapServer Template -->\n([name])");
        write("head.html", "<!-- MapServer Template -->\n<[cl] [nlr]>");
        auto const loaded = mapfile::load_text(R"map(
MAP
  NAME "q" EXTENT 0 0 99 99 SIZE 100 100 UNITS METERS
  PROJECTION "init=epsg:3857" END
  WEB QUERYFORMAT "list" TEMPLATE "one.html" END
  OUTPUTFORMAT NAME "list" DRIVER "TEMPLATE" MIMETYPE "text/plain" FORMATOPTION "FILE=list.tmpl" END
  OUTPUTFORMAT NAME "gml" DRIVER "OGR/GML" END
  LAYER NAME "a" TYPE POLYGON TEMPLATE "one.html" HEADER "head.html"
    VALIDATION "qstring" "^[^;]*$" END
    PROCESSING "ITEMS=name,n"
    FEATURE POINTS 10 10 40 10 40 40 10 40 10 10 END ITEMS "alpha;1" END
    FEATURE POINTS 20 20 60 20 60 60 20 60 20 20 END ITEMS "beta;2" END
  END
  LAYER NAME "b" TYPE POINT TEMPLATE "one.html"
    PROCESSING "ITEMS=name"
    FEATURE POINTS 30 30 END ITEMS "p1" END
    FEATURE POINTS 80 80 END ITEMS "p2" END
  END
  LAYER NAME "l" TYPE LINE TEMPLATE "one.html" MAXSCALEDENOM 100000
    PROCESSING "ITEMS=name"
    FEATURE POINTS 0 30 100 30 END ITEMS "l1" END
  END
END)map",
                                               m_folder);
        REQUIRE(loaded.map != nullptr);
        m_map = loaded.map;
    }
    ~Fixture() { std::filesystem::remove_all(m_folder); }

    void write(std::string const& name, std::string const& text) const
    {
        std::ofstream{m_folder / name} << text;
    }

    std::shared_ptr<mapfile::Map const> load(std::string_view text) const
    {
        auto loaded = mapfile::load_text(text, m_folder);
        REQUIRE(loaded.map != nullptr);
        return loaded.map;
    }

    http::Response ask(std::string_view query) const
    {
        test::TestRequest const request{m_map, query};
        return cgi::dispatch(request.call());
    }

    std::string answer(std::string const& query) const
    {
        auto const response = ask(query);
        CAPTURE(http::body_text(response));
        CHECK(response.status == 200);
        return std::string{http::body_text(response)};
    }

private:
    std::filesystem::path m_folder =
        std::filesystem::temp_directory_path() /
        ("ms_cgi_query_" + std::to_string(std::filesystem::hash_value(__FILE__)));
    std::shared_ptr<mapfile::Map const> m_map;
};

std::string const whole_map = "&imgext=0+0+99+99&imgsize=100+100";

} // namespace

// The results of MapServer 8.0.0 in the same map.

TEST_CASE_FIXTURE(Fixture, "query modes: headers and footers of layers count on, as in MapServer")
{
    write("head.html", "<!-- MapServer Template -->\n<[rn] [lrn]>");
    write("one.html", "<!-- MapServer Template -->\n([rn] [lrn])");
    write("foot.html", "<!-- MapServer Template -->\n{[rn] [lrn]}");
    auto const map = load(R"map(
MAP NAME "q" EXTENT 0 0 99 99 SIZE 100 100
  LAYER NAME "a" TYPE POINT TEMPLATE "one.html" HEADER "head.html" FOOTER "foot.html"
    FEATURE POINTS 10 10 END END FEATURE POINTS 20 20 END END
  END
  LAYER NAME "b" TYPE POINT TEMPLATE "one.html" FOOTER "foot.html"
    FEATURE POINTS 30 30 END END
  END
END)map");
    test::TestRequest const request{map, "mode=nquery&layers=all&mapext=0+0+99+99"};
    auto const response = cgi::dispatch(request.call());
    CHECK(http::body_text(response) == "<1 0>(1 1)(2 2){3 3}(3 1){4 2}");
}

TEST_CASE_FIXTURE(Fixture, "mode=query: the nearest feature of the topmost layer that has one")
{
    CHECK(answer("mode=query&layers=all&imgxy=30+69" + whole_map) == "l:l1 ");
    CHECK(answer("mode=query&layers=a+b&imgxy=30+69" + whole_map) == "b:p1 ");
    CHECK(answer("mode=query&qlayer=a&imgxy=30+69" + whole_map) == "a:beta ");
    CHECK(answer("mode=query&qlayer=b&imgxy=50+20" + whole_map).empty());
    CHECK(ask("mode=query&qlayer=a").status == 400);
}

TEST_CASE_FIXTURE(Fixture, "WEB MINTEMPLATE and MAXTEMPLATE: addresses for what would be drawn")
{
    auto const location = [&](std::string const& query_map, std::string const& query) {
        auto const map = load(R"(MAP NAME "q" EXTENT 0 0 99 99 SIZE 100 100 UNITS METERS
  QUERYMAP STATUS )" + query_map +
                              R"( END
  WEB TEMPLATE "one.html" MINSCALEDENOM 1000 MAXSCALEDENOM 2500
    MINTEMPLATE "http://near.example/?[mapx]" MAXTEMPLATE "http://far.example/?[mapx]" END
  LAYER NAME "b" TYPE POINT TEMPLATE "one.html" STATUS DEFAULT PROCESSING "ITEMS=name"
    VALIDATION "qstring" "." END
    FEATURE POINTS 30 30 END ITEMS "p1" END
    FEATURE POINTS 60 60 END ITEMS "p2" END
  END
END)");
        test::TestRequest const request{map, query};
        auto const response = cgi::dispatch(request.call());
        auto const found = std::ranges::find(response.headers, "Location",
                                             &std::pair<std::string, std::string>::first);
        return found == response.headers.end() ? std::string{} : found->second;
    };
    struct Row {
        char const* query;
        char const* drawn; ///< QUERYMAP STATUS ON
        char const* page;  ///< and OFF
    };
    // Location of MapServer 8.0.0, which writes the image or page of the request behind it.
    for (auto const& row :
         {Row{"mode=map", "http://far.example/?-1.000000", "http://far.example/?-1.000000"},
          Row{"mode=map&mapext=0+0+50+50", "", ""},
          Row{"mode=map&mapext=0+0+5+5", "http://near.example/?-1.000000",
              "http://near.example/?-1.000000"},
          Row{"mode=nquery", "http://far.example/?-1.000000", ""},
          Row{"mode=nquery&mapext=0+0+50+50", "", ""},
          Row{"mode=nquery&mapext=28+28+33+33", "http://near.example/?-1.000000", ""},
          Row{"mode=nquery&mapxy=30+30", "http://far.example/?30.000000", ""},
          Row{"mode=nquery&mapext=shape&mapshape=0+0+90+0+90+90+0+90+0+0",
              "http://near.example/?45.000000", ""},
          Row{"mode=nquery&qformat=image/png", "http://far.example/?-1.000000",
              "http://far.example/?-1.000000"},
          Row{"mode=query&mapxy=31+30", "http://far.example/?31.000000", ""},
          Row{"mode=itemnquery&qlayer=b&qitem=name&qstring=p1", "http://far.example/?-1.000000",
              ""},
          Row{"mode=indexquery&qlayer=b&shapeindex=0", "http://far.example/?-1.000000", ""},
          Row{"mode=nquery&mapxy=90+5", "http://far.example/?90.000000", ""}}) {
        CAPTURE(row.query);
        CHECK(location("ON", row.query) == row.drawn);
        CHECK(location("OFF", row.query) == row.page);
    }
}

TEST_CASE_FIXTURE(Fixture, "mode=nquery: all features at a point, in a box, in a shape")
{
    CHECK(answer("mode=nquery&layers=all&imgxy=30+69" + whole_map) == "a:alpha a:beta b:p1 l:l1 ");
    CHECK(answer("mode=nquery&layers=a+b&imgbox=0+60+30+99" + whole_map) == "a:alpha a:beta b:p1 ");
    CHECK(answer("mode=nquery&qlayer=a&mapext=200+200+300+300").empty());
    CHECK(answer("mode=nquery&layers=all&mapshape=POLYGON((50+25,50+99,99+99,50+25))") ==
          "a:beta b:p2 l:l1 ");
    CHECK(answer("mode=nquery&layers=all&mapshape=POINT(50+59)") == "a:beta ");
    CHECK(ask("mode=nquery&layers=all&mapshape=50+25+50+99").status == 400);
    CHECK(ask("mode=nquery&layers=all&mapshape=POLYGON((1+1").status == 400);
}

TEST_CASE_FIXTURE(Fixture, "mode=nquery: a place that is named after a shape replaces it")
{
    std::string const shape = "&mapshape=POLYGON((50+25,50+99,99+99,50+25))";
    std::string const nowhere = "&mapext=200+200+300+300";
    CHECK(answer("mode=nquery&layers=all" + shape + nowhere).empty());
    CHECK(answer("mode=nquery&layers=all" + nowhere + shape) == "a:beta b:p2 l:l1 ");
    CHECK(answer("mode=nquery&layers=all" + shape + "&mapxy=300+300").empty());
    CHECK(answer("mode=nquery&layers=all&mapxy=300+300" + shape) == "a:beta b:p2 l:l1 ");
    std::string const on_image = "&imgshape=50+74+50+0+99+0+50+74" + whole_map;
    CHECK(answer("mode=nquery&layers=all" + on_image) == "a:beta b:p2 l:l1 ");
    CHECK(answer("mode=nquery&layers=all" + on_image + "&imgxy=90+95").empty());
    CHECK(answer("mode=nquery&layers=all&imgxy=90+95" + on_image) == "a:beta b:p2 l:l1 ");
}

TEST_CASE_FIXTURE(Fixture, "mode=nquery: TOLERANCE around a shape is less than its distance")
{
    auto const found = [&](std::string const& tolerance, std::string const& place) {
        auto const map = load(R"map(
MAP NAME "q" EXTENT 0 0 99 99 SIZE 100 100 UNITS METERS
  LAYER NAME "a" TYPE POINT TEMPLATE "one.html" PROCESSING "ITEMS=name"
    TOLERANCEUNITS METERS TOLERANCE )map" +
                              tolerance + R"map(
    FEATURE POINTS 50 15 END ITEMS "p" END
  END
END)map");
        test::TestRequest const request{map, "mode=nquery&layers=all&" + place};
        return std::string{http::body_text(cgi::dispatch(request.call()))};
    };
    std::string const shape = "mapshape=POLYGON((40+20,40+60,60+60,60+20,40+20))";
    CHECK(found("5", shape).empty());
    CHECK(found("5.1", shape) == "(p)");
    CHECK(found("5", "mapext=40+20+60+60") == "(p)");
}

TEST_CASE_FIXTURE(Fixture, "mode=nquery: corners of mapshape are degrees where they could be")
{
    auto const map = load(R"map(
MAP NAME "q" EXTENT 0 0 1113194 1113194 SIZE 100 100 UNITS METERS PROJECTION "init=epsg:3857" END
  LAYER NAME "a" TYPE POINT TEMPLATE "one.html" PROJECTION "init=epsg:4326" END
    PROCESSING "ITEMS=name" TOLERANCE 0
    FEATURE POINTS 1 1 END ITEMS "p1" END FEATURE POINTS 5 5 END ITEMS "p5" END
  END
END)map");
    auto const found = [&](std::string const& shape) {
        test::TestRequest const request{map, "mode=nquery&layers=all&mapshape=" + shape};
        return std::string{http::body_text(cgi::dispatch(request.call()))};
    };
    CHECK(found("3+3+8+3+8+8+3+8+3+3") == "(p5)");
    CHECK(found("300000+300000+300000+900000+900000+900000+300000+300000") == "(p5)");
    // The first two of MapServer's corners are at 334 and 890 km, the others near 0 0.
    CHECK(found("3+3+8+3+8+95+3+95+3+3") == "(p1)");
    CHECK(found("POLYGON((3+3,8+3,8+8,3+8,3+3))").empty());
}

TEST_CASE_FIXTURE(Fixture, "mode=itemquery: expressions of every form, when VALIDATION lets them")
{
    CHECK(answer("mode=itemnquery&qlayer=a&qitem=n&qstring=2") == "a:beta ");
    CHECK(answer("mode=itemnquery&qlayer=a&qitem=name&qstring=/^AL/i") == "a:alpha ");
    CHECK(answer("mode=itemnquery&qlayer=a&qstring=([n]>0)") == "a:alpha a:beta ");
    CHECK(answer("mode=itemquery&qlayer=a&qstring=([n]>0)") == "a:alpha ");
    CHECK(answer("mode=itemnquery&qlayer=a&qitem=n&qstring={1,2}") == "a:alpha a:beta ");
    CHECK(answer("mode=itemnquery&qlayer=a&qitem=name&qstring='alpha'") == "a:alpha ");
    CHECK(answer("mode=itemnquery&qlayer=a&qstring=+([n]>1)+") == "a:beta ");
    CHECK(answer("mode=itemnquery&qlayer=a&qitem=n&qstring=7").empty());
    CHECK(ask("mode=itemnquery&qlayer=a&qitem=n&qstring=2;3").status == 400);
    CHECK(ask("mode=itemnquery&qlayer=b&qitem=name&qstring=p1").status == 400);
    CHECK(ask("mode=itemnquery&qlayer=a&qstring=((").status == 400);
    CHECK(ask("mode=itemnquery&qitem=n&qstring=2").status == 400);
}

TEST_CASE_FIXTURE(Fixture, "mode=featurequery: features that touch those of slayer, and these")
{
    CHECK(answer("mode=featurenquery&slayer=a&qlayer=b&imgxy=50+50" + whole_map) == "a:beta b:p1 ");
    CHECK(answer("mode=itemfeaturenquery&slayer=a&qlayer=l&qitem=n&qstring=1") == "a:alpha l:l1 ");
    CHECK(ask("mode=featurenquery&slayer=nope&qlayer=b&imgxy=50+50" + whole_map).status == 400);
}

TEST_CASE_FIXTURE(Fixture,
                  "mode=itemfeaturequery: what touches the first feature of slayer that holds")
{
    CHECK(answer("mode=itemfeaturequery&slayer=a&qlayer=b&qitem=n&qstring=/./") == "a:alpha b:p1 ");
    CHECK(answer("mode=itemfeaturenquery&slayer=a&qlayer=b&qitem=n&qstring=/./") ==
          "a:alpha a:beta b:p1 ");
}

// All as MapServer 8.0.0 answers about the same map.
TEST_CASE_FIXTURE(Fixture, "query modes: limits, order and extent of what is found")
{
    write("row.html", "<!-- MapServer Template -->\n[name] ");
    write("other.html", "<!-- MapServer Template -->\n[name]! ");
    write("head.html", "<!-- MapServer Template -->\n[mapext precision=0] [toggle_layers] [c_k]: ");
    auto const page = [&](std::string const& query) {
        auto const map = load(R"map(
MAP NAME "q" EXTENT 0 0 99 99 SIZE 199 100 UNITS METERS
  WEB HEADER "head.html" VALIDATION "qstring" "." END END
  LAYER NAME "a" TYPE POINT TEMPLATE "row.html" MAXFEATURES 1 TOLERANCE 20
    PROCESSING "ITEMS=name"
    FEATURE POINTS 9 9 END ITEMS "far" END
    FEATURE POINTS 5 5 END ITEMS "near" END
  END
  LAYER NAME "b" TYPE POINT TEMPLATE "row.html"
    PROCESSING "ITEMS=name"
    FEATURE POINTS 70 50 END ITEMS "right" END
    FEATURE POINTS 30 50 END ITEMS "left" END
  END
  LAYER NAME "c" TYPE POLYGON STATUS DEFAULT TEMPLATE "row.html" METADATA "k" "C" END
    PROCESSING "ITEMS=name"
    CLASS MAXSCALEDENOM 10 TEMPLATE "other.html" END
    CLASS END
    FEATURE POINTS 20 40 40 40 40 60 20 60 20 40 END ITEMS "west" END
    FEATURE POINTS 60 40 80 40 80 60 60 60 60 40 END ITEMS "east" END
  END
END)map");
        test::TestRequest const request{map, query};
        return std::string{http::body_text(cgi::dispatch(request.call()))};
    };
    // MAXFEATURES 1 ends the search for the nearest, too.
    CHECK(page("mode=query&layers=a&mapxy=5+5") == "0 0 99 99 a b : far ");
    // Features are in the order of what they touch. The search by shapes fits the extent.
    CHECK(page("mode=itemfeaturenquery&layers=b&slayer=c&qitem=name&qstring=/e/") ==
          "-50 0 148 99 a b c C: left right west! east! ");
    CHECK(page("mode=itemfeaturenquery&layers=c&slayer=c&qitem=name&qstring=/e/") ==
          "0 0 99 99 a b c C: west! east! ");
    // Limits of scale of classes count where an image was clicked on.
    CHECK(page("mode=query&layers=c&imgxy=99+50&imgext=0+0+60+99&imgsize=199+100") ==
          "-69 0 129 99 a b : west ");
    CHECK(page("mode=featurequery&layers=b&slayer=c&mapxy=30+50&buffer=3") ==
          "-50 0 148 99 a b c C: left west! ");
    // No place counts.
    CHECK(page("mode=indexquery&qlayer=c&shapeindex=1&imgxy=9+9&imgext=0+0+9+9&buffer=3") ==
          "0 0 99 99 a b c C: east! ");
}

TEST_CASE_FIXTURE(Fixture, "templates of queries: [items] and [values] list all attributes")
{
    write("one.html", "<!-- MapServer Template -->\n[items]=[values];");
    write("head.html", "<!-- MapServer Template -->\n[items]: ");
    CHECK(answer("mode=indexquery&qlayer=a&shapeindex=1&qformat=text/html") ==
          "name,n: name,n=beta,2;");
}

TEST_CASE_FIXTURE(Fixture, "query modes: a box replaces the point, a qlayer of no layer means all")
{
    CHECK(ask("mode=query&mapxy=30+30&mapext=0+0+99+99").status == 400);
    CHECK(ask("mode=featurequery&slayer=a&mapext=0+0+20+20").status == 400);
    CHECK(answer(
              "mode=featurenquery&slayer=a&qlayer=b&mapshape=POLYGON((11+11,15+11,15+15,11+11))") ==
          "a:alpha b:p1 "); // MapServer does not read it in this mode
    CHECK(answer("mode=featurenquery&slayer=a&qlayer=b") == "a:alpha a:beta b:p1 ");
    CHECK(answer("mode=nquery&qlayer=nix&layers=b&imgxy=30+69" + whole_map) == "b:p1 ");
}

TEST_CASE_FIXTURE(Fixture,
                  "mode=featurequery: limits of scale do not count, whatever image was clicked on")
{
    std::string const far_away = "&imgxy=49+50&imgsize=100+100&imgext=-1747+-1747+1817+1817";
    CHECK(answer("mode=featurequery&slayer=a&qlayer=l" + far_away) == "a:alpha l:l1 ");
    CHECK(answer("mode=nquery&qlayer=l" + far_away).empty());
}

TEST_CASE_FIXTURE(Fixture,
                  "pages of queries have QUERYMAP SIZE; METADATA of layers that are off is empty")
{
    write("page.html",
          "<!-- MapServer Template -->\n[mapsize] [mapext precision=0] [a_k][b_k][c_k];");
    write("foot.html", "<!-- MapServer Template -->\n[cl] [nlr] [rn] [lrn]");
    auto const page = [&](std::string const& status, std::string const& query) {
        auto const map = load(R"map(
MAP NAME "q" EXTENT 0 0 99 99 SIZE 100 100 QUERYMAP STATUS )map" +
                              status + R"map( SIZE 199 100 END WEB FOOTER "foot.html" END
  LAYER NAME "a" TYPE POINT STATUS ON TEMPLATE "page.html" FEATURE POINTS 9 9 END END METADATA "k" "A" END END
  LAYER NAME "b" TYPE POINT STATUS ON TEMPLATE "page.html" FEATURE POINTS 50 50 END END METADATA "k" "B" END END
  LAYER NAME "c" TYPE POINT STATUS DEFAULT TEMPLATE "page.html" FEATURE POINTS 90 90 END END METADATA "k" "C" END END
END)map");
        test::TestRequest const request{map, query};
        return std::string{http::body_text(cgi::dispatch(request.call()))};
    };
    auto const request = std::string{"mode=nquery&mapext=0+0+60+60&layers="};
    CHECK(page("OFF", request + "a") == "199 100 0 0 60 60 A;c 1 2 2");
    CHECK(page("ON", request + "b") == "199 100 -30 0 90 60 B;c 1 2 2");
}

TEST_CASE_FIXTURE(Fixture, "mode=indexquery: the feature with a number")
{
    CHECK(answer("mode=indexquery&qlayer=a&shapeindex=1") == "a:beta ");
    CHECK(ask("mode=indexquery&qlayer=a&shapeindex=9").status == 404);
    CHECK(ask("mode=indexquery&qlayer=a").status == 404);
}

TEST_CASE_FIXTURE(Fixture, "mapext=shape: points outside the map's CRS do not count")
{
    write("extent.html", "<!-- MapServer Template -->\n[mapext precision=2]");
    auto const map = load(R"map(
MAP NAME "q" EXTENT 0 0 99 99 SIZE 100 100 PROJECTION "init=epsg:3857" END
  LAYER NAME "g" TYPE LINE TEMPLATE "extent.html" VALIDATION "qstring" "." END
    PROCESSING "ITEMS=name" PROJECTION "init=epsg:4326" END
    FEATURE POINTS 0 0 0.0004 0.0004 END ITEMS "here" END
    FEATURE POINTS 0 0 0.0004 0.0004 0 91 END ITEMS "partly" END
    FEATURE POINTS 0 91 10 91 END ITEMS "nowhere" END
  END
END)map");
    auto const page = [&](std::string const& requested) {
        test::TestRequest const request{map, "mode=itemquery&qlayer=g&qitem=name&mapext=shape"
                                             "&qformat=text/html&qstring=" +
                                                 requested};
        auto const response = cgi::dispatch(request.call());
        return response.status == 200 ? std::string{http::body_text(response)} : "refused";
    };
    CHECK(page("here") == "-1.11 -1.11 45.64 45.64"); // 44.53 m, and a fortieth on each side
    CHECK(page("partly") == page("here"));
    CHECK(page("nowhere") == "refused"); // as a point alone
}

// As MapServer 8.0.0 shows it: a fortieth of each side more, or scaledenom or buffer around the
// middle.
TEST_CASE_FIXTURE(Fixture, "mapext=shape, mapxy=shape: a query's page shows the found features")
{
    write("one.html", "<!-- MapServer Template -->\n[mapext precision=2] [mapx precision=0]");
    auto const page = [&](std::string const& more) {
        return answer("mode=itemquery&qlayer=a&qitem=name&qstring=beta&qformat=text/html" + more);
    };
    CHECK(page("&mapext=shape") == "<a 1>19.00 19.00 61.00 61.00 40");
    CHECK(page("&mapxy=shape") == "<a 1>19.00 19.00 61.00 61.00 40");
    CHECK(page("&mapext=shape&buffer=5") == "<a 1>35.00 35.00 45.00 45.00 40");
    CHECK(page("") == "<a 1>0.00 0.00 99.00 99.00 -1");
    CHECK(answer("mode=indexquery&qlayer=b&shapeindex=0&mapext=shape&buffer=2&qformat=text/html") ==
          "28.00 28.00 32.00 32.00 30");
    for (auto const* const none : {"&qstring=nobody", "&qstring=alpha&mapext=shape&buffer=x"}) {
        CHECK(ask(std::string{"mode=itemquery&qlayer=a&qitem=name&mapext=shape"} + none).status ==
              400);
    }
    CHECK(ask("mode=indexquery&qlayer=b&shapeindex=0&mapext=shape").status == 400); // a point alone
}

TEST_CASE_FIXTURE(Fixture, "queries: layers outside their scale limits have no results")
{
    CHECK(answer("mode=nquery&qlayer=l&imgbox=0+0+99+99&imgext=-1e6+-1e6+1e6+1e6&imgsize=100+100")
              .empty());
}

// As MapServer 8.0.0: the scale is that of the image that was clicked on.
TEST_CASE_FIXTURE(Fixture, "queries: without an image no scale limit applies")
{
    CHECK(answer("mode=nquery&qlayer=l&mapext=-1e6+-1e6+1e6+1e6") == "l:l1 ");
}

// As MapServer 8.0.0 finds them.
TEST_CASE_FIXTURE(Fixture,
                  "queries: an extent has priority over mapxy, and buffer is the place around it")
{
    // Degrees: 30 and 80 m from the origin, and between 70 and 90 m.
    std::string const point = "&mapxy=0.00026949+0.00026949";
    std::string const extent = "&mapext=0.00062882+0.00062882+0.00080848+0.00080848";
    std::string const below = "&mapxy=0.00026949+0.00017966"; // 10 m below the first point
    CHECK(answer("mode=nquery&qlayer=b" + point) == "b:p1 ");
    CHECK(answer("mode=nquery&qlayer=b" + point + extent) == "b:p2 ");
    CHECK(answer("mode=nquery&qlayer=b" + extent + point) == "b:p2 ");
    CHECK(answer("mode=nquery&qlayer=b&buffer=11" + below) == "b:p1 ");
    CHECK(answer("mode=nquery&qlayer=b&buffer=9" + below).empty());
    CHECK(answer("mode=query&qlayer=b&buffer=11" + below) == "b:p1 ");
}

TEST_CASE_FIXTURE(Fixture,
                  "queries: the place around mapxy, and the extent in which items are looked for")
{
    auto const map = load(R"(
MAP
  EXTENT 0 0 99 99 SIZE 100 100 UNITS METERS
  WEB QUERYFORMAT "list" END
  OUTPUTFORMAT NAME "list" DRIVER "TEMPLATE" MIMETYPE "text/plain" FORMATOPTION "FILE=list.tmpl" END
  LAYER NAME "l" TYPE LINE END
  LAYER NAME "a" TYPE POLYGON TEMPLATE "one.html" PROCESSING "ITEMS=name"
    VALIDATION "qstring" "." END
    FEATURE POINTS 10 10 40 10 40 40 10 40 10 10 END ITEMS "alpha" END
    FEATURE POINTS 20 20 60 20 60 60 20 60 20 20 END ITEMS "beta" END
  END
  LAYER NAME "b" TYPE POINT TEMPLATE "one.html" PROCESSING "ITEMS=name"
    FEATURE POINTS 30 30 END ITEMS "p1" END
    FEATURE POINTS 62 62 END ITEMS "near" END
    FEATURE POINTS 80 80 END ITEMS "p2" END
  END
END)");
    auto const found = [&](std::string_view query) {
        test::TestRequest const request{map, query};
        return std::string{http::body_text(cgi::dispatch(request.call()))};
    };
    CHECK(found("mode=nquery&qlayer=b&mapxy=70+70&buffer=10.5") == "b:near b:p2 "); // 14 away
    CHECK(found("mode=nquery&qlayer=b&mapxy=70+70&buffer=9") == "b:near ");
    // The tolerance of "b", three pixels, is that of the map, whatever is shown.
    auto const touching = std::string{"mode=featurequery&slayer=a&qlayer=b&mapxy=50+50"};
    for (auto const* const shown : {"", "&buffer=1", "&buffer=12", "&scaledenom=1000"}) {
        CHECK(found(touching + shown) == "a:beta b:p1 b:near ");
    }
    CHECK(found("mode=featurequery&slayer=a&qlayer=b&mapxy=44+44&buffer=5") ==
          "a:beta b:p1 b:near "); // 5.7 from alpha
    // An image of 100 by 100 pixels shows more than the requested extent.
    auto const first =
        std::string{"mode=itemnquery&qlayer=a&qitem=name&qstring=alpha&mapext=0+0+99+"};
    CHECK(found(first + "9").empty());
    CHECK(found(first + "11") == "a:alpha ");
}

TEST_CASE_FIXTURE(Fixture, "queries: indexquery without a layer has MapServer's message")
{
    auto const response = ask("mode=indexquery&shapeindex=0");
    CHECK(http::body_text(response).find(
              "msQueryByIndex(): Query error. No query layer defined.") != std::string_view::npos);
}

// As MapServer 8.0.0 zooms.
TEST_CASE("zoom: zoom unless that is 1, else the way of the mode, or zoomdir, times zoomsize")
{
    auto const of = [](std::string_view query, int direction = 0) {
        return cgi::zoom_of(http::parse_query_string(query), direction);
    };
    CHECK(of("") == 1);
    CHECK(of("zoomsize=3") == 1);
    CHECK(of("zoomsize=3&zoomdir=-1") == -3);
    CHECK(of("zoom=-2&zoomsize=3", 1) == -2);
    CHECK(of("zoom=1&zoomsize=3", -1) == -3);
    CHECK(of("zoomdir=-1&zoomsize=3", 1) == 3);
    CHECK(of("", -1) == -1);
    CHECK_THROWS((void)of("zoomsize=-3"));
    CHECK_THROWS((void)of("zoomsize=30", 1));
    CHECK_THROWS((void)of("zoom=26"));
}

TEST_CASE_FIXTURE(Fixture, "modes that use the features of slayer need some")
{
    CHECK(answer("mode=itemfeaturenquery&slayer=a&qlayer=b&qitem=name&qstring=alpha") ==
          "a:alpha b:p1 ");
    CHECK(answer("mode=itemfeaturenquery&slayer=a&qlayer=b&qitem=name&qstring=nobody").empty());
    CHECK(ask("mode=featurequery&slayer=a").status == 400); // no place is given
}

TEST_CASE_FIXTURE(Fixture, "queries: pages of headers and templates, or formats by name")
{
    CHECK(answer("mode=nquery&qlayer=a&imgxy=30+69&qformat=text/html" + whole_map) ==
          "<a 2>(alpha)(beta)");
    CHECK(ask("mode=nquery&qlayer=a&imgxy=30+69" + whole_map).content_type == "text/plain");
    CHECK(ask("mode=nquery&qlayer=a&imgxy=30+69&qformat=gml" + whole_map).content_type ==
          "application/zip");
}

// MapServer 8.0.0 with the same requests: the results in the colour of QUERYMAP (yellow by
// default), the rest of the layer as ever, in an image of QUERYMAP's SIZE.
TEST_CASE("queries: a qformat of images draws the query map")
{
    auto const map = test::load(R"map(
MAP
  NAME "q" IMAGETYPE png EXTENT 0 0 99 99 SIZE 100 100 UNITS METERS
  WEB VALIDATION "qstring" "." END END
  QUERYMAP SIZE 50 40 STYLE HILITE END
  LAYER NAME "a" TYPE POLYGON STATUS ON TEMPLATE "one.html" PROCESSING "ITEMS=n"
    FEATURE POINTS 10 10 40 10 40 40 10 40 10 10 END ITEMS "1" END
    FEATURE POINTS 60 60 90 60 90 90 60 90 60 60 END ITEMS "2" END
    CLASS STYLE COLOR 0 0 255 END END
  END
END)map");
    auto const drawn = [&](std::string const& style) {
        auto changed = *map;
        changed.query_map.style =
            style == "SELECTED" ? mapfile::QueryMapStyle::Selected : mapfile::QueryMapStyle::Hilite;
        test::TestRequest const request{std::make_shared<mapfile::Map const>(std::move(changed)),
                                        "mode=itemnquery&qlayer=a&qitem=n&qstring=2&qformat=png"};
        auto const response = cgi::dispatch(request.call());
        CHECK(response.content_type == "image/png");
        return image::decode({response.body.data(), response.body.size()});
    };
    // 99 map units wide and high in 50 x 40 pixels: 39 units are 99, so that x = 25 lies at 31.
    auto const hilite = drawn("HILITE");
    REQUIRE(hilite.width() == 50);
    REQUIRE(hilite.height() == 40);
    CHECK(pixel(hilite, 35, 9) == std::array<int, 3>{255, 255, 0});
    CHECK(pixel(hilite, 15, 29) == std::array<int, 3>{0, 0, 255});
    auto const selected = drawn("SELECTED");
    CHECK(pixel(selected, 35, 9) == std::array<int, 3>{0, 0, 255});
    CHECK(pixel(selected, 15, 29) == std::array<int, 3>{255, 255, 255});
}

// MapServer 8.0.0: a layer that was not searched is drawn as ever.
TEST_CASE("queries: QUERYMAP STYLE SELECTED leaves out layers without results")
{
    auto const map = test::load(R"map(
MAP
  NAME "q" IMAGETYPE png EXTENT 0 0 99 99 SIZE 100 100 UNITS METERS
  QUERYMAP STYLE SELECTED END
  LAYER NAME "below" TYPE POLYGON STATUS DEFAULT TEMPLATE "one.html"
    FEATURE POINTS 0 0 40 0 40 40 0 40 0 0 END END
    CLASS STYLE COLOR 0 0 255 END END
  END
  LAYER NAME "above" TYPE POLYGON STATUS DEFAULT TEMPLATE "one.html"
    FEATURE POINTS 60 60 90 60 90 90 60 90 60 60 END END
    CLASS STYLE COLOR 255 0 0 END END
  END
END)map");
    auto const drawn = [&](std::string const& query) {
        test::TestRequest const request{map, query + "&qformat=png"};
        auto const response = cgi::dispatch(request.call());
        return image::decode({response.body.data(), response.body.size()});
    };
    auto const first = drawn("mode=query&mapxy=70+70"); // ends with the layer above
    CHECK(pixel(first, 70, 29) == std::array<int, 3>{255, 0, 0});
    CHECK(pixel(first, 20, 79) == std::array<int, 3>{0, 0, 255});
    auto const all = drawn("mode=nquery&mapxy=70+70");
    CHECK(pixel(all, 70, 29) == std::array<int, 3>{255, 0, 0});
    CHECK(pixel(all, 20, 79) == std::array<int, 3>{255, 255, 255});
}

TEST_CASE("CGI: clicks become coordinates, degrees too where the map has others")
{
    auto const map = mapfile::load_text(R"map(MAP EXTENT 0 0 99 99 SIZE 100 100
        PROJECTION "init=epsg:3857" END END)map",
                                        ".")
                         .map;
    auto const clicked = [&](std::string const& query) {
        return cgi::parse_click(http::parse_query_string(query), *map);
    };
    // Values of [mapx] and [mapy], [mapext] of MapServer 8.0.0.
    CHECK(clicked("imgxy=10+10" + whole_map).point->x == doctest::Approx(10));
    CHECK(clicked("imgxy=10+10" + whole_map).point->y == doctest::Approx(89));
    CHECK(clicked("img.x=10&img.y=10" + whole_map).point->y == doctest::Approx(89));
    auto const at = clicked("mapxy=30+40&scale=500");
    CHECK(at.point->x == doctest::Approx(3339584.723798));
    CHECK(at.point->y == doctest::Approx(4865942.279503));
    CHECK(at.view.extent->min_x == doctest::Approx(3339575.992553).epsilon(1e-10));
    // "buffer [distance]: ... used in conjunction with MAPXY to create a new map extent"
    CHECK(*clicked("mapxy=1000+2000&buffer=50").view.extent ==
          geometry::Box{950, 1950, 1050, 2050});
    CHECK(cgi::zoomed({0, 0, 100, 100}, {10, 90}, 2) == geometry::Box{-15, 65, 35, 115});
    CHECK(cgi::zoomed({0, 0, 100, 100}, {50, 50}, -2) == geometry::Box{-50, -50, 150, 150});
    CHECK_THROWS_AS((void)cgi::zoom_of(http::parse_query_string("zoom=26")), Error);
}
