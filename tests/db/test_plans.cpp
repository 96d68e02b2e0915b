// SPDX-License-Identifier: MIT
#include "db/database.hpp"
#include "source/postgis/rows/learn.hpp"
#include "source/postgis/sql/fetch.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

using ms::geometry::Kind;
using ms::source::postgis::LayerSettings;

namespace {

/// Ten thousand points in degrees, each kind of column indexed, analysed.
struct PlansFixture {
    test::Schema schema;

    PlansFixture()
    {
        schema.run("CREATE TABLE " + schema("t") +
                   " (id int PRIMARY KEY, name text, kind varchar(9), n int, u uuid, "
                   "geom geometry(Point,4326), geog geography(Point))");
        schema.run(
            "INSERT INTO " + schema("t") +
            " SELECT i, 'n' || i, 'k' || i, i, "
            "('00000000-0000-0000-0000-' || to_char(i, 'FM000000000000'))::uuid, p, p::geography "
            "FROM (SELECT i, ST_Point(i % 100, i / 200.0, 4326) AS p FROM generate_series(1, "
            "10000) i) s");
        for (auto const* index :
             {"(name)", "(kind)", "(n)", "(u)", "USING gist (geom)", "USING gist (geog)"}) {
            schema.run("CREATE INDEX ON " + schema("t") + " " + index);
        }
        schema.run("ANALYZE " + schema("t"));
    }

    ms::source::postgis::Fetch fetch(LayerSettings const& settings, ms::source::Query const& query)
    {
        ms::Deadline const deadline;
        ms::source::postgis::Connection connection{test::conninfo(), {}, deadline};
        return make_fetch(settings, learn(settings, connection, deadline), query);
    }

    /// The server's plan for a prepared statement. `mode`: force_custom_plan or force_generic_plan.
    std::string plan(LayerSettings const& settings, ms::source::Query const& query,
                     std::string const& mode)
    {
        auto const& statement = fetch(settings, query).statement;
        std::string values;
        for (auto const& value : statement.parameters) {
            values += (values.empty() ? "'" : ",'") + value + "'";
        }
        schema.run("SET plan_cache_mode = " + mode);
        schema.run("PREPARE p AS " + statement.sql);
        std::string text;
        for (auto const& row :
             schema.session().rows("EXPLAIN (COSTS OFF) EXECUTE p(" + values + ")")) {
            text += row[0] + "\n";
        }
        schema.run("DEALLOCATE p");
        return text;
    }
};

ms::source::Query small_box()
{
    auto query = test::everything(Kind::Point, {"name"});
    query.box = ms::geometry::Box{10, 10, 12, 12};
    return query;
}

bool uses(std::string const& plan, std::string_view index)
{
    return plan.find(index) != std::string::npos && plan.find("Seq Scan") == std::string::npos;
}

} // namespace

TEST_CASE_FIXTURE(PlansFixture,
                  "plans: a prepared statement with the box as parameters uses the GiST index")
{
    for (auto const* mode : {"force_custom_plan", "force_generic_plan"}) {
        for (auto const& data :
             {"geom from " + schema("t"), "geom from (select * from " + schema("t") + ") as t",
              "geom from (select * from " + schema("t") +
                  " where geom && !BOX!) as t using srid=4326"}) {
            auto const text = plan(test::settings(data), small_box(), mode);
            CAPTURE(text);
            CHECK(uses(text, "t_geom_idx"));
        }
        auto const text = plan(test::settings("geog from " + schema("t")), small_box(), mode);
        CAPTURE(text);
        CHECK(uses(text, "t_geog_idx"));
    }
}

TEST_CASE_FIXTURE(PlansFixture,
                  "plans: a box around everything reads the table from its beginning to its end")
{
    auto query = small_box();
    query.box = ms::geometry::Box{-180, -90, 180, 90};
    CHECK(plan(test::settings("geom from " + schema("t")), query, "force_custom_plan")
              .find("Seq Scan") != std::string::npos);
}

TEST_CASE_FIXTURE(PlansFixture, "plans: filters use the indexes of their columns")
{
    auto const with_filter = [&](ms::expr::Expression const& filter) {
        auto query = test::everything(Kind::Point);
        query.filter = filter;
        return plan(test::settings("geom from " + schema("t")), query, "force_custom_plan");
    };
    CHECK(uses(with_filter(ms::expr::equals("name", "n57", false)), "t_name_idx"));
    CHECK(uses(with_filter(ms::expr::equals("kind", "k57", false)), "t_kind_idx"));
    CHECK(uses(with_filter(ms::expr::equals("n", "57", false)), "t_n_idx"));
    CHECK(uses(with_filter(ms::expr::is_in_list("n", "5,7,9")), "t_n_idx"));
    CHECK(uses(with_filter(ms::expr::is_in_list("name", "n5,n7")), "t_name_idx"));
    CHECK(uses(with_filter(ms::expr::parse("([n] > 9990)")), "t_n_idx"));
    CHECK(uses(with_filter(ms::expr::equals("u", "00000000-0000-0000-0000-000000000057", false)),
               "t_u_idx"));
}

TEST_CASE_FIXTURE(PlansFixture, "plans: explain shows the statement, its values and why")
{
    ms::source::postgis::Databases databases;
    test::Request request{databases};
    auto query = small_box();
    query.pixel_size = 0.01;
    query.filter = ms::expr::parse("([n] > 5 and length('[name]') > 3)");
    CHECK(request.open("geom from " + schema("t"))->explain(query) ==
          "sql: SELECT ST_AsBinary(\"geom\",'NDR'),\"name\"::text FROM " + schema("t") +
              " WHERE (\"n\" > $5::int8) AND \"geom\" && ST_MakeEnvelope($1,$2,$3,$4,4326)\n"
              "  $1 = 10\n  $2 = 10\n  $3 = 12\n  $4 = 12\n  $5 = 5\n"
              "geometry: WKB (points have nothing to leave out)\n"
              "filtered here: a condition on name\n");
}
