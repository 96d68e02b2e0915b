// SPDX-License-Identifier: MIT
#include "ows/wms/dimensions.hpp"

#include "expr/print.hpp"
#include "ows/common/service_exception.hpp"

#include <doctest/doctest.h>

namespace {

using namespace ms;
using namespace ms::ows;

/// A layer as in MapServer's own tests: heights as a list, as a range, and names.
mapfile::Layer example_layer(std::string_view extent = "500, 490, 480",
                             std::string_view default_value = "")
{
    mapfile::Layer layer;
    layer.metadata.set("wms_dimensionlist", "elevation, name");
    layer.metadata.set("wms_elevation_item", "ELEV");
    layer.metadata.set("wms_elevation_units", "meters");
    layer.metadata.set("wms_elevation_extent", extent);
    if (!default_value.empty()) {
        layer.metadata.set("wms_elevation_default", default_value);
    }
    layer.metadata.set("wms_name_item", "text");
    layer.metadata.set("wms_name_units", "");
    layer.metadata.set("wms_name_extent", "first, second");
    return layer;
}

std::string filter(mapfile::Layer const& layer, http::Parameters const& parameters)
{
    return expr::print(wms::choose_dimensions(layer, parameters).filter);
}

std::string mapfile_text(std::string_view text)
{
    return expr::print(expr::parse(text));
}

} // namespace

TEST_CASE("dimensions: values are alternatives, numbers or texts as the extent has them")
{
    CHECK(filter(example_layer(), {{"elevation", "490"}}) == mapfile_text("([ELEV] = 490)"));
    CHECK(filter(example_layer(), {{"ELEVATION", "490,480"}}) ==
          mapfile_text("([ELEV] = 490 or [ELEV] = 480)"));
    CHECK(filter(example_layer(), {{"dim_name", "first"}}) ==
          mapfile_text(R"(("[text]" = "first"))"));
}

// As MapServer 8.0.0.
TEST_CASE("dimensions: names have the prefix DIM_, except elevation")
{
    for (auto const* const name : {"NAME", "DIM_ELEVATION"}) {
        CAPTURE(name);
        CHECK(wms::choose_dimensions(example_layer(), {{name, "1"}}).filter.is_always_true());
    }
}

TEST_CASE("dimensions: ranges within the extent are ranges of the attribute")
{
    CHECK(filter(example_layer("490/800"), {{"elevation", "500/600"}}) ==
          mapfile_text("([ELEV] >= 500 and [ELEV] <= 600)"));
    CHECK(filter(example_layer("480/500,800/900"), {{"elevation", "850"}}) ==
          mapfile_text("([ELEV] = 850)"));
}

TEST_CASE("dimensions: without a value the default holds, and without one nothing")
{
    CHECK(filter(example_layer("1,2", "2"), {{"elevation", ""}}) == mapfile_text("([ELEV] = 2)"));
    CHECK(filter(example_layer("1,2", "2"), {}) == mapfile_text("([ELEV] = 2)"));
    CHECK(wms::choose_dimensions(example_layer(), {}).filter.is_always_true());
    CHECK_THROWS_AS((void)wms::choose_dimensions(example_layer(), {}, wms::MissingDimension::Fault),
                    ServiceException);
}

TEST_CASE("dimensions: values outside the extent are refused, also among valid values")
{
    for (auto const* const value : {"390", "390,480", "x", "480/490", "490 or 1=1"}) {
        CAPTURE(value);
        CHECK_THROWS_AS(filter(example_layer(), {{"elevation", value}}), ServiceException);
    }
    CHECK_THROWS_AS(filter(example_layer("490/800"), {{"elevation", "400/600"}}), ServiceException);
    CHECK_THROWS_AS(filter(example_layer(), {{"dim_name", "third"}}), ServiceException);
}

// OGC 06-042 C.4.2 and C.4.3.
// MapServer 8.0.0: InvalidDimensionValue, "invalid settings".
TEST_CASE("dimensions: one that is listed without item, units or extent cannot be requested")
{
    for (auto const* const missing :
         {"wms_elevation_item", "wms_elevation_units", "wms_elevation_extent"}) {
        CAPTURE(missing);
        mapfile::Layer layer;
        auto const whole = example_layer();
        for (auto const& [key, value] : whole.metadata.entries) {
            if (key != missing) {
                layer.metadata.set(key, value);
            }
        }
        CHECK_NOTHROW((void)filter(layer, {}));
        CHECK_THROWS_AS((void)filter(layer, {{"ELEVATION", "500"}}), ServiceException);
        CHECK(filter(layer, {{"DIM_NAME", "first"}}) == mapfile_text("(\"[text]\" = \"first\")"));
    }
}

TEST_CASE("dimensions: values that were chosen for the client are reported")
{
    auto layer = example_layer("480,490,500", "500");
    CHECK(wms::choose_dimensions(layer, {}).warnings ==
          std::vector<std::string>{"99 Default value used: elevation=500 meters"});
    CHECK(wms::choose_dimensions(layer, {{"elevation", "490"}}).warnings.empty());
    layer.metadata.set("wms_elevation_nearestvalue", "1");
    auto const nearest = wms::choose_dimensions(layer, {{"elevation", "492"}});
    CHECK(nearest.warnings ==
          std::vector<std::string>{"99 Nearest value used: elevation=490 meters"});
    CHECK(expr::print(nearest.filter) == mapfile_text("([ELEV] = 490)"));
    CHECK(filter(layer, {{"elevation", "-9e9"}}) == mapfile_text("([ELEV] = 480)"));
    CHECK_THROWS_AS(filter(layer, {{"elevation", "x"}}), ServiceException);
}

TEST_CASE("dimensions: lists and ranges are refused where a layer has one value only")
{
    auto layer = example_layer("480/500");
    layer.metadata.set("wms_elevation_multiplevalues", "0");
    CHECK(filter(layer, {{"elevation", "490"}}) == mapfile_text("([ELEV] = 490)"));
    CHECK_THROWS_AS(filter(layer, {{"elevation", "490,480"}}), ServiceException);
    CHECK_THROWS_AS(filter(layer, {{"elevation", "480/490"}}), ServiceException);
}

namespace {

/// "1,2,3" up to a number.
std::string numbers_to(int last)
{
    std::string text;
    for (int i = 1; i <= last; ++i) {
        text += (i == 1 ? "" : ",") + std::to_string(i);
    }
    return text;
}

} // namespace

TEST_CASE("dimensions: clients send a thousand values, mapfiles have as many as they want")
{
    auto const layer = example_layer(numbers_to(1500));
    CHECK(filter(layer, {{"elevation", "1500"}}) == mapfile_text("([ELEV] = 1500)"));
    CHECK_NOTHROW(filter(layer, {{"elevation", numbers_to(1000)}}));
    CHECK_THROWS_WITH_AS(filter(layer, {{"elevation", numbers_to(1001)}}),
                         "Too many values in elevation: at most 1000 are taken.", ServiceException);
    CHECK_NOTHROW(filter(example_layer(numbers_to(1500), numbers_to(1500)), {}));
}

TEST_CASE("dimensions: a response has a limited number of warnings, each once")
{
    auto layer = example_layer(numbers_to(100));
    layer.metadata.set("wms_elevation_nearestvalue", "1");
    std::string between = "1.1,1.2";
    for (int i = 2; i < 100; ++i) {
        between += ',' + std::to_string(i) + ".1";
    }
    auto const warnings = wms::choose_dimensions(layer, {{"elevation", between}}).warnings;
    REQUIRE(warnings.size() == wms::max_warnings);
    CHECK(warnings[0] == "99 Nearest value used: elevation=1 meters");
    CHECK(warnings[1] == "99 Nearest value used: elevation=2 meters");
}

TEST_CASE("dimensions: values are compared within the time of the request")
{
    Deadline deadline;
    Budget budget{deadline, 1000};
    deadline.cancel();
    CHECK_THROWS_AS((void)wms::choose_dimensions(example_layer(), {{"elevation", "490"}},
                                                 wms::MissingDimension::Everything, &budget),
                    Interrupted);
}

namespace {

mapfile::Layer layer_with_catalogue()
{
    auto layer = example_layer();
    layer.metadata.set("wms_name_catalogue", "SELECT x FROM t WHERE k = :dim");
    return layer;
}

} // namespace

TEST_CASE("dimensions: a value of a catalogue is no condition itself")
{
    auto const layer = layer_with_catalogue();
    auto const chosen =
        wms::choose_dimensions(layer, {{"elevation", "490"}, {"dim_name", "second"}});
    CHECK(expr::print(chosen.filter) == mapfile_text("([ELEV] = 490)"));
    REQUIRE(chosen.by_catalogue.size() == 1);
    CHECK(chosen.by_catalogue[0].value == "second");
    CHECK(chosen.by_catalogue[0].dimension.item == "text");
}

TEST_CASE("dimensions: a catalogue is asked about one value of the extent, or about any")
{
    auto layer = layer_with_catalogue();
    for (auto const* const value : {"third", "first,second", "first/second"}) {
        CAPTURE(value);
        CHECK_THROWS_AS((void)wms::choose_dimensions(layer, {{"dim_name", value}}),
                        ServiceException);
    }
    layer.metadata.set("wms_name_unknown", "empty");
    CHECK(wms::choose_dimensions(layer, {{"dim_name", "third"}}).by_catalogue.size() == 1);
    CHECK_THROWS_AS((void)wms::choose_dimensions(layer, {{"dim_name", "first,third"}}),
                    ServiceException);
}

TEST_CASE("dimensions: values that an extent lists word for word, once")
{
    mapfile::Map map;
    map.layers.push_back(example_layer("500, 490, 1/10"));
    std::vector<render::LayerChoice> const layers(2); // of one layer
    auto const listed = [&](http::Parameters const& parameters) {
        return wms::listed_parameters(map, layers, parameters);
    };
    CHECK(listed({{"ELEVATION", "490"}, {"Dim_Name", "first"}}) ==
          std::vector<std::string>{"elevation", "dim_name"});
    CHECK(listed({{"ELEVATION", "490.0"}, {"DIM_NAME", "third"}}).empty());
    CHECK(listed({{"ELEVATION", "1"}}).empty()); // of a range: a client could go on
    CHECK(listed({{"ELEVATION", "490,500"}}).empty());
    CHECK(listed({{"ELEVATION", "490"}, {"elevation", "500"}}).empty());
}
