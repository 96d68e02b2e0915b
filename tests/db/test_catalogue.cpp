// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "db/database.hpp"
#include "source/postgis/catalogue.hpp"

#include <doctest/doctest.h>

using namespace ms;
using source::postgis::read_catalogue;

namespace {

struct Catalogue {
    source::postgis::Databases databases;
    test::Request request{databases};
    mapfile::Map map;
    mapfile::Layer layer{.name = "products"};
    source::postgis::CatalogueQuery query{.key = "wms_product_catalogue",
                                          .connection = test::conninfo(),
                                          .sql = "",
                                          .value = "peak",
                                          .box = {10, 20, 30, 40},
                                          .max_entries = 3};

    source::postgis::CatalogueEntries read(std::string sql)
    {
        query.sql = std::move(sql);
        return read_catalogue(map, layer, query, request.services);
    }
};

} // namespace

TEST_CASE_FIXTURE(Catalogue, "catalogue: entries keep the order of the query, each once")
{
    auto const found =
        read("SELECT v FROM (VALUES (1, 'b'), (2, NULL), (3, 'a'), (4, 'b')) AS t(i, v) "
             "WHERE :dim = 'peak' ORDER BY i");
    CHECK(found.values == std::vector<std::string>{"b", "a"});
    CHECK_FALSE(found.are_numbers);
    CHECK(read("SELECT 7::int2").are_numbers);
    CHECK(read("SELECT 7.5::numeric").are_numbers);
    CHECK(read("SELECT 'a' WHERE false").values.empty());
}

TEST_CASE_FIXTURE(Catalogue, "catalogue: the box is that of the map")
{
    CHECK(read("SELECT :minx || ' ' || :miny || ' ' || :maxx || ' ' || :maxy").values ==
          std::vector<std::string>{"10 20 30 40"});
}

TEST_CASE_FIXTURE(Catalogue, "catalogue: a value is never SQL")
{
    query.value = "x'; DROP TABLE t; --";
    CHECK(read("SELECT :dim").values == std::vector<std::string>{query.value});
}

TEST_CASE_FIXTURE(Catalogue, "catalogue: more entries than a map may have end the query")
{
    CHECK(read("SELECT * FROM generate_series(1, 3)").values.size() == 3);
    try {
        (void)read("SELECT * FROM generate_series(1, 100000)");
        FAIL("no error");
    } catch (Error const& error) {
        CHECK(error.kind() == ErrorKind::Limit);
        CHECK(std::string_view{error.what()}.find("more than 3 entries") != std::string_view::npos);
    }
    CHECK(read("SELECT 1").values.size() == 1); // the connection serves on
}

TEST_CASE_FIXTURE(Catalogue, "catalogue: a long entry is an error, and the next query is served")
{
    CHECK(read("SELECT repeat('x', 4096)").values.front().size() == 4096);
    try {
        (void)read("SELECT repeat('x', 4097)");
        FAIL("no error");
    } catch (Error const& error) {
        CHECK(error.kind() == ErrorKind::Limit);
    }
    CHECK(read("SELECT 1").values.size() == 1);
}

TEST_CASE_FIXTURE(Catalogue,
                  "catalogue: errors name the key, and the database's words are only logged")
{
    try {
        (void)read("SELECT x FROM no_such_table");
        FAIL("no error");
    } catch (Error const& error) {
        CHECK(error.kind() == ErrorKind::Source);
        std::string_view const what = error.what();
        CHECK(what.find("METADATA wms_product_catalogue") != std::string_view::npos);
        CHECK(what.find("no_such_table") == std::string_view::npos);
    }
    REQUIRE(request.lines.size() == 1);
    CHECK(request.lines.front().find("no_such_table") != std::string::npos);
    CHECK_THROWS_AS((void)read("DELETE FROM pg_class"), Error); // sessions only read
}
