// SPDX-License-Identifier: MIT
#include "ows/cgi/dispatch.hpp"
#include "ows/cgi/request_view.hpp"

#include "http/query_string.hpp"
#include "ows/common/class_group.hpp"
#include "ows/common/service_exception.hpp"
#include "unit/ows/maps.hpp"

using namespace ms;
using namespace ms::ows;
using Layers = std::vector<std::size_t>;

namespace {

Layers layers_of(std::string_view query)
{
    Layers layers;
    for (auto const& choice :
         cgi::layers_of(http::parse_query_string(query), *test::example_map())) {
        layers.push_back(choice.layer);
    }
    return layers;
}

render::ViewportRequest view_of(std::string_view query)
{
    return cgi::view_of(http::parse_query_string(query), *test::example_map());
}

http::Response ask(std::string_view query)
{
    test::TestRequest const request{test::example_map(), query};
    return cgi::dispatch(request.call());
}

} // namespace

// As MapServer 8.0.0 draws them: always DEFAULT ones, in the order of the mapfile.
TEST_CASE("mode=map: layers by name, group or all, in the order of the mapfile")
{
    CHECK(layers_of("mode=map") == Layers{2, 3});
    CHECK(layers_of("layers=lineA poly") == Layers{0, 1, 2, 3});
    CHECK(layers_of("layer=lineA&layer=poly") == Layers{0, 1, 2, 3});
    CHECK(layers_of("layers=lines") == Layers{1, 2, 3});
    CHECK(layers_of("layers=all") == Layers{0, 1, 2, 3});
    CHECK(layers_of("layers=nobody") == Layers{2, 3});
}

TEST_CASE("mode=map: extent and size between blanks")
{
    auto const view = view_of("mapext=0+40+20+60.5&mapsize=100+50&map_resolution=96");
    CHECK(*view.extent == geometry::Box{0, 40, 20, 60.5});
    CHECK(*view.size == mapfile::Size{100, 50});
    CHECK(*view.resolution == 96);
    CHECK(*view_of("minx=0&miny=1&maxx=2&maxy=3").extent == geometry::Box{0, 1, 2, 3});
    // As MapServer: the other sides are those of the mapfile's EXTENT.
    CHECK(*view_of("minx=0&maxx=2").extent == geometry::Box{0, 30, 2, 70});
    // Later parameters have priority, as in MapServer 8.0.0.
    CHECK(*view_of("mapext=2+2+8+8&minx=1").extent == geometry::Box{1, 2, 8, 8});
    CHECK(*view_of("minx=1&mapext=2+2+8+8").extent == geometry::Box{2, 2, 8, 8});
    CHECK_FALSE(view_of("mode=map").extent);
}

TEST_CASE("mode=map: invalid values are refused")
{
    for (auto const* const query :
         {"mapext=1+2", "mapext=0,40,20,60", "mapext=a+b+c+d", "mapsize=a", "mapsize=100",
          "mapsize=0+10", "mapsize=-1+10", "mapsize=1e99+10", "map_resolution=x"}) {
        CAPTURE(query);
        CHECK_THROWS_AS((void)view_of(query), ServiceException);
    }
}

// MapServer 8.0.0 answers with 0.6 KB for q=5 and 3.2 KB for q=95.
TEST_CASE("mode=map: options of the OUTPUTFORMAT take values of the request, as GetMap's")
{
    auto const map = test::load(R"(
MAP
  SIZE 100 100 EXTENT 0 0 1 1 PROJECTION "epsg:4326" END IMAGETYPE "photo"
  WEB METADATA "ows_enable_request" "*" "wms_srs" "EPSG:4326" END VALIDATION "q" "^[0-9]+$" END END
  OUTPUTFORMAT NAME "photo" DRIVER "AGG/JPEG" MIMETYPE "image/jpeg" FORMATOPTION "QUALITY=%q%" END
  LAYER NAME "area" TYPE POLYGON STATUS DEFAULT
    FEATURE POINTS 0 0 1 1 0.5 0 0 0 END END
    CLASS STYLE COLOR 255 0 0 END END
  END
END)");
    auto const size = [&](std::string const& query) {
        test::TestRequest const request{map, query};
        auto const answer = query.starts_with("mode") ? std::optional{cgi::dispatch(request.call())}
                                                      : dispatch(request.call());
        REQUIRE(answer);
        CHECK(answer->content_type == "image/jpeg");
        return answer->body.size();
    };
    CHECK(size("mode=map&q=95") > 2 * size("mode=map&q=5"));
    std::string const get_map =
        "SERVICE=WMS&REQUEST=GetMap&VERSION=1.1.1&LAYERS=area&STYLES=&SRS=EPSG:"
        "4326&BBOX=0,0,1,1&WIDTH=100&HEIGHT=100&FORMAT=image/jpeg";
    CHECK(size(get_map + "&q=95") > 2 * size(get_map + "&q=5"));
}

TEST_CASE("CGI: unsupported modes get a page and an error status")
{
    CHECK(ask("mode=nope").status == 400);
    CHECK(ask("mode=browse").status == 400);
    CHECK(ask("").status == 400);
    CHECK(ask("mode=map&mapsize=5000+50").status == 400);
    CHECK(ask("mode=map&imagetype=stone").status == 400);
    CHECK(ask("mode=nope").content_type == "text/html; charset=UTF-8");
}

TEST_CASE("CGI: ms_enable_modes closes modes")
{
    auto const map = test::load(
        R"(MAP SIZE 10 10 EXTENT 0 0 1 1 WEB METADATA "ms_enable_modes" "!* tile" END END END)");
    test::TestRequest const request{map, "mode=map"};
    CHECK(cgi::dispatch(request.call()).status == 400);
}

// MapServer 8.0.0 does it in all modes and in WMS, for any name that begins so.
TEST_CASE(
    "classgroup: layers that have the group show its classes, by the last parameter that fits")
{
    auto const map = test::load(R"(
MAP
  SIZE 10 10 EXTENT 0 0 1 1
  LAYER NAME "both" TYPE POLYGON CLASSGROUP "a" CLASS GROUP "a" END CLASS GROUP "b" END END
  LAYER NAME "one" TYPE POLYGON CLASS GROUP "a" END CLASS END END
END)");
    auto const groups = [&](std::string_view query) {
        test::TestRequest const request{map, query};
        auto const call = with_class_group(request.call());
        return std::pair{call.map->layers[0].class_group, call.map->layers[1].class_group};
    };
    using Groups = std::pair<std::string, std::string>;
    CHECK(groups("mode=map") == Groups{"a", ""});
    CHECK(groups("classgroup=b") == Groups{"b", ""});
    CHECK(groups("CLASSGROUP_1=a") == Groups{"a", "a"});
    CHECK(groups("classgroup=a&classgroup2=b") == Groups{"b", "a"});
    CHECK(groups("classgroup=nobody&classgroup2=") == Groups{"a", ""});
}
