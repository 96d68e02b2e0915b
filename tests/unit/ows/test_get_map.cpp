// SPDX-License-Identifier: MIT
#include "ows/wms/drawing.hpp"

#include "http/query_string.hpp"
#include "ows/common/service_exception.hpp"
#include "render/core/viewport.hpp"
#include "unit/ows/maps.hpp"

using namespace ms::ows;
using ms::render::PixelAspect;
using Layers = std::vector<std::size_t>;

namespace {

std::string const valid = "VERSION=1.1.1&LAYERS=poly&STYLES=&SRS=EPSG:4326&BBOX=0,40,20,60"
                          "&WIDTH=100&HEIGHT=100&FORMAT=image/png";

wms::Drawing resolve(std::string const& changes)
{
    auto const map = test::example_map();
    auto const parameters = ms::http::parse_query_string(valid + '&' + changes);
    return wms::resolve(wms::parse_get_map(parameters, *map), parameters, *map);
}

Layers layers_of(std::string const& changes)
{
    Layers layers;
    auto const drawing = resolve(changes);
    for (auto const& choice : *drawing.overrides.layers) {
        layers.push_back(choice.layer);
    }
    return layers;
}

std::string code_of(std::string const& changes)
{
    try {
        (void)resolve(changes);
    } catch (ServiceException const& error) {
        return std::string{error.code()};
    }
    return "accepted";
}

} // namespace

TEST_CASE("GetMap: ANGLE turns the map, in place of the map's own")
{
    CHECK_FALSE(resolve("").view.angle);
    CHECK(resolve("ANGLE=-30.5").view.angle == -30.5);
    auto map = *test::example_map();
    map.angle = 20;
    auto const view = [&map](std::string const& changes) {
        return ms::render::make_viewport(map, resolve(changes).view).angle_rad;
    };
    CHECK(view("") == doctest::Approx(0.349).epsilon(0.01));
    CHECK(view("ANGLE=0") == 0);
    CHECK_THROWS_AS((void)resolve("ANGLE=nan"), ServiceException);
    CHECK_THROWS_AS((void)resolve("ANGLE=east"), ServiceException);
}

// 20 degrees over 100 pixels are 0.2 each; half of it goes off on every side.
TEST_CASE("GetMap: the extent runs between the centres of the outer pixels")
{
    auto const box = *resolve("").view.extent;
    CHECK(box.min_x == doctest::Approx(0.1));
    CHECK(box.min_y == doctest::Approx(40.1));
    CHECK(box.max_x == doctest::Approx(19.9));
    CHECK(box.max_y == doctest::Approx(59.9));
}

TEST_CASE("GetMap: BBOX_PIXEL_IS_POINT takes the box as it is")
{
    CHECK(*resolve("BBOX_PIXEL_IS_POINT=TRUE").view.extent == ms::geometry::Box{0, 40, 20, 60});
}

TEST_CASE("GetMap: a single pixel has its centre at the right place")
{
    auto const view = resolve("WIDTH=1&HEIGHT=1").view;
    CHECK(view.extent->min_x == 10); // the centre of the only column
    CHECK(view.extent->max_x == 30); // that of the next pixel
    CHECK(view.extent->max_y == 50); // the centre of the only row
    CHECK(view.extent->min_y == 30); // that of one below
}

TEST_CASE("GetMap: 1.3.0 reads latitudes first if the authority defines that order")
{
    auto const box = *resolve("VERSION=1.3.0&CRS=EPSG:4326&BBOX=40,0,60,20").view.extent;
    CHECK(box.min_x == doctest::Approx(0.1));
    CHECK(box.max_y == doctest::Approx(59.9));
    auto const lon_lat = *resolve("VERSION=1.3.0&CRS=CRS:84").view.extent;
    CHECK(lon_lat.min_x == doctest::Approx(0.1));
    CHECK(lon_lat.max_y == doctest::Approx(59.9));
}

TEST_CASE("GetMap: pixels may be oblong, but a rounded size does not make them so")
{
    CHECK(resolve("").view.aspect == PixelAspect::Square);
    CHECK(resolve("HEIGHT=101").view.aspect == PixelAspect::Square);
    CHECK(resolve("HEIGHT=102").view.aspect == PixelAspect::Oblong);
    CHECK(resolve("HEIGHT=50").view.aspect == PixelAspect::Oblong);
}

// MapServer 8.0.0 draws a polygon's side at x = 0 sharp for BBOX -10,30,50,70 in 60 x 20 pixels: it
// lies on the edge between two pixels, 10 from the left; in 60 x 40 pixels it is half a pixel off.
TEST_CASE("GetMap: where pixels are oblong, they are counted from their edges")
{
    auto const view_of = [](std::string const& size) {
        return ms::render::make_viewport(ms::mapfile::Map{},
                                         resolve("BBOX=-10,30,50,70" + size).view);
    };
    auto const column_of_zero = [&](std::string const& size) {
        auto const view = view_of(size);
        return (0 - view.extent.min_x) / view.cell_size_x;
    };
    CHECK(column_of_zero("&WIDTH=60&HEIGHT=20") == doctest::Approx(10));
    CHECK(column_of_zero("&WIDTH=60&HEIGHT=40") == doctest::Approx(9.5));
    // The upper edge of the first row.
    CHECK(view_of("&WIDTH=60&HEIGHT=20").extent.max_y == doctest::Approx(70));
}

// The layers, and their order, that MapServer 8.0.0 draws for the same map.
TEST_CASE("GetMap: layers come in the order of LAYERS, above those that are always drawn")
{
    CHECK(layers_of("LAYERS=poly") == Layers{2, 0});
    CHECK(layers_of("LAYERS=lineA,poly") == Layers{2, 1, 0});
    CHECK(layers_of("LAYERS=lineB,poly") == Layers{2, 0});
    // Also if they are requested.
    CHECK(layers_of("LAYERS=lines") == Layers{2, 1});
    CHECK(layers_of("LAYERS=poly,lines,poly") == Layers{2, 0, 1});
    CHECK(layers_of("LAYERS=europe") == Layers{2, 0, 1});
}

TEST_CASE("GetMap: a style is a class group; the same layer may come in two")
{
    auto const drawing = resolve("LAYERS=poly,lineB,poly&STYLES=blue,,red");
    auto const& layers = *drawing.overrides.layers;
    REQUIRE(layers.size() == 3);
    CHECK(layers[0].class_group.empty());
    CHECK(layers[1].class_group == "blue");
    CHECK(layers[2].class_group == "red");
    CHECK(layers[2].layer == 0);
}

TEST_CASE("GetMap: names that mean nothing are refused with their code")
{
    CHECK(code_of("LAYERS=nope") == "LayerNotDefined");
    CHECK(code_of("LAYERS=poly,") == "LayerNotDefined");
    CHECK(code_of("LAYERS=") == "LayerNotDefined");
    CHECK(code_of("LAYERS=secret") == "LayerNotDefined");
    CHECK(code_of("STYLES=green") == "StyleNotDefined");
    CHECK(code_of("LAYERS=lines&STYLES=red") == "StyleNotDefined");
    CHECK(code_of("SRS=EPSG:31287") == "InvalidSRS");
    CHECK(code_of("FORMAT=image/stone") == "InvalidFormat");
}

TEST_CASE("GetMap: transparency and background go to the image")
{
    auto const drawing = resolve("TRANSPARENT=TRUE&BGCOLOR=0x102030");
    CHECK(drawing.overrides.is_transparent == true);
    CHECK(drawing.format.transparent == true);
    CHECK(drawing.overrides.background == ms::image::Color{16, 32, 48, 255});
}

TEST_CASE("GetMap: JPEG stays opaque")
{
    auto const drawing = resolve("TRANSPARENT=TRUE&FORMAT=image/jpeg");
    CHECK_FALSE(drawing.overrides.is_transparent);
}

TEST_CASE("GetMap: parameters can replace %name%")
{
    auto const drawing = resolve("year=2004");
    REQUIRE(drawing.overrides.substitutions.find("YEAR") != nullptr);
    CHECK(*drawing.overrides.substitutions.find("YEAR") == "2004");
}

TEST_CASE("GetMap: a format list allows only the formats that it names")
{
    auto const map = test::load(R"(
MAP WEB METADATA "ows_enable_request" "*" "wms_getmap_formatlist" "image/jpeg" "wms_srs" "EPSG:4326"
  END END
  LAYER NAME "poly" TYPE POLYGON END
END)");
    auto const parameters = ms::http::parse_query_string(valid);
    CHECK_THROWS_AS((void)wms::resolve(wms::parse_get_map(parameters, *map), parameters, *map),
                    ServiceException);
}

// As MapServer 8.0.0, in maps as in legends.
TEST_CASE("GetMap: a style is a class group in any case")
{
    CHECK(resolve("STYLES=BLUE").overrides.layers->back().class_group == "blue");
    CHECK(code_of("STYLES=yellow") == "StyleNotDefined");
}

TEST_CASE("GetMap: FILTER is a condition on its layer")
{
    auto const drawing =
        resolve("FILTER=(<Filter><PropertyIsEqualTo><PropertyName>kind</PropertyName>"
                "<Literal>a</Literal></PropertyIsEqualTo></Filter>)");
    auto const& requested = drawing.overrides.layers->back(); // over those with STATUS DEFAULT
    REQUIRE(requested.requested_filter.attributes().size() == 1);
    CHECK(requested.requested_filter.attributes().front() == "kind");
    CHECK(resolve("").overrides.layers->back().requested_filter.attributes().empty());
    CHECK(code_of("FILTER=(<Filter/>)(<Filter/>)") == "InvalidParameterValue");
}

TEST_CASE("GetMap: FILTER is translated within the memory of the request, once for layers alike")
{
    auto const map = test::example_map();
    auto const parameters = ms::http::parse_query_string(
        "FILTER=<Filter><BBOX><PropertyName>g</PropertyName><Box><coordinates>0,0 1,1"
        "</coordinates></Box></BBOX></Filter>&" +
        valid);
    auto request = wms::parse_get_map(parameters, *map);
    auto const kept_for = [&](std::string_view name) {
        request.layers = {std::string{name}};
        ms::Budget budget;
        (void)wms::resolve_view(request, *map, "GetMap", &budget);
        return budget.kept_bytes();
    };
    CHECK(kept_for("poly") > 0);
    CHECK(kept_for("lines") == 2 * kept_for("poly")); // drawing compiles it for each

    request.layers = {"lines"};
    auto const alike = wms::resolve_view(request, *map, "GetMap").layers;
    REQUIRE(alike.size() == 2);
    CHECK(alike[0].requested_filter.root() == alike[1].requested_filter.root());
    auto other = *map;
    other.layers[1].projection = {.arguments = {"init=epsg:3857"}};
    auto const different = wms::resolve_view(request, other, "GetMap").layers;
    CHECK(different[0].requested_filter.root() != different[1].requested_filter.root());
}

// As MapServer 8.0.0 answers.
TEST_CASE("GetMap: without TIME, the default of one layer makes it a dimension of all")
{
    auto const code = [](std::string const& layers, std::string const& status) {
        auto const map = test::load(
            "MAP EXTENT 0 40 20 60 SIZE 9 9 PROJECTION \"init=epsg:4326\" END"
            " WEB METADATA \"ows_enable_request\" \"*\" \"ows_srs\" \"EPSG:4326\" END END"
            " LAYER NAME \"a\" TYPE POINT METADATA \"wms_timeitem\" \"t\" \"wms_timeextent\""
            " \"2000/2010\" END END LAYER NAME \"b\" TYPE POINT STATUS " +
            status + " METADATA \"wms_timedefault\" \"2003\" END END END");
        auto const parameters = ms::http::parse_query_string(valid + "&LAYERS=" + layers);
        try {
            (void)wms::resolve(wms::parse_get_map(parameters, *map), parameters, *map);
        } catch (ServiceException const& error) {
            return std::string{error.code()};
        }
        return std::string{"accepted"};
    };
    CHECK(code("a", "OFF") == "accepted");
    CHECK(code("b", "OFF") == "accepted");
    CHECK(code("a,b&STYLES=,", "OFF") == "MissingDimensionValue");
    CHECK(code("a", "DEFAULT") == "MissingDimensionValue");
}
