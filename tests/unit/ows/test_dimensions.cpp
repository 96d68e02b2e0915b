// SPDX-License-Identifier: MIT
#include "ows/wms/dimensions.hpp"

#include "expr/print.hpp"
#include "ows/service_exception.hpp"

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
    return expr::print(wms::dimension_filter(layer, parameters));
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
    CHECK(wms::dimension_filter(example_layer(), {}).is_always_true());
}

TEST_CASE("dimensions: what lies outside the extent is refused, also amid valid values")
{
    for (auto const* const value : {"390", "390,480", "x", "480/490", "490 or 1=1"}) {
        CAPTURE(value);
        CHECK_THROWS_AS(filter(example_layer(), {{"elevation", value}}), ServiceException);
    }
    CHECK_THROWS_AS(filter(example_layer("490/800"), {{"elevation", "400/600"}}), ServiceException);
    CHECK_THROWS_AS(filter(example_layer(), {{"dim_name", "third"}}), ServiceException);
}
