// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "cql2/cql2.hpp"
#include "expr/bind.hpp"

#include <doctest/doctest.h>

namespace {

using namespace ms;

/// For a feature with t = 2024-03-10 12:00 and the interval from a = 2024-03-01 to b = 2024-04-01.
bool holds(std::string_view filter, cql2::Language language = cql2::Language::Text)
{
    cql2::Context const context{.queryable = [](std::string_view name) {
        return std::optional{cql2::Queryable{std::string{name}, expr::Type::Time}};
    }};
    std::vector<std::string> const columns{"t", "a", "b"};
    feature::FeatureBatch batch;
    batch.reset(columns.size());
    batch.attributes[0].append("2024-03-10T12:00:00Z");
    batch.attributes[1].append("2024-03-01T00:00:00Z");
    batch.attributes[2].append("2024-04-01T00:00:00Z");
    batch.geometry.end_feature(geometry::Kind::None);
    expr::Bound bound{cql2::parse(filter, language, context), columns};
    return bound.is_true(batch, 0);
}

std::string interval(std::string_view start, std::string_view end)
{
    return "INTERVAL('" + std::string{start} + "','" + std::string{end} + "')";
}

} // namespace

TEST_CASE("cql2: moments before, after and within")
{
    CHECK(holds("T_AFTER(t, DATE('2024-03-09'))"));
    CHECK_FALSE(holds("T_AFTER(t, DATE('2024-03-10'))"));
    CHECK(holds("T_BEFORE(t, TIMESTAMP('2024-03-10T12:00:01Z'))"));
    CHECK(holds("T_EQUALS(t, TIMESTAMP('2024-03-10T12:00:00Z'))"));
    CHECK(holds("T_DURING(t, " + interval("2024-03-01", "2024-04-01") + ")"));
    CHECK(holds("T_DURING(t, INTERVAL(a, b))"));
    CHECK(holds("T_INTERSECTS(t, " + interval("..", "2024-03-10") + ")"));
    CHECK(holds("T_DISJOINT(t, " + interval("2024-03-11", "..") + ")"));
    CHECK_FALSE(holds("T_DISJOINT(t, " + interval("..", "..") + ")"));
    CHECK(holds("t_after(t, INTERVAL('..', '2024-03-09'))"));
    CHECK_FALSE(holds("T_BEFORE(t, " + interval("..", "2024-05-01") + ")"));
}

TEST_CASE("cql2: each relation of intervals holds of one of thirteen positions")
{
    // Of [a, b] = March, from J. F. Allen 1983, doi:10.1145/182.358434.
    std::vector<std::pair<std::string, std::string>> const positions{
        {"T_AFTER", interval("2024-01-01", "2024-02-01")},
        {"T_METBY", interval("2024-01-01", "2024-03-01T00:00:00Z")},
        {"T_OVERLAPPEDBY", interval("2024-01-01", "2024-03-15")},
        {"T_STARTEDBY", interval("2024-03-01T00:00:00Z", "2024-03-15")},
        {"T_CONTAINS", interval("2024-03-10", "2024-03-15")},
        {"T_FINISHEDBY", interval("2024-03-10", "2024-04-01T00:00:00Z")},
        {"T_EQUALS", interval("2024-03-01T00:00:00Z", "2024-04-01T00:00:00Z")},
        {"T_FINISHES", interval("2024-01-01", "2024-04-01T00:00:00Z")},
        {"T_DURING", interval("2024-01-01", "2024-05-01")},
        {"T_STARTS", interval("2024-03-01T00:00:00Z", "2024-05-01")},
        {"T_OVERLAPS", interval("2024-03-15", "2024-05-01")},
        {"T_MEETS", interval("2024-04-01T00:00:00Z", "2024-05-01")},
        {"T_BEFORE", interval("2024-05-01", "2024-06-01")}};
    for (std::size_t i = 0; i < positions.size(); ++i) {
        for (std::size_t k = 0; k < positions.size(); ++k) {
            auto const filter =
                positions[i].first + "(INTERVAL(a, b), " + positions[k].second + ")";
            CAPTURE(filter);
            CHECK(holds(filter) == (i == k));
        }
    }
}

TEST_CASE("cql2-json: intervals")
{
    CHECK(holds(R"({"op":"t_during","args":[{"property":"t"},{"interval":["2024-03-01",".."]}]})",
                cql2::Language::Json));
    CHECK(holds(R"({"op":"t_finishedBy","args":[{"interval":[{"property":"a"},{"property":"b"}]},
                {"interval":["2024-03-10","2024-04-01T00:00:00Z"]}]})",
                cql2::Language::Json));
}

TEST_CASE("cql2: temporal functions take times only")
{
    for (auto const* const filter :
         {"T_AFTER(t)", "T_AFTER(t, 7)", "T_AFTER(t, 'x')", "T_DURING(t, INTERVAL('x', '..'))",
          "T_DURING(t, INTERVAL('..'))", "T_DURING(t, INTERVAL(7, '..'))", "t = INTERVAL(a, b)"}) {
        CAPTURE(filter);
        CHECK_THROWS_AS(static_cast<void>(holds(filter)), Error);
    }
}
