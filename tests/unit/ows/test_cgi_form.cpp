// SPDX-License-Identifier: MIT
// Sentences and numbers are those of MapServer 8.0.0 for the same requests.
#include "ows/cgi/click.hpp"
#include "ows/cgi/dispatch.hpp"

#include "http/query_string.hpp"
#include "ows/common/service_exception.hpp"
#include "unit/ows/maps.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

using namespace ms;
using namespace ms::ows;

namespace {

constexpr std::string_view some_map = R"map(
MAP NAME "f" SIZE 100 100 EXTENT 0 0 10 10 PROJECTION "EPSG:4326" END
  REFERENCE IMAGE "none.png" EXTENT 0 0 100 50 SIZE 200 100 STATUS ON END
  LAYER NAME "a" TYPE POINT TEMPLATE "x" FEATURE POINTS 5 5 END END CLASS NAME "c" END END
  LAYER NAME "b" TYPE POINT FEATURE POINTS 5 5 END END END
END)map";

/// The error page of a wrong request, with its status.
std::string complaint(std::string_view query)
{
    test::TestRequest const request{test::load(some_map), query};
    auto const answer = cgi::dispatch(request.call());
    CHECK(answer.status >= 400);
    auto const text = std::string{http::body_text(answer)};
    auto const begin = text.find(">\n", text.find("<BODY")) + 2;
    return text.substr(begin, text.find('\n', begin) - begin);
}

cgi::Click click_of(std::string_view query)
{
    return cgi::parse_click(http::parse_query_string(query), *test::load(some_map));
}

} // namespace

TEST_CASE("cgi: errors of a form have MapServer's messages")
{
    std::vector<std::pair<char const*, char const*>> const cases{
        {"mapext=1+2", "Not enough arguments for mapext."},
        {"mapext=1,5+1,5+1,5+1,5", "Not enough arguments for mapext."}, // eight numbers, four words
        {"mapsize=10,1+10", "Not enough arguments for mapsize."},
        {"mapsize=,+,", "Not enough arguments for mapsize."}, // no number, two words
        {"mapsize=10+10+10", "Not enough arguments for mapsize."},
        {"mapsize=99999+9", "Image size out of range."},
        {"imgsize=0+0", "Image size out of range."},
        {"imgsize=5", "Not enough arguments for imgsize."},
        {"imgxy=1", "Not enough arguments for imgxy."},
        {"mapxy=1+2+3", "Not enough arguments for mapxy."},
        {"imgbox=1+1+2", "Not enough arguments for imgbox."},
        {"mapshape=1+1+2", "Malformed polygon geometry for mapshape/imgshape."},
        {"mapshape=POLYGON((", "WKT parse failed for mapshape/imgshape."},
        {"mapshape=0+0+nan+5+5+5+0+0", "Invalid value for mapshape."},
        {"mapshape=0+0+-1e999+5+5+5+0+0", "Invalid value for mapshape."},
        {"mapshape=POINT(1+1e999)", "WKT parse failed for mapshape/imgshape."},
        {"mapshape=POINT(nan+1)", "WKT parse failed for mapshape/imgshape."},
        {"scale=-5", "Scale out of range."},
        {"zoom=25.5", "Zoom value out of range."},
        {"zoomsize=26", "Invalid zoom size."},
        {"zoomdir=2", "Zoom direction must be 1, 0 or -1."},
        {"tilemode=tms", "Invalid tilemode. Use one of: gmap, ve"},
        {"id=../x", "Parameter 'id' value fails to validate."},
        {"imagetype=xx", "Invalid imagetype value."},
        {"resolution=5", "Resolution value out of range."},
    };
    for (auto const& [query, text] : cases) {
        CAPTURE(query);
        auto said = complaint(std::string{"mode=map&"} + query);
        for (auto at = said.find("&#39;"); at != std::string::npos; at = said.find("&#39;")) {
            said.replace(at, 5, "'");
        }
        CHECK(said == std::string{"msCGILoadForm(): Web application error. "} + text);
    }
    CHECK(complaint("mode=browse&zoom=x") == "GET_NUMERIC(): Incorrect data type. (zoom)");
}

TEST_CASE("cgi: missing parameters of a mode have MapServer's messages")
{
    CHECK(complaint("mode=") == "msCGISetMode(): Web application error. Invalid mode.");
    CHECK(complaint("mode=browse") == "mapserv(): Web application error. Traditional BROWSE mode "
                                      "requires a TEMPLATE in the WEB section, but none was "
                                      "provided.");
    CHECK(complaint("mode=legendicon&icon=zz") ==
          "mapserv(): Web application error. Icon layer=zz not found in mapfile.");
    CHECK(complaint("mode=legendicon&icon=a,0&keysize=1+1") ==
          "commonLoadForm(): Web application error. Legend keysize out of range.");
    CHECK(complaint("mode=tile") ==
          "msTileSetup(): Web application error. Tile parameter not set.");
    CHECK(complaint("mode=tile&tilemode=ve&tile=9") ==
          "msTileSetup(): CGI error. VE tile name should only include characters 0, 1, 2 and 3.");
    CHECK(complaint("mode=query") == "mapserv(): Web application error. Query mode needs a point, "
                                     "imgxy and mapxy are not set.");
    CHECK(complaint("mode=itemquery&qlayer=zz") ==
          "mapserv(): Web application error. Query layer not set or references an invalid layer.");
    CHECK(complaint("mode=featurequery&mapxy=5+5") == "mapserv(): Web application error. Selection "
                                                      "layer not set or references an invalid "
                                                      "layer.");
    CHECK(complaint("mode=featurequery&slayer=b&mapxy=5+5") ==
          "msQueryByFeatures(): Query error. Selection layer has not been queried.");
    CHECK(complaint("mode=indexquery&qlayer=b&shapeindex=0") ==
          "msQueryByIndex(): Query error. Requested layer has no templates defined.");
}

TEST_CASE("refxy, ref.x, ref.y: a click on the reference map moves the last image there")
{
    for (auto const* const query :
         {"refxy=100+50&imgext=0+0+4+4", "ref.x=100&ref.y=50&imgext=0+0+4+4&zoom=2",
          "imgxy=3+3&imgext=0+0+4+4&mapxy=2+2&refxy=100+50"}) {
        CAPTURE(query);
        auto const click = click_of(query);
        CHECK(click.point->x == doctest::Approx(50.251256));
        CHECK(click.point->y == doctest::Approx(24.747475));
        auto const shown = cgi::clicked_view(click, *test::load(some_map), 2).view.extent;
        CHECK(shown.min_x == doctest::Approx(48.251256));
        CHECK(shown.max_y == doctest::Approx(26.747475));
    }
    // The view continues from the last map; MapServer has an error without imgext.
    CHECK(
        cgi::clicked_view(click_of("refxy=100+50"), *test::load(some_map), 1).view.extent.width() ==
        doctest::Approx(10));
}

TEST_CASE("imgsize: a clicked image needs a size in every mode")
{
    for (auto const* const query : {"imgsize=0+0&imgxy=1+1", "imgsize=1e99+5&imgxy=1+1"}) {
        CAPTURE(query);
        CHECK_THROWS_AS((void)click_of(query), ServiceException);
    }
}

TEST_CASE("imgsize: without it a clicked image has mapsize, in any order")
{
    for (auto const* const query : {"mapsize=50+25&imgxy=10+10&imgext=0+0+49+24",
                                    "imgext=0+0+49+24&img.x=10&img.y=10&mapsize=50+25"}) {
        CAPTURE(query);
        CHECK(click_of(query).point == geometry::Point{10, 14});
    }
    CHECK(click_of("mapsize=50+25&imgsize=99+49&imgxy=20+20&imgext=0+0+98+48").point ==
          geometry::Point{20, 28});
    auto const box = click_of("mapsize=50+25&imgbox=10+10+20+20&imgext=0+0+49+24").box;
    REQUIRE(box);
    CHECK(*box == geometry::Box{10, 4, 20, 14});
}

TEST_CASE("mapext has priority over a click on an image")
{
    for (auto const* const query : {"mapext=1+1+3+3&imgext=0+0+4+4&imgxy=50+50&imgsize=100+100",
                                    "refxy=9+9&mapext=1+1+3+3"}) {
        CAPTURE(query);
        auto const click = click_of(query);
        CHECK_FALSE(click.point);
        auto const extent = cgi::clicked_view(click, *test::load(some_map), 1).view.extent;
        // as given, but for rounding when the pixels are made square
        CHECK(extent.min_x == doctest::Approx(1).epsilon(1e-12));
        CHECK(extent.min_y == doctest::Approx(1).epsilon(1e-12));
        CHECK(extent.max_x == doctest::Approx(3).epsilon(1e-12));
        CHECK(extent.max_y == doctest::Approx(3).epsilon(1e-12));
    }
}

TEST_CASE("cgi: a click applies unless mapext or maxy gives an extent; the last of an image box "
          "and those applies")
{
    auto const extent = [](std::string const& query) {
        auto const box = click_of(query + "&imgext=0+0+10+10&imgsize=200+200").view.extent;
        return std::pair{box->min_x, box->max_x};
    };
    auto const has_point = [](std::string const& query) {
        return click_of(query + "&imgext=0+0+10+10&imgsize=200+200").point.has_value();
    };
    for (std::string const sides : {"", "&minx=1", "&miny=1", "&maxx=9", "&minx=1&miny=1&maxx=9"}) {
        CAPTURE(sides);
        CHECK(has_point("imgxy=50+150" + sides));
        CHECK(extent("imgxy=50+150" + sides) == std::pair{0.0, 10.0});
    }
    for (std::string const sides : {"&maxy=9&minx=1&maxx=9", "&mapext=1+1+9+9"}) {
        CAPTURE(sides);
        CHECK_FALSE(has_point("imgxy=50+150" + sides));
        CHECK(extent("imgxy=50+150" + sides) == std::pair{1.0, 9.0});
        CHECK(extent("imgbox=20+20+100+100" + sides) == std::pair{1.0, 9.0});
        CHECK(extent(sides.substr(1) + "&imgbox=20+20+100+100") == std::pair{0.0, 10.0});
    }
}

// [mapext] of MapServer 8.0.0, which is around the place.
TEST_CASE("imgxy: pixels of the image are square, whatever imgext says")
{
    auto const point = [](std::string const& query) {
        return click_of(query).point.value_or(geometry::Point{});
    };
    auto const wide = point("imgxy=50+50&imgext=0+0+600+400&imgsize=200+133");
    CHECK(wide.x == doctest::Approx(150));
    CHECK(wide.y == doctest::Approx(248.484848));
    auto const flat = point("imgxy=50+50&imgext=0+0+600+300&imgsize=300+200");
    CHECK(flat.x == doctest::Approx(100.334448));
    CHECK(flat.y == doctest::Approx(249.331104));
}
