// SPDX-License-Identifier: MIT
// Groups, centres and order: those of MapServer 8.0.0 for queries of the same points.
#include "expr/expression.hpp"
#include "source/cluster/aggregate.hpp"
#include "source/cluster/grouping.hpp"
#include "source/layer_error.hpp"
#include "source/postgis/link/databases.hpp"
#include "source/registry.hpp"

#include <doctest/doctest.h>

#include <fmt/format.h>

using namespace ms;
using source::cluster::Place;
using source::cluster::Region;

namespace {

Deadline const no_deadline;
Budget no_limits;

std::vector<Place> const seven{{{100, 150}}, {{110, 150}}, {{125, 150}}, {{140, 150}},
                               {{200, 150}}, {{200, 250}}, {{204, 250}}};

/// "base count x,y" of each group.
std::string text_of(std::vector<source::cluster::Group> const& groups)
{
    std::string text;
    for (auto const& group : groups) {
        text += fmt::format("{} {} {:g},{:g}; ", group.base, group.members.size(), group.middle.x,
                            group.middle.y);
    }
    return text;
}

mapfile::Map clustered_map()
{
    mapfile::Map map;
    mapfile::Layer layer;
    layer.name = "places";
    layer.type = mapfile::LayerType::Point;
    layer.processing = {"ITEMS=pop,kind"};
    auto const add = [&](double x, std::string items) {
        layer.features.push_back(
            {.parts = {{{x, 0}}}, .wkt = {}, .items = std::move(items), .text = {}, .at = {}});
    };
    add(0, "5;a");
    add(8, "7;a");
    add(4, "9;b");
    add(50, "1;b");
    layer.cluster.emplace();
    layer.cluster->region = "ellipse";
    map.layers.push_back(std::move(layer));
    return map;
}

/// The values of every row, and its place.
std::vector<std::string> rows_of(mapfile::Map const& map, std::vector<std::string> fields,
                                 std::string_view condition = "",
                                 std::size_t max_kept_bytes = 1'000'000)
{
    Log log;
    source::postgis::Databases databases;
    source::Services const services{.log = log,
                                    .databases = databases,
                                    .deadline = no_deadline,
                                    .max_kept_bytes = max_kept_bytes};
    auto const source = source::open_source(map, map.layers.front(), services);
    source::Query query;
    query.kind = geometry::Kind::Point;
    query.pixel_size = 1;
    query.fields = std::move(fields);
    if (!condition.empty()) {
        source::add_condition(query, map.layers.front(), expr::parse(condition));
    }
    auto const cursor = source->start(query);
    feature::FeatureBatch batch;
    std::vector<std::string> rows;
    while (cursor->next(batch)) {
        for (std::size_t row = 0; row < batch.size(); ++row) {
            auto text = fmt::format("{:g}:", batch.geometry.points_of(row).front().x);
            for (auto const& column : batch.attributes) {
                text += fmt::format(" {}", column.is_null(row) ? "NULL" : column[row]);
            }
            rows.push_back(text);
        }
    }
    return rows;
}

using Rows = std::vector<std::string>;

} // namespace

TEST_CASE("clusters: the point nearest to the mean of its neighbourhood takes it")
{
    CHECK(text_of(group_fully(seven, Region{20, true}, no_limits)) ==
          "0 1 100,150; 6 2 202,250; 2 3 125,150; 4 1 200,150; ");
}

TEST_CASE("clusters: simple ones are where their first point is")
{
    CHECK(text_of(group_simply(seven, Region{20, true}, no_limits)) ==
          "5 2 200,250; 4 1 200,150; 2 2 125,150; 0 2 100,150; ");
}

TEST_CASE("clusters: in simple ones a point joins the nearest base, also one found later")
{
    // MapServer 8.0.0: CLUSTER_ALGORITHM=SIMPLE, MAXDISTANCE 20
    std::vector<Place> const places{{{0, 0}}, {{18, 0}}, {{30, 0}}, {{13, 5}}, {{8, 0}}};
    CHECK(text_of(group_simply(places, Region{20, true}, no_limits)) == "2 2 30,0; 0 3 0,0; ");
    CHECK(text_of(group_simply(places, Region{10, false}, no_limits)) ==
          "2 1 30,0; 1 2 18,0; 0 2 0,0; ");
}

TEST_CASE("clusters: an ellipse leaves out the corners of a rectangle")
{
    std::vector<Place> const diagonal{{{0, 0}}, {{9, 9}}};
    CHECK(group_fully(diagonal, Region{10, false}, no_limits).size() == 1);
    CHECK(group_fully(diagonal, Region{10, true}, no_limits).size() == 2);
    CHECK(group_fully(diagonal, Region{20, true, 0.2}, no_limits).size() == 2);
    CHECK(group_fully(diagonal, Region{20, true, 2}, no_limits).size() == 1);
}

TEST_CASE("clusters: points of different keys are never one")
{
    std::vector<Place> const places{{{0, 0}, 0}, {{1, 0}, 1}, {{2, 0}, 0}};
    CHECK(text_of(group_fully(places, Region{10, true}, no_limits)) == "2 2 1,0; 1 1 1,0; ");
}

// Bases of MapServer 8.0.0.
TEST_CASE("clusters: the base of a pair depends on how the last digit is rounded")
{
    auto const base_of = [](std::vector<Place> const& pair) {
        return group_fully(pair, Region{150, true}, no_limits).at(0).base;
    };
    CHECK(base_of({{{195.6, 155.83}}, {{105.66, 86.79}}}) == 1);
    CHECK(base_of({{{122.671, 156.984}}, {{112.633, 136.385}}}) == 0);
}

TEST_CASE("clusters: thousands of points in one place are one group, soon")
{
    std::vector<Place> const same(5000, Place{{3, 4}});
    auto const groups = group_fully(same, Region{10, true}, no_limits);
    REQUIRE(groups.size() == 1);
    CHECK(groups.front().members.size() == 5000);
    std::vector<Place> const too_many(20000, Place{{3, 4}});
    CHECK_THROWS_AS((void)group_fully(too_many, Region{10, true}, no_limits), Error);
}

TEST_CASE("clusters: a late request stops grouping")
{
    Deadline const past{Deadline::Clock::now() - std::chrono::seconds{1}};
    std::vector<Place> const same(5000, Place{{3, 4}});
    Budget late{past, std::size_t{1} << 30U};
    CHECK_THROWS_AS((void)group_fully(same, Region{10, true}, late), Error);
}

TEST_CASE("clusters: crowded points need memory for each point, not for each pair of neighbours")
{
    std::vector<Place> places;
    for (int i = 0; i < 6000; ++i) {
        places.push_back({{i % 97 * 0.1, i % 89 * 0.1}});
    }
    Budget budget;
    CHECK(group_fully(places, Region{2, true}, budget).size() < 100);
    CHECK(budget.peak_bytes() < places.size() * 300);
    Budget small{no_deadline, 100'000};
    CHECK_THROWS_AS((void)group_fully(places, Region{2, true}, small), Error);
    Budget smaller{no_deadline, 10'000};
    CHECK_THROWS_AS((void)group_simply(places, Region{2, true}, smaller), Error);
}

TEST_CASE("cluster layer: the points of a layer count as memory of the request")
{
    auto const map = clustered_map();
    CHECK_NOTHROW((void)rows_of(map, {"pop"}, "", 10'000));
    CHECK_THROWS_AS((void)rows_of(map, {"pop"}, "", 100), Error);
}

TEST_CASE("cluster layer: conditions of requests choose clusters, not the points that are grouped")
{
    auto map = clustered_map();
    CHECK(rows_of(map, {"Cluster_FeatureCount"}, "[Cluster_FeatureCount] > 1") == Rows{"4: 3"});
    auto const within = [](double min_x, double max_x) {
        return fmt::format("intersects([shape], fromText('POLYGON(({0} -1,{1} -1,{1} 1,{0} 1,{0} "
                           "-1))'))",
                           min_x, max_x);
    };
    CHECK(rows_of(map, {"Cluster_FeatureCount"}, within(3.9, 4.1)) == Rows{"4: 3"});
    CHECK(rows_of(map, {"Cluster_FeatureCount"}, within(7, 50)) == Rows{"50: 1"});
    map.layers.front().processing.push_back("CLUSTER_GET_ALL_SHAPES=ON");
    map.layers.front().processing.push_back("CLUSTER_KEEP_LOCATIONS=ON");
    CHECK(rows_of(map, {"pop"}, "[pop] = 7") == Rows{"8: 7"});
}

TEST_CASE("cluster layer: groups have the base's attributes, a number and aggregates")
{
    auto const map = clustered_map();
    CHECK(rows_of(map, {"pop", "Cluster_FeatureCount", "Sum:pop", "Min:pop", "Max:pop", "Avg:pop",
                        "Count:kind"}) == Rows{"4: 9 3 21 5 9 7 3", "50: 1 1 1 1 1 1 1"});
}

TEST_CASE("cluster layer: GROUP separates points, FILTER sees the groups")
{
    auto map = clustered_map();
    auto& cluster = *map.layers.front().cluster;
    cluster.group = {.kind = mapfile::ExpressionKind::Logical, .text = "(\"[kind]\")"};
    CHECK(rows_of(map, {"Cluster_Group", "Cluster_FeatureCount"}) ==
          Rows{"4: a 2", "4: b 1", "50: b 1"});
    cluster.filter = {.kind = mapfile::ExpressionKind::Logical,
                      .text = "([Cluster_FeatureCount] > 1)"};
    CHECK(rows_of(map, {"Cluster_Group"}) == Rows{"4: a"});
}

TEST_CASE("cluster layer: FILTER of attributes of points chooses what is grouped")
{
    struct Row {
        char const* filter;
        Rows clusters;
    };
    // As MapServer 8.0.0, where the points lie in one cell of its search tree; but with attributes
    // of clusters FILTER chooses among those that there are without it.
    std::vector<Row> const table{{"(\"[kind]\" = \"a\")", {"4: 2"}},
                                 {"(\"[kind]\" = \"b\")", {"4: 1", "50: 1"}},
                                 {"([pop] > 5)", {"6: 2"}},
                                 {"([pop] > 5 AND [pop] < 9)", {"8: 1"}},
                                 {"(\"[kind]\" = \"c\")", {}},
                                 {"([Cluster_FeatureCount] = 3)", {"4: 3"}},
                                 {"([Cluster_FeatureCount] > 1 AND [pop] = 9)", {"4: 3"}}};
    for (auto const& [filter, clusters] : table) {
        CAPTURE(filter);
        auto map = clustered_map();
        map.layers.front().cluster->filter = {.kind = mapfile::ExpressionKind::Logical,
                                              .text = filter};
        CHECK(rows_of(map, {"Cluster_FeatureCount"}) == clusters);
    }
}

TEST_CASE("cluster layer: PROCESSING returns all points, or their places")
{
    auto map = clustered_map();
    map.layers.front().processing.push_back("CLUSTER_GET_ALL_SHAPES=ON");
    CHECK(rows_of(map, {"pop"}) == Rows{"4: 5", "4: 7", "4: 9", "50: 1"});
    map.layers.front().processing.push_back("CLUSTER_KEEP_LOCATIONS=ON");
    CHECK(rows_of(map, {"pop"}) == Rows{"0: 5", "8: 7", "4: 9", "50: 1"});
}

TEST_CASE("cluster layer: an unknown REGION is reported with its place")
{
    auto map = clustered_map();
    map.layers.front().cluster->region = "square";
    CHECK_THROWS_WITH_AS((void)rows_of(map, {}), doctest::Contains("REGION is \"rectangle\""),
                         Error);
}

TEST_CASE("clusters: a layer that is not TYPE POINT is refused in MapServer's words")
{
    for (auto const type : {mapfile::LayerType::Line, mapfile::LayerType::Polygon}) {
        auto map = clustered_map();
        map.layers[0].type = type;
        try {
            rows_of(map, {"pop"});
            FAIL("no error");
        } catch (source::LayerError const& error) {
            CHECK(error.kind() == ErrorKind::BadMapfile);
            CHECK(
                error.public_text() ==
                "msDrawMap(): Image handling error. Failed to draw layer named 'places'.\n"
                "msClusterLayerOpen(): General error message. Only point layers are supported for "
                "clustering: places");
        }
    }
}
