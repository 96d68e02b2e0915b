// SPDX-License-Identifier: MIT
#include "cql2/cql2.hpp"
#include "db/database.hpp"

#include <algorithm>
#include <doctest/doctest.h>

using ms::expr::Expression;
using ms::geometry::Kind;

namespace {

using Ids = std::vector<std::string>;

/// Rows with a bit of everything, every seventh NULL but for its place.
struct Cql2Fixture {
    test::Schema schema;
    ms::source::postgis::Databases databases;
    test::Request request{databases};
    std::unique_ptr<ms::source::FeatureSource> source;

    Cql2Fixture()
    {
        schema.run(
            "CREATE TABLE " + schema("t") +
            R"( (id int PRIMARY KEY, n int, f float8, d numeric(8,2), name text, code char(4),
            day date, ts timestamptz, flag boolean, geom geometry(Point,25832)))");
        schema.run("INSERT INTO " + schema("t") + R"( SELECT i, i - 10, i / 4.0 - 2, i / 10.0,
            (ARRAY['Rice','rice','Ryce','it''s','','50%','a_b','ZÜRICH','zürich','a{1}','back\slash','a,b'])[i % 12 + 1],
            (ARRAY['a','BB','Rice','dddd'])[i % 4 + 1], date '2024-01-01' + i * 11,
            timestamptz '2024-01-31 22:00+00' + i * interval '1 hour', i % 2 = 0,
            ST_Transform(ST_Point(9 + i / 100.0, 50, 4326), 25832)
            FROM generate_series(0, 40) i WHERE i % 7 > 0)");
        schema.run("INSERT INTO " + schema("t") + R"( (id, geom)
            SELECT i, ST_Transform(ST_Point(9 + i / 100.0, 50, 4326), 25832)
            FROM generate_series(0, 40, 7) i)");
        source = request.open("geom from " + schema("t"));
    }

    static std::optional<ms::cql2::Queryable> queryable(std::string_view name)
    {
        using enum ms::expr::Type;
        auto const type = name == "name" || name == "code" ? Text
                          : name == "day" || name == "ts"  ? Time
                          : name == "flag"                 ? Boolean
                          : name == "geom"                 ? Shape
                                                           : Number;
        return ms::cql2::Queryable{std::string{name}, type};
    }

    static Expression filter_of(std::string_view text)
    {
        return ms::cql2::parse(
            text, ms::cql2::Language::Text,
            {.queryable = queryable, .layer_crs = ms::crs::parse(std::string_view{"EPSG:25832"})});
    }

    [[nodiscard]] Ids ids(Expression const& filter) const
    {
        auto query = test::everything(Kind::Point, {"id"});
        query.filter = filter;
        Ids ids;
        auto const cursor = source->start(query);
        ms::feature::FeatureBatch batch;
        while (cursor->next(batch)) {
            for (std::size_t row = 0; row < batch.size(); ++row) {
                ids.emplace_back(batch.attributes[0][row]);
            }
        }
        std::ranges::sort(ids);
        return ids;
    }

    /// The same, decided by our own evaluation of every row.
    [[nodiscard]] Ids ids_here(Expression const& filter) const
    {
        return test::ids_evaluated(*source, Kind::Point, filter);
    }

    /// The server's own result for an equivalent SQL condition.
    Ids ids_of_sql(std::string const& condition)
    {
        Ids ids;
        for (auto const& row :
             schema.session().rows("SELECT id FROM " + schema("t") + " WHERE " + condition)) {
            ids.push_back(row[0]);
        }
        std::ranges::sort(ids);
        return ids;
    }

    [[nodiscard]] bool is_filtered_here(Expression const& filter) const
    {
        auto query = test::everything(Kind::Point, {"id"});
        query.filter = filter;
        return source->explain(query).find("filtered here") != std::string::npos;
    }
};

struct Pair {
    char const* filter;
    char const* sql;
};

constexpr Pair pairs[] = {
    {"name = 'Rice'", "name = 'Rice'"},
    {"name <> 'Rice'", "name <> 'Rice'"},
    {"NOT name = 'Rice'", "name <> 'Rice'"},
    {"n < 3 AND n >= -2.5", "n < 3 AND n >= -2.5"},
    {"NOT (n < 3 OR f > 4)", "NOT (n < 3 OR f > 4)"},
    {"n = f OR d < n", "n = f OR d < n"},
    {"n BETWEEN 3 AND 5", "n BETWEEN 3 AND 5"},
    {"NOT n NOT BETWEEN 3 AND 5", "n BETWEEN 3 AND 5"},
    {"n IN (3, 5, 100)", "n IN (3, 5, 100)"},
    {"n NOT IN (3, 5)", "n NOT IN (3, 5)"},
    {"name IN ('Rice', 'it''s', 'x')", "name IN ('Rice', 'it''s', 'x')"},
    {"name IN ('Rice', 'a,b')", "name IN ('Rice', 'a,b')"},
    {"name LIKE 'R_ce'", "name LIKE 'R_ce'"},
    {"name LIKE '%'", "name LIKE '%'"},
    {"name LIKE ''", "name LIKE ''"},
    {"name NOT LIKE 'R%'", "name NOT LIKE 'R%'"},
    {"name LIKE '50\\%'", "name LIKE '50\\%'"},
    {"name LIKE 'a\\_b'", "name LIKE 'a\\_b'"},
    {"name LIKE 'back\\\\%'", "name LIKE 'back\\\\%'"},
    {"name LIKE 'a{_}'", "name LIKE 'a{_}'"},
    {"name LIKE '%[a-z]%'", "name LIKE '%[a-z]%'"},
    {"CASEI(name) = CASEI('RICE')", "lower(name) = 'rice'"},
    {"CASEI(name) = CASEI('Zürich')", "lower(name) = lower('Zürich')"},
    {"casei(name) LIKE casei('zÜ%')", "lower(name) LIKE lower('zÜ%')"},
    {"casei(code) IN ('bb', 'rice')", "lower(code) IN ('bb', 'rice')"},
    {"casei(name) = casei(code)", "lower(name) = lower(code)"},
    {"name = code", "name = code::text"},
    {"name < code", "name < code::text COLLATE \"C\""},
    {"name > 'a'", "name > 'a' COLLATE \"C\""},
    {"n + 1 > f * 2", "n + 1 > f * 2"},
    {"n - f <= d / 2", "n - f <= d / 2"},
    {"f / n > 0.5", "f / NULLIF(n,0) > 0.5"},
    {"NOT f / n > 0.5", "NOT f / NULLIF(n,0) > 0.5"},
    {"f div 2 = 1", "trunc(f / 2) = 1"},
    {"n % 3 = 1", "n % 3 = 1"},
    {"n % 3 = -1", "n % 3 = -1"},
    {"3 % n = 0", "3 % NULLIF(n,0) = 0"},
    {"-n IN (1, 2)", "-n IN (1, 2)"},
    {"flag", "flag"},
    {"NOT flag", "NOT flag"},
    {"flag = false", "flag = false"},
    {"flag <> false", "flag <> false"},
    {"day = DATE('2024-01-12')", "day = '2024-01-12'"},
    {"day > DATE('2024-03-01')", "day > '2024-03-01'"},
    {"ts <= TIMESTAMP('2024-02-01T03:00:00Z')", "ts <= '2024-02-01 03:00Z'"},
    {"NOT ts < TIMESTAMP('2024-02-01T03:00:00Z')", "ts >= '2024-02-01 03:00Z'"},
    {"ts = DATE('2024-02-01')", "ts >= '2024-02-01 00:00Z' AND ts < '2024-02-02 00:00Z'"},
    {"T_DURING(ts, INTERVAL('2024-02-01T00:00:00Z', '2024-02-01T06:00:00Z'))",
     "ts > '2024-02-01 00:00:00Z' AND ts < '2024-02-01 06:00Z'"},
    {"T_DISJOINT(day, INTERVAL('..', '2024-03-01'))", "day > '2024-03-01'"},
    {"NOT T_AFTER(day, DATE('2024-03-01'))", "day <= '2024-03-01'"},
    {"n IS NULL", "n IS NULL"},
    {"name IS NOT NULL AND ts IS NOT NULL", "name IS NOT NULL AND ts IS NOT NULL"},
    {"S_INTERSECTS(geom, BBOX(9.0, 49.9, 9.105, 50.1))", "id <= 10"},
    {"NOT S_WITHIN(geom, POLYGON((9.095 49, 10 49, 10 51, 9.095 51, 9.095 49)))", "id < 10"},
    {"true", "true"},
    {"n > 3 AND 1 = 0", "false"},
};

} // namespace

TEST_CASE_FIXTURE(Cql2Fixture, "cql2: the server, we and SQL find the same rows, NULLs among them")
{
    schema.run("SET timezone = 'UTC'");
    for (auto const& [text, sql] : pairs) {
        CAPTURE(text);
        auto const filter = filter_of(text);
        auto const requested = ids_of_sql(std::string{"("} + sql + ")");
        CHECK(ids(filter) == requested);
        CHECK(ids_here(filter) == requested);
        CHECK_FALSE(is_filtered_here(filter));
    }
}

TEST_CASE_FIXTURE(Cql2Fixture, "cql2: conditions with another meaning in SQL are evaluated here")
{
    for (auto const& [text, sql] :
         {Pair{"f ^ 2 > 4", "f * f > 4"}, Pair{"f % 2 = 1", "trunc(f)::int % 2 = 1"},
          Pair{"n > 3 AND n ^ 2 < 100", "n > 3 AND n * n < 100"},
          Pair{"(n > 3) = flag", "(n > 3) = flag"}}) {
        CAPTURE(text);
        auto const filter = filter_of(text);
        auto const requested = ids_of_sql(std::string{"("} + sql + ")");
        CHECK(ids(filter) == requested);
        CHECK(ids_here(filter) == requested);
        CHECK(is_filtered_here(filter));
    }
}

TEST_CASE_FIXTURE(Cql2Fixture, "cql2: numbers at the ends of their range end no request")
{
    for (auto const* const text :
         {"f * 1e300 * 1e300 > 1", "f * 1e-300 * 1e-300 = 0", "f + 1e308 + 1e308 > 1", "n = 1e308",
          "n % 1e308 = 1", "n / 1e-308 > 1", "n IN (1e308, 1e-308)", "d = 1e200"}) {
        CAPTURE(text);
        auto const filter = filter_of(text);
        CHECK(ids(filter) == ids_here(filter));
    }
}
