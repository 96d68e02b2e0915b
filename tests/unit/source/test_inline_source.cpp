// SPDX-License-Identifier: MIT
#include "source/inline_source.hpp"

#include "base/error.hpp"
#include "source/postgis/link/databases.hpp"
#include "source/registry.hpp"

#include <doctest/doctest.h>

namespace {

using namespace ms::source;
using ms::geometry::Kind;
using ms::geometry::Point;
using ms::mapfile::Feature;
using ms::mapfile::LayerType;

/// A map of one layer with inline features.
struct Fixture {
    Fixture() { layer.name = "test"; }

    void add_points(std::vector<std::vector<Feature::Point>> parts)
    {
        Feature feature;
        feature.parts = std::move(parts);
        layer.features.push_back(std::move(feature));
    }
    void add_wkt(std::string wkt)
    {
        Feature feature;
        feature.wkt = std::move(wkt);
        layer.features.push_back(std::move(feature));
    }
    ms::feature::FeatureBatch const& read(Query const& query)
    {
        auto const source = open_source(map, layer, services);
        auto const cursor = source->start(query);
        if (cursor->next(batch)) {
            ms::feature::FeatureBatch rest;
            CHECK_FALSE(cursor->next(rest));
        }
        return batch;
    }
    ms::feature::FeatureBatch const& read(Kind kind)
    {
        Query query;
        query.kind = kind;
        return read(query);
    }

    ms::Log log;
    ms::Deadline deadline;
    postgis::Databases databases;
    Services services{log, databases, deadline};
    ms::mapfile::Map map;
    ms::mapfile::Layer layer;
    ms::feature::FeatureBatch batch;
};

using Ends = std::vector<std::uint32_t>;

} // namespace

// Expected values are those of MapServer 8.0.0 (layerObj.nextShape), but for the closed rings.

TEST_CASE_FIXTURE(Fixture, "inline: every POINTS block of a polygon layer is a ring, closed")
{
    layer.type = LayerType::Polygon;
    add_points({{{0, 0}, {1, 0}, {1, 1}}, {{5, 5}, {6, 5}, {6, 6}, {5, 5}}});

    auto const& geometry = read(Kind::Polygon).geometry;
    CHECK(geometry.kinds == std::vector{Kind::Polygon});
    CHECK(geometry.ring_ends == Ends{4, 8});
    CHECK(geometry.points[3] == Point{0, 0});
}

TEST_CASE_FIXTURE(Fixture, "inline: every POINTS block of a line layer is a line")
{
    layer.type = LayerType::Line;
    add_points({{{0, 0}, {1, 0}, {1, 1}}, {{5, 5}, {6, 5}}});

    auto const& geometry = read(Kind::Line).geometry;
    CHECK(geometry.ring_ends == Ends{3, 5});
    CHECK(geometry.part_ends == Ends{1, 2});
}

TEST_CASE_FIXTURE(Fixture, "inline: the POINTS of a point layer are one multipoint")
{
    layer.type = LayerType::Point;
    add_points({{{0, 0}, {1, 0}}, {{5, 5}}});

    auto const& geometry = read(Kind::Point).geometry;
    CHECK(geometry.size() == 1);
    CHECK(geometry.points == std::vector<Point>{{0, 0}, {1, 0}, {5, 5}});
}

TEST_CASE_FIXTURE(Fixture, "inline: WKT of another kind is converted to the layer's, if possible")
{
    layer.type = LayerType::Line;
    add_wkt("POLYGON((0 0,1 0,1 1,0 0))");
    add_wkt("POINT(3 3)");
    add_wkt("LINESTRING(3 3,4 4)");

    auto const& rows = read(Kind::Line);
    CHECK(rows.geometry.kinds == std::vector{Kind::Line, Kind::Line});
    CHECK(rows.geometry.ring_ends == Ends{4, 6});
    CHECK(rows.skipped == 1);
}

TEST_CASE_FIXTURE(Fixture, "inline: malformed WKT is an error that names the place")
{
    layer.type = LayerType::Polygon;
    add_wkt("nonsense");
    CHECK_THROWS_WITH_AS(
        (void)open_source(map, layer, services),
        ("layer \"test\": malformed WKT in a FEATURE (" + map.where({}) + ")").c_str(), ms::Error);
}

TEST_CASE_FIXTURE(Fixture, "inline: features without points are left out")
{
    layer.type = LayerType::Polygon;
    add_points({});
    add_points({{}});
    add_wkt("POLYGON EMPTY");
    CHECK(read(Kind::Polygon).size() == 0);
}

TEST_CASE_FIXTURE(Fixture, "inline: ITEMS are values by the names of PROCESSING ITEMS")
{
    layer.type = LayerType::Point;
    layer.processing = {"ITEMS=a,b"};
    for (auto const* const items : {"x;y;z", "x", " x ;;", ""}) {
        add_points({{{0, 0}}});
        layer.features.back().items = items;
    }
    Query query;
    query.kind = Kind::Point;
    query.fields = {"b", "A"};
    auto const& rows = read(query);

    CHECK(rows.attributes[0][0] == "y");
    CHECK(rows.attributes[1][0] == "x");
    CHECK(rows.attributes[0].is_null(1));
    CHECK(rows.attributes[1][2] == " x ");
    CHECK(rows.attributes[0][2] == "");
    CHECK(rows.attributes[1][3] == "");
    query.fields = {"c"}; // as in MapServer 8.0.0
    CHECK(read(query).attributes[0].is_null(0));
}

TEST_CASE_FIXTURE(Fixture, "inline: TEXT travels with the feature")
{
    layer.type = LayerType::Point;
    add_points({{{0, 0}}});
    layer.features.back().text = "hi";
    add_points({{{1, 1}}});

    auto const& rows = read(Kind::Point);
    REQUIRE(rows.texts.size() == 2);
    CHECK(rows.texts[0] == "hi");
    CHECK(rows.texts.is_null(1));
}

TEST_CASE_FIXTURE(Fixture,
                  "inline: box, FILTER and MAXFEATURES select; the id is the place in the layer")
{
    layer.type = LayerType::Point;
    layer.processing = {"ITEMS=name"};
    for (int i = 0; i < 10; ++i) {
        add_points({{{1.0 * i, 0}}});
        layer.features.back().items = i % 2 == 0 ? "even" : "odd";
    }
    Query query;
    query.kind = Kind::Point;
    query.with_ids = true;
    query.box = {2.5, -1, 8.5, 1};
    query.filter = ms::expr::equals("name", "even", false);
    query.max_features = 2;
    auto const& rows = read(query);

    REQUIRE(rows.size() == 2);
    CHECK(rows.ids[0] == "4");
    CHECK(rows.ids[1] == "6");
}

TEST_CASE_FIXTURE(Fixture, "inline: a feature that is left out leaves nothing in the batch")
{
    layer.type = LayerType::Polygon;
    for (double const x : {1., 20., 5., 30.}) {
        add_points({{{x, 1}, {x, 2}, {x + 1, 2}, {x, 1}}, {{x, 4}, {x, 5}, {x + 1, 5}, {x, 4}}});
    }
    Query query;
    query.kind = Kind::Polygon;
    query.box = {0, 0, 10, 10};
    auto const& rows = read(query);

    CHECK(rows.size() == 2);
    CHECK(rows.texts.size() == 2);
    CHECK(rows.geometry.points.size() == 16);
    CHECK(rows.geometry.points[8] == ms::geometry::Point{5, 1});
    CHECK(rows.geometry.ring_ends == Ends{4, 8, 12, 16});
    CHECK(rows.geometry.part_ends == Ends{2, 4});
    CHECK(rows.geometry.feature_ends == Ends{1, 2});
}

TEST_CASE_FIXTURE(Fixture, "inline: features go before DATA")
{
    layer.type = LayerType::Point;
    layer.data = "nope";
    add_points({{{2, 3}}});
    auto const source = open_source(map, layer, services);
    CHECK(source->explain({}) == "1 inline features");
    CHECK(source->extent() == ms::geometry::Box{2, 3, 2, 3});
}

TEST_CASE_FIXTURE(Fixture,
                  "inline: two points of a MULTIPOINT make a circle, as the ends of a line do")
{
    layer.type = LayerType::Circle;
    add_wkt("MULTIPOINT(30 30,90 70)");
    add_wkt("LINESTRING(30 30,90 70)");
    auto const& circles = read(Kind::Line).geometry;
    REQUIRE(circles.kinds == std::vector{Kind::Line, Kind::Line});
    CHECK(circles.points_of(0).size() == 2);
    CHECK(circles.points_of(1).size() == 2);
}
