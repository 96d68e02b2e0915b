// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "server/config/database_options.hpp"

#include <cstring>
#include <doctest/doctest.h>

using namespace std::chrono_literals;
using ms::server::Config;
using ms::server::database_options;
using ms::source::postgis::EncodingWish;

namespace {

/// A server whose environment sets one key.
Config with(char const* key, char const* value)
{
    return Config{{}, [key, value](char const* name) {
                      return std::strcmp(name, key) == 0 ? value : nullptr;
                  }};
}

} // namespace

TEST_CASE("database options: numbers of connections and times")
{
    CHECK(database_options(with("MS_POSTGIS_MAX_CONNECTIONS", "3")).pool.max_connections == 3);
    CHECK(database_options(with("MS_POSTGIS_MIN_CONNECTIONS", "2")).pool.min_connections == 2);
    CHECK(database_options(with("MS_POSTGIS_WAIT", "7")).pool.wait == 7s);
    CHECK(database_options(with("MS_POSTGIS_STATEMENT_TIMEOUT", "5"))
              .pool.session.statement_timeout == 5s);
    CHECK(database_options(with("MS_POSTGIS_TABLE_LIFETIME", "60")).table_lifetime == 60s);
    CHECK(database_options(with("UNRELATED", "1")).pool.max_connections == 16);
    CHECK(database_options(with("MS_POSTGIS_GEOMETRY_CACHE", "3")).geometry_cache_bytes == 3 << 20);
    CHECK(database_options(with("MS_POSTGIS_GEOMETRY_CACHE", "0")).geometry_cache_bytes == 0);
    CHECK(database_options(with("UNRELATED", "1")).geometry_cache_bytes == 64 << 20);
}

TEST_CASE("database options: prepared statements can be switched off, the encoding chosen for all")
{
    CHECK(database_options(with("UNRELATED", "1")).pool.session.prepare);
    CHECK_FALSE(database_options(with("MS_POSTGIS_PREPARE", "off")).pool.session.prepare);
    CHECK(database_options(with("MS_POSTGIS_GEOMETRY_ENCODING", "wkb")).encoding ==
          EncodingWish::Wkb);
}

TEST_CASE("database options: a value that cannot be is named")
{
    CHECK_THROWS_WITH_AS((void)database_options(with("MS_POSTGIS_MAX_CONNECTIONS", "0")),
                         "CONFIG: MS_POSTGIS_MAX_CONNECTIONS must be a whole number from 1",
                         ms::Error);
    CHECK_THROWS_WITH_AS((void)database_options(with("MS_POSTGIS_WAIT", "soon")),
                         "CONFIG: MS_POSTGIS_WAIT must be a whole number from 0", ms::Error);
    CHECK_THROWS_WITH_AS((void)database_options(with("MS_POSTGIS_GEOMETRY_ENCODING", "gml")),
                         "CONFIG: MS_POSTGIS_GEOMETRY_ENCODING must be AUTO, WKB, TWKB or HEX",
                         ms::Error);
}
