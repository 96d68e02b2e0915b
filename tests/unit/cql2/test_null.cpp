// SPDX-License-Identifier: MIT
#include "cql2/cql2.hpp"
#include "expr/bind.hpp"

#include <doctest/doctest.h>

namespace {

using namespace ms;

/// The value of a filter for a row whose n, s and t are NULL and whose z is 0.
bool holds(std::string_view filter)
{
    cql2::Context const context{.queryable = [](std::string_view name) {
        auto const type = name == "s"   ? expr::Type::Text
                          : name == "t" ? expr::Type::Time
                                        : expr::Type::Number;
        return std::optional{cql2::Queryable{std::string{name}, type}};
    }};
    std::vector<std::string> const columns{"n", "s", "t", "z"};
    feature::FeatureBatch batch;
    batch.reset(columns.size());
    batch.attributes[0].append_null();
    batch.attributes[1].append_null();
    batch.attributes[2].append_null();
    batch.attributes[3].append("0");
    batch.geometry.end_feature(geometry::Kind::None);
    expr::Bound bound{cql2::parse(filter, cql2::Language::Text, context), columns};
    return bound.is_true(batch, 0);
}

} // namespace

// ISO 9075: a comparison with NULL is unknown, and so is its negation.
TEST_CASE("cql2: only IS NULL is true for NULL")
{
    for (std::string const condition :
         {"n = 0", "n < 1", "n + 1 > 0", "n IN (0, 1)", "n BETWEEN -1 AND 1", "n = z", "s = ''",
          "s < 'a'", "s = 'a' OR s = 'b'", "s IN ('', 'a')", "s LIKE '%'", "s LIKE '_'",
          "CASEI(s) = ''", "casei(s) LIKE '%a'", "t < DATE('2024-01-01')", "n = 0 AND z = 0"}) {
        CAPTURE(condition);
        CHECK_FALSE(holds(condition));
        CHECK_FALSE(holds("NOT (" + condition + ")"));
    }
    CHECK(holds("n IS NULL"));
    CHECK(holds("s IS NULL AND t IS NULL"));
    CHECK(holds("z IS NOT NULL"));
    CHECK_FALSE(holds("n IS NOT NULL"));
    CHECK_FALSE(holds("z IS NULL"));
    CHECK(holds("n = 0 OR z = 0"));
}
