// SPDX-License-Identifier: MIT
#include "load/pooler.hpp"

#include <doctest/doctest.h>

using ms::load::parse_pooler_log;
using ms::load::PoolerLogLine;

TEST_CASE("pgbouncer's log: the lines printed in the mailing list's thread of 2015, as a mail "
          "breaks them")
{
    auto const lines = parse_pooler_log(
        "> 2014-06-06 18:49:44.597 27891 LOG Stats: 852 req/s, in 435114 b/s, out\n"
        "> 83424883 b/s,query 7133 us\n"
        "> 2014-06-06 18:50:44.597 27891 LOG Stats: 818 req/s, in 418046 b/s, out\n"
        "> 79177139 b/s,query 5761 us\n"
        "> 2014-06-06 18:51:02.000 27891 LOG C-0x1: db/user@unix:6432 closing because: client "
        "close\n"
        "> 2014-06-06 18:52:44.598 27891 LOG Stats: 898 req/s, in 458041 b/s, out\n"
        "> 88441708 b/s,query 7949 us\n");
    CHECK(lines == std::vector<PoolerLogLine>{{852, 435114, 83424883, 7133},
                                              {818, 418046, 79177139, 5761},
                                              {898, 458041, 88441708, 7949}});
}

TEST_CASE("pgbouncer's log: lines of newer versions")
{
    auto const lines = parse_pooler_log("2026-01-01 00:00:00.000 UTC [7] LOG stats: 12 xacts/s, 34 "
                                        "queries/s, in 56 B/s, out 78 B/s, "
                                        "xact 90 us, query 91 us, wait 92 us\n");
    CHECK(lines == std::vector<PoolerLogLine>{{34, 56, 78, 91}});
}

TEST_CASE("pgbouncer's log: lines without statistics and truncated lines are skipped")
{
    CHECK(parse_pooler_log("").empty());
    CHECK(parse_pooler_log("LOG Stats: 852 req/s, in").empty());
    CHECK(parse_pooler_log("LOG Stats: many req/s, in few b/s, out 1 b/s,query 2 us").empty());
    CHECK(parse_pooler_log("Stats: 1 req/s, in\nStats: 2 req/s, in 3 b/s, out 4 b/s,query 5 us") ==
          std::vector<PoolerLogLine>{{2, 3, 4, 5}});
}
