// SPDX-License-Identifier: MIT
#include "image/decode.hpp"
#include "ows/cgi/dispatch.hpp"
#include "ows/cgi/draw_tile.hpp"
#include "ows/common/service_exception.hpp"
#include "unit/ows/maps.hpp"

#include <cstdlib>

using namespace ms;
using namespace ms::ows;

namespace {

constexpr std::string_view legend = "SERVICE=WMS&VERSION=1.1.1&REQUEST=GetLegendGraphic&";

image::Bitmap decoded(http::Response const& response)
{
    CHECK(response.content_type == "image/png");
    return image::decode({response.body.data(), response.body.size()});
}

std::string answer_of(std::string const& query)
{
    auto const response = test::ask(test::example_map(), std::string{legend} + query);
    return {response.body.begin(), response.body.end()};
}

image::Bitmap drawn(std::string const& query)
{
    return decoded(test::ask(test::example_map(), std::string{legend} + query));
}

http::Response by_mode(std::string_view query)
{
    test::TestRequest const request{test::example_map(), query};
    return cgi::dispatch(request.call());
}

cgi::Tile tile(std::string_view query)
{
    return cgi::parse_tile(http::parse_query_string(query));
}

bool contains(std::string const& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

// Classes c1 and c2 of two groups; without STYLE the layer's CLASSGROUP is in force.
TEST_CASE("GetLegendGraphic: the rows of the style")
{
    CHECK(drawn("LAYER=poly&FORMAT=image/png").height() == 20);
    CHECK(drawn("LAYER=poly&FORMAT=image/png&STYLE=blue").height() == 20);
    CHECK(contains(answer_of("LAYER=poly&FORMAT=image/png&STYLE=green"), "StyleNotDefined"));
}

// MapServer 8.0.0 answers with them, but offers formats of pixels only.
TEST_CASE("GetLegendGraphic: documents are drawn, though not offered")
{
    for (auto const* const query :
         {"LAYER=poly&FORMAT=image/svg%2Bxml", "LAYER=poly&FORMAT=image/svg%2Bxml&RULE=c1"}) {
        CAPTURE(query);
        auto const response = test::ask(test::example_map(), std::string{legend} + query);
        CHECK(response.content_type == "image/svg+xml");
        CHECK(contains(std::string{http::body_text(response)}, "<svg"));
    }
    CHECK(answer_of("LAYER=poly&FORMAT=application/x-pdf").starts_with("%PDF"));
    auto const capabilities =
        test::ask(test::example_map(), "SERVICE=WMS&VERSION=1.1.1&REQUEST=GetCapabilities");
    std::string const text{http::body_text(capabilities)};
    auto const begin = text.find("<GetLegendGraphic>");
    REQUIRE(begin != std::string::npos);
    CHECK_FALSE(contains(text.substr(begin, text.find("<DCPType>", begin) - begin), "svg"));
}

// MapServer 8.0.0: STYLE=blue and STYLE=zzz of a group give the image of its layers' own styles.
TEST_CASE("GetLegendGraphic: a group shows its layers in their own styles, for any STYLE")
{
    std::string const layer = " GROUP \"g\" TYPE POLYGON CLASSGROUP \"red\" "
                              " METADATA \"wms_title\" \"x\" END"
                              " FEATURE POINTS 0 0 0 1 1 1 0 0 END END"
                              " CLASS NAME \"c\" GROUP \"red\" STYLE COLOR 255 0 0 END END"
                              " CLASS NAME \"c\" GROUP \"blue\" STYLE COLOR 0 0 255 END END END";
    auto const map =
        test::load("MAP NAME m SIZE 9 9 EXTENT 0 0 9 9 PROJECTION \"epsg:4326\" END WEB"
                   " METADATA \"ows_title\" \"m\" \"ows_enable_request\" \"*\" END END"
                   " LAYER NAME a" +
                   layer + " LAYER NAME b" + layer + " END");
    auto const red_and_blue = [&](std::string const& query) {
        auto const image =
            decoded(test::ask(map, std::string{legend} + "FORMAT=image/png&" + query));
        auto const* const inside = &image.view().pixels[(10 * std::size_t(image.width()) + 15) * 4];
        return std::pair{int{inside[0]}, int{inside[2]}};
    };
    CHECK(red_and_blue("LAYER=a&STYLE=blue") == std::pair{0, 255});
    CHECK(red_and_blue("LAYER=a&STYLE=Blue") == std::pair{0, 255});
    for (auto const* const style : {"", "blue", "zzz"}) {
        CAPTURE(style);
        CHECK(red_and_blue(std::string{"LAYER=g&STYLE="} + style) == std::pair{255, 0});
    }
}

TEST_CASE("GetLegendGraphic: RULE draws the icon of one class, in the requested size")
{
    auto const icon = drawn("LAYER=poly&FORMAT=image/png&RULE=C1&WIDTH=40&HEIGHT=30");
    CHECK(icon.width() == 40);
    CHECK(icon.height() == 30);
    CHECK(icon.view().pixels[(15 * 40 + 20) * 4] == 255);
    auto const wide = drawn("LAYER=poly&FORMAT=image/png&RULE=C1&WIDTH=40");
    CHECK(wide.width() == 40);
    CHECK(wide.height() == test::example_map()->legend.key_size.height);
    CHECK(contains(answer_of("LAYER=poly&FORMAT=image/png&RULE=zzz"), "InvalidRule"));
}

// As MapServer 8.0.0.
TEST_CASE("GetLegendGraphic: RULE names a class of the requested style, or else of CLASSGROUP")
{
    auto const map = test::load(R"(
MAP NAME "q" EXTENT 0 0 9 9 SIZE 10 10 PROJECTION "init=epsg:3857" END
  WEB METADATA "wms_enable_request" "*" "wms_srs" "EPSG:3857" END END
  LAYER NAME "grouped" TYPE POINT CLASSGROUP "g1"
    CLASS NAME "A" GROUP "g1" STYLE COLOR 0 0 0 END END
    CLASS NAME "B" GROUP "g2" STYLE COLOR 0 0 0 END END
    CLASS NAME "C" STYLE COLOR 0 0 0 END END
  END
  LAYER NAME "free" TYPE POINT
    CLASS NAME "A" GROUP "g1" STYLE COLOR 0 0 0 END END
    CLASS NAME "B" GROUP "g2" STYLE COLOR 0 0 0 END END
    CLASS NAME "C" STYLE COLOR 0 0 0 END END
  END
END)");
    auto const shown = [&](std::string const& layer, std::string const& style) {
        std::string names;
        for (auto const* const rule : {"A", "B", "C"}) {
            auto const answer = test::ask(
                map, "SERVICE=WMS&VERSION=1.1.1&REQUEST=GetLegendGraphic&FORMAT=image/png&LAYER=" +
                         layer + "&STYLE=" + style + "&RULE=" + rule);
            names += answer.content_type == "image/png" ? rule : "";
        }
        return names;
    };
    CHECK(shown("grouped", "") == "A");
    CHECK(shown("grouped", "default") == "A");
    CHECK(shown("grouped", "g2") == "B");
    CHECK(shown("free", "") == "ABC");
    CHECK(shown("free", "g1") == "A");
}

TEST_CASE("GetLegendGraphic: with BBOX only classes with features there")
{
    std::string const there =
        "LAYER=poly&FORMAT=image/png&SRS=EPSG:4326&WIDTH=100&HEIGHT=100&BBOX=";
    CHECK(drawn(there + "0,40,20,60").height() == 20);
    CHECK(drawn(there + "30,30,35,35").height() == 5);
}

TEST_CASE("GetLegendGraphic: MapServer's codes for missing parameters")
{
    CHECK(contains(answer_of("FORMAT=image/png"), "LayerNotDefined"));
    CHECK(contains(answer_of("LAYER=poly"), "InvalidFormat"));
    CHECK(contains(answer_of("LAYER=nobody&FORMAT=image/png"), "LayerNotDefined"));
    CHECK(contains(answer_of("LAYER=poly&FORMAT=application/json"), "InvalidFormat"));
    CHECK(contains(answer_of("LAYER=poly&FORMAT=image/png&SCALE=much"), "InvalidParameterValue"));
    auto const no_version = test::ask(test::example_map(), "SERVICE=WMS&VERSION=1.3.0&REQUEST="
                                                           "GetLegendGraphic&LAYER=poly&FORMAT="
                                                           "image/png");
    CHECK(contains({no_version.body.begin(), no_version.body.end()}, "SLD_VERSION"));
}

TEST_CASE("capabilities: every style has the image of its legend, with its size")
{
    auto const response =
        test::ask(test::example_map(), "SERVICE=WMS&VERSION=1.3.0&REQUEST=GetCapabilities");
    std::string const text{response.body.begin(), response.body.end()};
    CHECK(contains(text, "request=GetLegendGraphic&amp;sld_version=1.1.0&amp;layer=poly&amp;format="
                         "image/png&amp;STYLE=red"));
    CHECK(contains(text, "height=\"20\""));
    CHECK(contains(text, "<sld:GetLegendGraphic>"));
}

TEST_CASE("mode=legendicon: a class by its number, with MapServer's complaints")
{
    CHECK(decoded(by_mode("mode=legendicon&icon=poly,1&keysize=30 20")).width() == 30);
    for (auto const* const query :
         {"mode=legendicon", "mode=legendicon&icon=poly,7", "mode=legendicon&icon=nobody",
          "mode=legendicon&icon=poly,-1", "mode=legend&keysize=1 1", "mode=unheard"}) {
        CAPTURE(query);
        CHECK(by_mode(query).status == 400);
    }
}

TEST_CASE("mode=scalebar, mode=tile: images have separate sizes")
{
    CHECK(decoded(by_mode("mode=scalebar")).width() == 200);
    CHECK(decoded(by_mode("mode=tile&tile=0 0 0")).width() == 256);
    CHECK(by_mode("mode=reference").status != 200); // the map has no REFERENCE
}

// MapServer 8.0.0 draws the edge in the middle of the Mercator square into pixel 127 of tile 0 0 0,
// red with 83 of green and blue: the tile's extent goes through the centres of its pixels.
TEST_CASE("mode=tile: edges lie where MapServer draws them, to a fraction of a pixel")
{
    auto const map = test::load(R"(
MAP
  NAME "halves" SIZE 10 10 EXTENT 0 0 1 1 PROJECTION "epsg:3857" END IMAGECOLOR 255 255 255
  LAYER NAME "west" TYPE POLYGON STATUS DEFAULT
    FEATURE POINTS -20037509 -20037509 -20037509 20037509 0 20037509 0 -20037509
      -20037509 -20037509 END END
    CLASS STYLE COLOR 255 0 0 END END
  END
END)");
    test::TestRequest const request{map, "mode=tile&tile=0 0 0"};
    auto const tile = decoded(cgi::dispatch(request.call()));
    auto const green_of = [&](std::size_t x) {
        return int{tile.view().pixels[(128 * 256 + x) * 4 + 1]};
    };
    CHECK(green_of(0) == 0);
    CHECK(green_of(126) == 0);
    CHECK(std::abs(green_of(127) - 83) <= 2);
    CHECK(green_of(128) == 255);
}

TEST_CASE("tile: x y z, or the quadkey of the same tile")
{
    CHECK(tile("tile=3 5 3") == cgi::Tile{3, 5, 3});
    // Bing's example: column 3, row 5 of level 3 is 213.
    CHECK(tile("tilemode=ve&tile=213") == cgi::Tile{3, 5, 3});
    for (auto const* const query : {"", "tile=1 2", "tile=8 0 3", "tile=-1 0 3", "tile=0 0 31",
                                    "tile=a b c", "tilemode=ve&tile=4", "tilemode=ve&tile="}) {
        CAPTURE(query);
        CHECK_THROWS_AS((void)tile(query), ServiceException);
    }
}

TEST_CASE("tile: covers its part of the Mercator square")
{
    auto const world = cgi::tile_extent({0, 0, 0}, 1);
    CHECK(world.min_x == doctest::Approx(-20037508.342789)); // the square of EPSG:3857
    CHECK(world.max_y == doctest::Approx(20037508.342789));
    auto const lower_right = cgi::tile_extent({1, 1, 1}, 1);
    CHECK(lower_right.min_x == doctest::Approx(0));
    CHECK(lower_right.max_y == doctest::Approx(0));
    CHECK(lower_right.max_x == doctest::Approx(20037508.342789));
}

// MapServer 8.0.0, with a shapefile, for TIME, DIM_ and FILTER.
TEST_CASE("GetLegendGraphic: a legend of what a map shows heeds TIME and other dimensions")
{
    auto const map = test::load(R"(
MAP NAME "q" EXTENT 0 0 9 9 SIZE 100 100 PROJECTION "init=epsg:4326" END
  WEB METADATA "wms_enable_request" "*" "wms_srs" "EPSG:4326" "ows_title" "q" END END
  LEGEND KEYSIZE 20 10 END
  LAYER NAME "timed" TYPE POINT STATUS ON CLASSITEM "h" PROCESSING "ITEMS=t,h"
    METADATA "wms_title" "timed" "wms_timeextent" "2004/2006" "wms_timeitem" "t"
      "wms_dimensionlist" "h" "wms_h_item" "h" "wms_h_units" "m" "wms_h_extent" "1,2,3" END
    FEATURE POINTS 5 5 END ITEMS "2004-05-05;1" END
    FEATURE POINTS 6 6 END ITEMS "2005-05-05;2" END
    CLASS NAME "one" EXPRESSION "1" STYLE COLOR 255 0 0 SIZE 5 END END
    CLASS NAME "two" EXPRESSION "2" STYLE COLOR 0 0 255 SIZE 5 END END
  END
END)");
    auto const ask = [&](std::string const& more) {
        return test::ask(map, std::string{legend} +
                                  "LAYER=timed&FORMAT=image/png&SRS=EPSG:4326&WIDTH=100&HEIGHT=100"
                                  "&BBOX=0,0,9,9&" +
                                  more);
    };
    auto const both = decoded(ask("")).height();
    auto const one = decoded(ask("TIME=2004")).height();
    CHECK(one < both);
    CHECK(decoded(ask("DIM_h=2")).height() == one);
    CHECK(decoded(ask("TIME=2004&DIM_h=2")).height() < one);
    CHECK(decoded(ask("FILTER=<Filter><PropertyIsEqualTo><PropertyName>h</PropertyName>"
                      "<Literal>1</Literal></PropertyIsEqualTo></Filter>"))
              .height() == both);
    CHECK(contains(std::string{http::body_text(ask("TIME=2010"))}, "InvalidDimensionValue"));
}
