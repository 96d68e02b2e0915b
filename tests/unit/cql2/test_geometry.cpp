// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "cql2/cql2.hpp"
#include "crs/transformation.hpp"
#include "expr/bind.hpp"
#include "expr/filter_cost.hpp"

#include <doctest/doctest.h>

#include <initializer_list>

namespace {

using namespace ms;

/// Whether filters hold of a point in the layer's CRS.
class Layer {
public:
    Layer(std::string_view layer_crs, std::string_view filter_crs, geometry::Point point)
        : m_context{.queryable =
                        [](std::string_view) {
                            return std::optional{cql2::Queryable{{}, expr::Type::Shape}};
                        },
                    .layer_crs = crs::parse(layer_crs),
                    .filter_crs = filter_crs.empty() ? crs::Definition{} : crs::parse(filter_crs)}
    {
        m_batch.reset(0);
        m_batch.geometry.points = {point};
        m_batch.geometry.end_ring();
        m_batch.geometry.end_part();
        m_batch.geometry.end_feature(geometry::Kind::Point);
    }

    [[nodiscard]] bool meets(std::string_view geometry) const
    {
        auto const filter = "S_INTERSECTS(geom, " + std::string{geometry} + ")";
        expr::Bound bound{cql2::parse(filter, cql2::Language::Text, m_context), {}};
        return bound.is_true(m_batch, 0);
    }

private:
    cql2::Context m_context;
    feature::FeatureBatch m_batch;
};

// 94.4297 W, 48.642 N as gdaltransform (PROJ 9.1) has it in EPSG:32615.
constexpr geometry::Point lake{394682.10, 5388646.24};

} // namespace

TEST_CASE("cql2 geometry: without filter-crs, longitude and latitude")
{
    Layer const layer{"EPSG:32615", "", lake};
    CHECK(layer.meets("POLYGON((-94.43 48.641,-94.429 48.643,-94.43 48.643,-94.43 48.641))"));
    CHECK_FALSE(layer.meets("POLYGON((-94.5 48.6,-94.43 48.6,-94.43 48.7,-94.5 48.6))"));
}

TEST_CASE("cql2 geometry: filter-crs implies its authority's axis order")
{
    Layer const layer{"EPSG:32615", "EPSG:4326", lake};
    CHECK(layer.meets("BBOX(48.641,-94.43,48.643,-94.429)"));
    CHECK_FALSE(layer.meets("BBOX(48.641,-94.429,48.643,-94.428)"));
    Layer const same{"EPSG:32615", "EPSG:32615", lake};
    CHECK(same.meets("BBOX(394682,5388646,394683,5388647)"));
}

TEST_CASE("cql2 geometry: boxes of the world are the world in any CRS")
{
    for (auto const* const box : {"BBOX(-180,-90,180,90)", "BBOX(-180,-90,0,90)",
                                  "BBOX(-180,-90,-1000,180,90,1000)", "ENVELOPE(-170,1,-20,89)"}) {
        CAPTURE(box);
        CHECK(Layer{"EPSG:32615", "", lake}.meets(box));
        CHECK(Layer{"EPSG:3857", "", {-10511867, 6211300}}.meets(box));
        CHECK(Layer{"EPSG:4326", "", {-94.4297, 48.642}}.meets(box));
    }
    CHECK(Layer{"EPSG:32615", "EPSG:4326", lake}.meets("BBOX(-90,-180,-1000,90,180,1000)"));
    CHECK_FALSE(Layer{"EPSG:3857", "", {1e6, 6211300}}.meets("BBOX(-180,-90,0,90)"));
}

TEST_CASE("cql2 geometry: the edges of a box bend with it")
{
    // Between 9 E and 3 E of its middle the 60th parallel climbs in UTM zone 32 by some 8 km.
    crs::Transformation const to_utm{crs::parse(std::string_view{"EPSG:4326"}),
                                     crs::parse(std::string_view{"EPSG:32632"})};
    std::vector<geometry::Point> point{{9, 60.01}};
    CHECK(to_utm.forward(point) == 0);
    CHECK_FALSE(Layer{"EPSG:32632", "", point[0]}.meets("BBOX(3,50,15,60)"));
}

TEST_CASE("cql2 geometry: boxes that a projection has no place for hold nothing")
{
    // PROJ gives points near the equator, 90 degrees from the middle of zone 15, numbers in it.
    for (std::string const box : {"BBOX(-5,-1,-1,1)", "BBOX(2,49,3,50)", "BBOX(0,-1,1,1)"}) {
        CAPTURE(box);
        CHECK_FALSE(Layer{"EPSG:32615", "", lake}.meets(box));
    }
}

TEST_CASE("cql2 geometry: a box whose west is east of its east goes over the antimeridian")
{
    for (double const longitude : {179.5, -179.5}) {
        CHECK(Layer{"EPSG:4326", "", {longitude, 0}}.meets("BBOX(179,-1,-179,1)"));
    }
    CHECK_FALSE(Layer{"EPSG:4326", "", {0, 0}}.meets("BBOX(179,-1,-179,1)"));
}

TEST_CASE("cql2 geometry: points without an image are refused")
{
    Layer const layer{"EPSG:32615", "", lake};
    CHECK_THROWS_AS(static_cast<void>(layer.meets("POINT(1e9 1e9)")), Error);
}

TEST_CASE("cql2 geometry: polygons on which databases give up are refused")
{
    Layer const layer{"EPSG:4326", "", {5, 5}};
    for (auto const* const polygon :
         {"MULTIPOLYGON(((0 0,9 0,9 9,0 9,0 0)),((5 5,15 5,15 15,5 15,5 5)))",
          "POLYGON((0 0,9 9,0 9,9 0,0 0))"}) {
        CHECK_THROWS_WITH(static_cast<void>(layer.meets(polygon)),
                          doctest::Contains("crosses itself"));
    }
}

namespace {

/// "BBOX or BBOX or ..."
std::string boxes(std::size_t count)
{
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += (i == 0 ? "" : " OR ") + std::string{"S_INTERSECTS(geom, BBOX(0,0,1,1))"};
    }
    return text;
}

} // namespace

TEST_CASE("cql2 geometry: filters have a maximum of geometries, and the budget of the request")
{
    cql2::Context context{.queryable = [](std::string_view) {
        return std::optional{cql2::Queryable{{}, expr::Type::Shape}};
    }};
    auto const translate = [&](std::size_t count) {
        (void)cql2::parse(boxes(count), cql2::Language::Text, context);
    };
    CHECK_NOTHROW(translate(expr::max_filter_geometries));
    CHECK_THROWS_WITH_AS(translate(expr::max_filter_geometries + 1),
                         "Filter: too many geometries: at most 1000 are taken", Error);
    Deadline const deadline;
    Budget small{deadline, 10'000};
    context.budget = &small;
    CHECK_NOTHROW(translate(5));
    CHECK_THROWS_WITH(translate(100), "the request needs more memory than allowed");
}
