// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "db/database.hpp"
#include "source/postgis/join.hpp"

#include <doctest/doctest.h>

using namespace ms;
using source::postgis::joined_rows;

namespace {

struct Joined {
    source::postgis::Databases databases;
    test::Request request{databases};
    mapfile::Map map;
    mapfile::Layer layer{.name = "roads"};
    mapfile::Join join{.connection = test::conninfo(),
                       .connection_type = "postgresql",
                       .to = "code",
                       .table = "(VALUES (1, 'a'), (2, 'it''s'), (2, NULL)) AS t(code, name)",
                       .name = "names"};

    [[nodiscard]] source::JoinedRows rows(std::string const& value, std::size_t most = 10)
    {
        return joined_rows(map, layer, join, value, most, request.services);
    }
};

} // namespace

TEST_CASE_FIXTURE(Joined, "join: returns the rows of the table in which TO has the value")
{
    auto const found = rows("2");
    CHECK(found.columns == std::vector<std::string>{"code", "name"});
    CHECK(found.rows == std::vector<std::vector<std::string>>{{"2", "it's"}, {"2", ""}});
    CHECK(rows("2", 1).rows.size() == 1);
    CHECK(rows("7").rows.empty());
}

TEST_CASE_FIXTURE(Joined, "join: rows of documents do not take more memory than a request may")
{
    join.table =
        "(SELECT 1 AS code, repeat('x', 1000000) AS name FROM generate_series(1, 50)) AS t";
    CHECK(rows("1", 50).rows.size() == 50);
    request.services.max_kept_bytes = 10'000'000;
    CHECK(rows("1", 5).rows.size() == 5);
    CHECK_THROWS_WITH_AS((void)rows("1", 50), "the joined rows need too much memory", Error);
    CHECK(rows("1", 5).rows.size() == 5);
}

TEST_CASE_FIXTURE(Joined, "join: a value is never SQL")
{
    CHECK(rows("2' OR '1'='1").rows.empty());
    CHECK(rows("").rows.empty());
}

TEST_CASE_FIXTURE(Joined, "join: errors name layer and join; the server's message is in the log")
{
    join.table = "no_such_table";
    try {
        static_cast<void>(rows("1"));
        FAIL("no error");
    } catch (Error const& error) {
        CHECK(error.kind() == ErrorKind::Source);
        CHECK(std::string_view{error.what()}.find("\"roads\": JOIN \"names\"") !=
              std::string_view::npos);
        CHECK(std::string_view{error.what()}.find("no_such_table") == std::string_view::npos);
    }
    REQUIRE(request.lines.size() == 1);
    CHECK(request.lines.front().find("no_such_table") != std::string::npos);
    join.connection_type = "CSV";
    CHECK_THROWS_AS(static_cast<void>(rows("1")), Error);
}
