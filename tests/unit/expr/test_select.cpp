// SPDX-License-Identifier: MIT
#include "unit/expr/one_row.hpp"

#include <doctest/doctest.h>

#include <numeric>

using ms::expr::Bound;
using ms::expr::Expression;

namespace {

std::vector<std::string> const columns{"type", "lanes"};

ms::feature::FeatureBatch roads()
{
    ms::feature::FeatureBatch batch;
    batch.reset(2);
    for (auto const& [type, lanes] :
         std::initializer_list<std::pair<char const*, char const*>>{{"motorway", "6"},
                                                                    {"primary", "2"},
                                                                    {"Primary", "4"},
                                                                    {"path", ""},
                                                                    {"primary ", "1"}}) {
        batch.attributes[0].append(type);
        batch.attributes[1].append(lanes);
        batch.geometry.end_feature(ms::geometry::Kind::None);
    }
    return batch;
}

using Rows = std::vector<std::uint32_t>;

Rows selected(Expression const& expression)
{
    auto const batch = roads();
    Bound bound{expression, columns};
    Rows rows(batch.size());
    std::iota(rows.begin(), rows.end(), 0U);
    bound.select(batch, rows);
    Rows one_by_one;
    for (std::uint32_t i = 0; i < batch.size(); ++i) {
        if (bound.is_true(batch, i)) {
            one_by_one.push_back(i);
        }
    }
    CHECK(rows == one_by_one);
    return rows;
}

Rows selected(std::string_view text)
{
    return selected(ms::expr::parse(text));
}

} // namespace

TEST_CASE("select: rows for which it is true, the same as one by one")
{
    CHECK(selected("(\"[type]\" = \"primary\")") == Rows{1});
    CHECK(selected("([lanes] >= 2 and [lanes] < 6)") == Rows{1, 2});
    CHECK(selected("(\"[type]\" in \"path,motorway\" or [lanes] = 1)") == Rows{0, 3, 4});
    CHECK(selected("(\"[type]\" =* \"primary\" and [lanes] > 2)") == Rows{2});
    CHECK(selected("(not \"[type]\" ~ \"^p\")") == Rows{0, 2});
    CHECK(selected("(6 / [lanes] > 2)") == Rows{1, 4}); // row 3 divides by zero
    CHECK(selected("([lanes])") == Rows{0, 1, 2, 4});
    CHECK(selected(Expression{}) == Rows{0, 1, 2, 3, 4});
}

TEST_CASE("select: looks only at the rows it is given")
{
    Bound bound{ms::expr::parse("([lanes] > 1)"), columns};
    Rows rows{2, 3};
    bound.select(roads(), rows);
    CHECK(rows == Rows{2});
}

TEST_CASE("CLASSITEM: a string is equal byte by byte, with the suffix i in any case")
{
    CHECK(selected(ms::expr::equals("type", "primary", false)) == Rows{1});
    CHECK(selected(ms::expr::equals("type", "primary", true)) == Rows{1, 2});
}

TEST_CASE("CLASSITEM: a list contains exactly the texts between its commas")
{
    CHECK(selected(ms::expr::is_in_list("type", "path,primary ,x")) == Rows{3, 4});
    CHECK(selected(ms::expr::is_in_list("type", "path, primary")) == Rows{3});
    CHECK(selected(ms::expr::is_in_list("lanes", "")) == Rows{3});
}

TEST_CASE("CLASSITEM: a regular expression is found anywhere")
{
    CHECK(selected(ms::expr::matches("type", "ar", false)) == Rows{1, 2, 4});
    CHECK(selected(ms::expr::matches("type", "^PRIM", true)) == Rows{1, 2, 4});
    CHECK(selected(ms::expr::matches("lanes", ".*", false)) == Rows{0, 1, 2, 4});
}

TEST_CASE("both, either: always true is neutral in one and wins in the other")
{
    auto const path = ms::expr::equals("type", "path", false);
    CHECK(selected(ms::expr::both(path, Expression{})) == Rows{3});
    CHECK(ms::expr::either(path, Expression{}).is_always_true());
    CHECK(selected(ms::expr::either(path, ms::expr::parse("([lanes]=6)"))) == Rows{0, 3});
    CHECK(selected(ms::expr::both(path, ms::expr::parse("([lanes]=6)"))).empty());
}
