// SPDX-License-Identifier: MIT
// The pages that the database reads for a map, counted on request.
#include "base/trace.hpp"
#include "db/database.hpp"

#include <doctest/doctest.h>

using ms::Counter;
using ms::geometry::Kind;

namespace {

/// The counter after reading a table of many pages and without an index, by a box or only one row.
std::uint64_t reads(test::Schema& schema, bool counts_reads, std::int64_t max_features = -1)
{
    ms::source::postgis::Databases databases{{.counts_reads = counts_reads}};
    test::Request request{databases};
    ms::Trace trace{ms::Trace::Clock::now()};
    request.services.trace = &trace;
    auto query = test::everything(Kind::Point);
    query.box = ms::geometry::Box{-1, -1, 1, 1};
    query.max_features = max_features;
    auto const source = request.open("geom from " + schema("pages") + " using srid=4326");
    CHECK(test::count_all(*source->start(query)) == (max_features < 0 ? 5000 : 1));
    CHECK(trace.count(Counter::Statements) == 1);
    return trace.count(Counter::BackendReads);
}

} // namespace

TEST_CASE("backend reads: the pages of the table that a statement goes through")
{
    test::Schema schema;
    schema.run("CREATE TABLE " + schema("pages") +
               " AS SELECT i, repeat('x', 500) AS text, ST_Point(0, 0, 4326) AS geom FROM "
               "generate_series(1, 5000) i");
    schema.run("ANALYZE " + schema("pages")); // so that planning does not read
    auto const pages = std::stoull(
        schema.session().ask("SELECT pg_relation_size('" + schema("pages") + "') / 8192"));
    REQUIRE(pages > 300);
    CHECK(reads(schema, true) == pages);
    CHECK(reads(schema, true, 1) == 1);
    CHECK(reads(schema, false) == 0);
}
