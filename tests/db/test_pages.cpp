// SPDX-License-Identifier: MIT
// Rows that are sorted, skipped and counted by the database, or by us if it cannot.
#include "db/database.hpp"
#include "expr/build.hpp"

#include <doctest/doctest.h>

using ms::geometry::Kind;

namespace {

/// t (id, name, geom): 1 to 12, the third without a geometry.
struct PagesFixture {
    test::Schema schema;
    ms::source::postgis::Databases databases;
    test::Request request{databases};
    std::unique_ptr<ms::source::FeatureSource> source;
    ms::source::NullGeometry null_geometry = ms::source::NullGeometry::Excluded;

    PagesFixture()
    {
        schema.run("CREATE TABLE " + schema("t") +
                   " (id int PRIMARY KEY, name text, geom geometry(Point, 4326))");
        schema.run(
            "INSERT INTO " + schema("t") +
            " SELECT i, repeat('x', i % 3 + 1), CASE WHEN i <> 3 THEN ST_Point(i, i, 4326) END "
            "FROM generate_series(1, 12) i");
        source = request.open("geom from " + schema("t"));
    }

    std::string ids(ms::source::Query query)
    {
        query.fields = {"id"};
        query.null_geometry = null_geometry;
        std::string found;
        for (auto const& row : test::read_all(*source->start(query), schema.session())) {
            found += row[0] + ' ';
        }
        return found;
    }
};

ms::source::Query page(std::int64_t offset, std::int64_t limit, bool is_descending = false)
{
    auto query = test::everything(Kind::Point);
    query.order = {{"id", is_descending}};
    query.offset = offset;
    query.max_features = limit;
    return query;
}

} // namespace

TEST_CASE_FIXTURE(PagesFixture,
                  "pages: numbers are sorted as such, and rows without a geometry are not counted")
{
    CHECK(ids(page(0, 3)) == "1 2 4 ");
    CHECK(ids(page(3, 3)) == "5 6 7 ");
    CHECK(ids(page(0, 2, true)) == "12 11 ");
    CHECK(ids(page(10, 5)) == "12 ");
    CHECK(ids(page(11, 5)).empty());
}

// ORDER BY of such a column: could not identify an ordering operator for type json
TEST_CASE_FIXTURE(PagesFixture, "pages: columns whose values have no order are sorted as texts")
{
    for (std::string const type : {"json", "xml", "xid", "json[]"}) {
        auto const table = schema("\"of " + type + "\"");
        auto const text = type == "json[]" ? "'{' || 100 - id || '}'" : "(100 - id)::text";
        schema.run("CREATE TABLE " + table + " AS SELECT id, geom, (" + text + ")::" + type +
                   " AS value FROM " + schema("t"));
        source = request.open("geom from " + table);
        auto query = page(0, 3);
        query.order = {{"value", false}};
        CHECK(ids(query) == "12 11 10 ");
    }
}

TEST_CASE_FIXTURE(PagesFixture, "pages: rows without a geometry are returned if that is wanted")
{
    null_geometry = ms::source::NullGeometry::Returned;
    CHECK(ids(page(0, 4)) == "1 2 3 4 ");
    auto query = page(0, -1);
    query.null_geometry = null_geometry;
    CHECK(source->count(query) == 12);
}

TEST_CASE_FIXTURE(PagesFixture,
                  "pages: every row is on one of them, also if the table changes meanwhile")
{
    auto const pages = [&] {
        std::string all;
        for (int offset = 0; offset < 12; offset += 4) {
            auto query = page(offset, 4);
            query.order = {{"name", false}}; // three names for twelve rows
            query.is_page = true;
            all += ids(query);
            // Moves rows to the end of the table, where they would be read last.
            schema.run("UPDATE " + schema("t") + " SET name = name WHERE id % 2 = 1");
        }
        return all;
    };
    CHECK(pages() == "6 9 12 1 4 7 10 2 5 8 11 ");
    auto query = page(0, 5);
    query.order = {};
    query.is_page = true;
    CHECK(ids(query) == "1 2 4 5 6 ");
}

TEST_CASE_FIXTURE(PagesFixture, "pages: the same where a condition is for us to see to")
{
    auto query = page(1, 2);
    query.filter = ms::expr::parse("(length('[name]') > 2)");
    REQUIRE_FALSE(source->count(query));
    CHECK(ids(query) == "5 8 "); // of 2, 5, 8, 11
}

TEST_CASE_FIXTURE(PagesFixture, "filter: NULL is found as such, which no comparison finds")
{
    schema.run("UPDATE " + schema("t") + " SET name = NULL WHERE id = 7");
    schema.run("UPDATE " + schema("t") + " SET name = '' WHERE id = 8");
    auto query = page(0, -1);
    query.filter = ms::expr::Expression{ms::expr::build_comparison(
        ms::expr::Operator::Equal,
        ms::expr::make_node(ms::expr::Attribute{"name", ms::expr::Type::Text},
                            ms::expr::Type::Text),
        ms::expr::make_node(ms::expr::TextLiteral{.is_null = true}, ms::expr::Type::Text), 0)};
    CHECK(ids(query) == "7 ");
    CHECK(source->count(query) == 1);
}

TEST_CASE_FIXTURE(PagesFixture, "count: rows that pass a condition and a box")
{
    auto query = page(5, 1);
    CHECK(source->count(query) == 11);
    query.box = ms::geometry::Box{0.5, 0.5, 6.5, 6.5};
    CHECK(source->count(query) == 5);
    query.filter = ms::expr::parse("('[name]' = 'x')");
    CHECK(source->count(query) == 1);
}
