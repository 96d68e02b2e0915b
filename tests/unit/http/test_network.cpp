// SPDX-License-Identifier: MIT
#include "http/network.hpp"

#include <doctest/doctest.h>

using ms::http::names_address;

TEST_CASE("address list: single addresses and networks are found")
{
    CHECK(names_address("192.0.2.1 10.0.0.0/8", "10.1.2.3") == true);
    CHECK(names_address("192.0.2.1,10.0.0.0/8", "192.0.2.1") == true);
    CHECK(names_address("192.0.2.1 10.0.0.0/8", "11.0.0.1") == false);
    CHECK(names_address("192.0.2.128/25", "192.0.2.127") == false);
    CHECK(names_address("192.0.2.128/25", "192.0.2.128") == true);
    CHECK(names_address("", "192.0.2.1") == false);
}

TEST_CASE("address list: IPv6 networks, and IPv4 in its IPv6 form")
{
    CHECK(names_address("2001:db8::/32", "2001:db8:1::7") == true);
    CHECK(names_address("2001:db8::/32", "2001:db9::1") == false);
    CHECK(names_address("10.0.0.0/8", "::ffff:10.1.2.3") == true);
    CHECK(names_address("0.0.0.0/0", "2001:db8::1") == false);
}

TEST_CASE("address list: a list with a malformed entry matches nobody")
{
    CHECK_FALSE(names_address("10.1.2.3 everybody", "10.1.2.3"));
    CHECK_FALSE(names_address("10.0.0.0/33", "10.1.2.3"));
    CHECK_FALSE(names_address("10.0.0.0/-1", "10.1.2.3"));
    CHECK_FALSE(names_address("10.0.0.0/8", "unknown"));
    CHECK_FALSE(names_address("10.0.0.0/8", "10.1.2.3/8"));
}
