// SPDX-License-Identifier: MIT
#include "ows/common/per_map_cache.hpp"

#include <doctest/doctest.h>

TEST_CASE("per map: whether %name% changes the map is found once for each kind of request")
{
    ms::ows::PerMapCache cache;
    int searches = 0;
    auto const find = [&](bool found) {
        return [&searches, found] {
            ++searches;
            return found;
        };
    };
    CHECK(cache.is_substituted(false, find(true)));
    CHECK_FALSE(cache.is_substituted(true, find(false)));
    CHECK(cache.is_substituted(false, find(false)));
    CHECK_FALSE(cache.is_substituted(true, find(true)));
    CHECK(searches == 2);
}
