// SPDX-License-Identifier: MIT
#include "server/remote/http_freshness.hpp"

#include <doctest/doctest.h>

#include <initializer_list>

using namespace ms::server;
using std::chrono::seconds;

namespace {

Freshness of(std::initializer_list<char const*> lines, std::optional<seconds> fallback = {})
{
    FreshnessHeaders headers;
    for (auto const* const line : lines) {
        headers.add(line);
    }
    return freshness_of(headers, fallback);
}

} // namespace

// RFC 9111, 4.2.1 and 5.2.2
TEST_CASE("freshness: s-maxage goes before max-age, and that before Expires")
{
    CHECK(of({"Cache-Control: public, max-age=60"}).fresh_for == seconds{60});
    CHECK(of({"cache-control: max-age=60, s-maxage=\"5\""}).fresh_for == seconds{5});
    CHECK(of({"Cache-Control: max-age=60", "Age: 20"}).fresh_for == seconds{40});
    CHECK(of({"Cache-Control: max-age=60", "Age: 200"}).fresh_for == seconds{0});
    CHECK(of({"Date: Tue, 15 Nov 1994 12:00:00 GMT", "Expires: Tue, 15 Nov 1994 12:00:30 GMT"})
              .fresh_for == seconds{30});
    CHECK(of({"Expires: 0"}, seconds{9}).fresh_for == seconds{0});
    CHECK(of({"Cache-Control: max-age=99999999999999999999"}).fresh_for == seconds{365 * 86400});
    CHECK(of({"Cache-Control: max-age=-5"}).fresh_for == seconds{0});
}

TEST_CASE("freshness: uncacheable answers are not cached, and those to be validated are not fresh")
{
    CHECK_FALSE(of({"Cache-Control: no-store"}, seconds{60}).may_be_kept);
    CHECK_FALSE(of({"Cache-Control: private, max-age=60"}).may_be_kept);
    CHECK_FALSE(of({"Vary: *"}).may_be_kept);
    CHECK(of({"Vary: Accept-Encoding"}).may_be_kept);
    CHECK(of({"Cache-Control: no-cache, max-age=60"}, seconds{60}).fresh_for == seconds{0});
}

TEST_CASE("freshness: the mapfile's setting applies if the server has none")
{
    CHECK(of({}).fresh_for == seconds{0});
    CHECK(of({}, seconds{60}).fresh_for == seconds{60});
    CHECK(of({"Cache-Control: max-age=5"}, seconds{60}).fresh_for == seconds{5});
}
