// SPDX-License-Identifier: MIT
#include "source/postgis/sql/named_values.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <array>

namespace {

using namespace ms;
using source::postgis::NamedValue;

source::postgis::Statement bound(std::string_view sql)
{
    std::array<NamedValue, 2> const values{{{"dim", "text", "it's"}, {"minx", "float8", "7.5"}}};
    return source::postgis::with_named_values(sql, values);
}

} // namespace

TEST_CASE("named values: names become parameters, each once, with their types")
{
    auto const statement = bound("SELECT a FROM t WHERE k = :dim AND x > :minx OR y > :minx");
    CHECK(statement.sql == "SELECT a FROM t WHERE k = $1::pg_catalog.text AND x > "
                           "$2::pg_catalog.float8 OR y > $2::pg_catalog.float8");
    CHECK(statement.parameters == std::vector<std::string>{"it's", "7.5"});
}

TEST_CASE("named values: quotes, comments, casts and other names stay as they are")
{
    for (auto const* const sql :
         {"SELECT ':dim'", "SELECT \":dim\"", "SELECT $$:dim$$", "SELECT 1 -- :dim\n",
          "SELECT /* :dim */ 1", "SELECT x::dim", "SELECT :dims, :DIM, a[1:2], :", "f(a := 1)"}) {
        CAPTURE(sql);
        CHECK(bound(sql).sql == sql);
        CHECK(bound(sql).parameters.empty());
    }
    CHECK(bound(":dim::int").sql == "$1::pg_catalog.text::int");
}

TEST_CASE("named values: a value that PostgreSQL cannot take as a text is refused")
{
    std::array<NamedValue, 1> const values{{{"dim", "text", std::string("a\0b", 3)}}};
    CHECK_THROWS_AS((void)source::postgis::with_named_values(":dim", values), Error);
}

TEST_CASE("named values: the names of a statement")
{
    CHECK(source::postgis::names_in("SELECT ':no' FROM t WHERE a = :dim AND x::int < :maxx") ==
          std::vector<std::string_view>{"dim", "maxx"});
}
