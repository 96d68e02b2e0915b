// SPDX-License-Identifier: MIT
#include "source/postgis/facts/encoding.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace ms::source::postgis;
using ms::geometry::Box;
using ms::geometry::Kind;
using ms::source::Query;

namespace {

/// 1000 polygons of 100 vertices in a square of 1000.
TableFacts facts()
{
    TableFacts facts;
    facts.shape = 6;
    facts.rows = 1000;
    facts.vertices_per_row = 100;
    facts.extent = Box{0, 0, 1000, 1000};
    return facts;
}

/// An image of 100 pixels' width of the square's lower left corner.
Query view(double width)
{
    Query query;
    query.box = Box{0, 0, width, width};
    query.pixel_size = width / 100;
    return query;
}

Transfer choose(Query const& query, TableFacts const& table = facts())
{
    return choose_transfer(EncodingWish::Auto, query, table);
}

} // namespace

TEST_CASE("encoding: words of GEOMETRY_ENCODING")
{
    CHECK(parse_encoding("auto") == EncodingWish::Auto);
    CHECK(parse_encoding("Twkb") == EncodingWish::Twkb);
    CHECK_FALSE(parse_encoding("WKT"));
}

TEST_CASE("encoding: vertices expected by the part of the data that is seen")
{
    CHECK(expected_vertices(view(1000), facts()) == 100000);
    CHECK(expected_vertices(view(100), facts()) == doctest::Approx(1000));
    CHECK(expected_vertices(Query{}, facts()) == 100000);
    CHECK(expected_vertices(view(1), facts()) == 100); // one complete feature
    CHECK(expected_vertices(view(1000), TableFacts{}) == -1);
}

TEST_CASE("encoding: a near database sends what is not thinned as WKB, for the same vertices")
{
    auto roads = facts();
    roads.vertices_per_row = 7;
    auto query = view(1000);
    query.kind = Kind::Line;
    auto const far = choose(query, roads);
    roads.is_near = true;
    auto const near = choose(query, roads);
    CHECK(far.encoding == Encoding::Twkb);
    CHECK(near.encoding == Encoding::Snapped);
    CHECK(near.grid == far.grid);
    CHECK(near.origin == far.origin);
    CHECK(near.fewest_vertices == 4); // of the table's areas, drawn as lines
    roads.shape = 5;
    CHECK(choose(query, roads).fewest_vertices == 2);
    SUBCASE("but not if the layer wants TWKB")
    {
        CHECK(choose_transfer(EncodingWish::Twkb, query, roads).encoding == Encoding::Twkb);
    }
    SUBCASE("nor shapes that may have curves")
    {
        roads.shape = 0;
        CHECK(choose(query, roads).encoding == Encoding::Twkb);
    }
    SUBCASE("nor rows that must be cut")
    {
        roads.may_have_large_rows = true;
        CHECK(choose(query, roads).clip_large);
    }
    SUBCASE("nor rows that are thinned")
    {
        roads.vertices_per_row = 100;
        CHECK(choose(query, roads).encoding == Encoding::Twkb);
    }
    SUBCASE("nor at full precision")
    {
        query.pixel_size = 0;
        CHECK(choose(query, roads).encoding == Encoding::Wkb);
    }
}

TEST_CASE("encoding: thinned rows with versions are the same for all boxes of about the scale")
{
    auto table = facts();
    CHECK(choose(view(1000), table).level == 0);
    table.has_row_versions = true;
    auto const one = choose(view(1000), table);
    CHECK(one.level == doctest::Approx(9.5137)); // 2 ^ 3.25, the pixel being 10
    CHECK(one.grid == doctest::Approx(one.level / 16));
    CHECK(one.origin == ms::geometry::Point{});

    auto elsewhere = view(1000);
    elsewhere.box = Box{10, 20, 1100, 1100};
    elsewhere.pixel_size = 11.2;
    CHECK(choose(elsewhere, table).level == one.level);
    CHECK(choose(elsewhere, table).tolerance == one.tolerance);
    elsewhere.pixel_size = 11.4;
    CHECK(choose(elsewhere, table).level > one.level);
    elsewhere.pixel_size = 8;
    CHECK(choose(elsewhere, table).level == 8);
    elsewhere.pixel_size = 8 * (1 - 1e-12);
    CHECK(choose(elsewhere, table).level == 8);
}

TEST_CASE("encoding: the edge of the world and the poles are lines of the grid, at every scale")
{
    auto table = facts();
    for (bool const is_kept : {false, true}) {
        table.has_row_versions = is_kept;
        for (int width = 20; width < 2000; width += 7) {
            auto world = view(1000);
            world.box = Box{-180, -90, 179.3, 88.7};
            world.pixel_size = 360.0 / width;
            world.world_edge = {true, 180};
            auto const transfer = choose(world, table);
            REQUIRE(transfer.encoding == Encoding::Twkb);
            CHECK(transfer.grid <= world.pixel_size / 16);
            for (double const edge : {-180.0, 180.0}) {
                auto const step = std::round((edge - transfer.origin.x) / transfer.grid);
                CHECK(std::abs(step * transfer.grid + transfer.origin.x - edge) < 1e-11);
            }
            for (double const pole : {-90.0, 90.0}) {
                auto const step = std::round((pole - transfer.origin.y) / transfer.grid);
                CHECK(std::abs(step * transfer.grid + transfer.origin.y - pole) < 1e-11);
            }
        }
    }
}

TEST_CASE("encoding: no vertex moves if the edge of the world is curved")
{
    auto world = view(1000);
    world.world_edge = {.is_worldwide = true};
    CHECK(choose(world).encoding == Encoding::Wkb);
    CHECK(choose_transfer(EncodingWish::Twkb, world, facts()).encoding == Encoding::Wkb);
}

TEST_CASE("encoding: many vertices are thinned, fewer sent as integers, small tables as they are")
{
    auto const many = choose(view(1000));
    CHECK(many.encoding == Encoding::Twkb);
    CHECK(many.reduce);
    CHECK(many.tolerance == doctest::Approx(2.35)); // 0.235 pixels
    CHECK(many.spacing == doctest::Approx(5.5));
    CHECK(many.grid == doctest::Approx(0.625)); // a sixteenth
    CHECK(many.why ==
          "about 100000 vertices are expected in the box: those a pixel cannot show stay behind");

    auto const few = choose(view(100));
    CHECK(few.encoding == Encoding::Twkb);
    CHECK_FALSE(few.reduce);

    auto table = facts();
    table.rows = 19;
    CHECK(choose(view(1000), table).encoding == Encoding::Wkb);
}

TEST_CASE("encoding: of cached areas, fewer vertices are thinned where a pixel has several")
{
    auto table = facts();
    table.rows = 10000; // squares of 10 with a vertex every 0.4
    table.has_row_versions = true;
    auto tile = view(100); // 10,000 vertices
    tile.kind = Kind::Polygon;
    tile.pixel_size = 100.0 / 256;
    CHECK_FALSE(choose(tile, table).reduce); // the next vertex is farther away than a pixel
    tile.pixel_size = 100.0 / 128;
    CHECK(choose(tile, table).reduce);
    CHECK(choose(tile, table).level > 0);

    auto few = tile;
    few.box = Box{0, 0, 40, 40}; // 1600 vertices
    CHECK_FALSE(choose(few, table).reduce);
    auto outlines = tile;
    outlines.kind = Kind::Line; // the extent does not determine the length of a line
    CHECK_FALSE(choose(outlines, table).reduce);
    table.has_row_versions = false; // it would be done anew for each map
    CHECK_FALSE(choose(tile, table).reduce);
}

TEST_CASE("encoding: features of few vertices are not thinned, lines are thinned less than areas")
{
    auto table = facts();
    table.rows *= table.vertices_per_row / 8;
    table.vertices_per_row = 8;
    auto const short_roads = choose(view(1000), table);
    CHECK(short_roads.encoding == Encoding::Twkb);
    CHECK_FALSE(short_roads.reduce);

    auto rivers = view(1000);
    rivers.kind = ms::geometry::Kind::Line;
    CHECK(choose(rivers).reduce);
    CHECK(choose(rivers).tolerance == doctest::Approx(1.25)); // an eighth of a pixel
    CHECK(choose(rivers).spacing == doctest::Approx(1.25));
}

TEST_CASE("encoding: a level of detail is not thinned again near the scale it was made for")
{
    auto level = facts();
    auto const query = view(1000); // pixels of 10
    level.thinned_for = 10;
    CHECK_FALSE(choose(query, level).reduce);
    level.thinned_for = 8;
    CHECK_FALSE(choose(query, level).reduce);
    level.thinned_for = 7.9;
    CHECK(choose(query, level).reduce);
}

TEST_CASE("encoding: a table that was never analysed is treated as large")
{
    auto table = facts();
    table.rows = -1;
    CHECK(choose(view(10), table).reduce);
}

TEST_CASE("encoding: nothing is dropped from points, or at full precision")
{
    auto query = view(1000);
    query.kind = Kind::Point;
    CHECK(choose(query).encoding == Encoding::Wkb);
    query = view(1000);
    query.pixel_size = 0;
    for (auto const wish : {EncodingWish::Auto, EncodingWish::Twkb, EncodingWish::Wkb}) {
        CHECK(choose_transfer(wish, query, facts()).encoding == Encoding::Wkb);
    }
}

TEST_CASE("encoding: large geometries are cut around the box, if there is one")
{
    auto table = facts();
    CHECK_FALSE(choose(view(1000), table).clip_large);
    table.may_have_large_rows = true;
    CHECK(choose(view(1000), table).clip_large);
    CHECK(choose(view(100), table).clip_large);
    auto without_box = view(1000);
    without_box.box.reset();
    CHECK_FALSE(choose(without_box, table).clip_large);
}

TEST_CASE("encoding: the mapfile's choice is used")
{
    CHECK(choose_transfer(EncodingWish::Wkb, view(1000), facts()).encoding == Encoding::Wkb);
    CHECK(choose_transfer(EncodingWish::Hex, view(1000), facts()).encoding == Encoding::Hex);
    auto const twkb = choose_transfer(EncodingWish::Twkb, view(1000), facts());
    CHECK(twkb.encoding == Encoding::Twkb);
    CHECK_FALSE(twkb.reduce);
}
