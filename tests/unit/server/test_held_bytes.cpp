// SPDX-License-Identifier: MIT
#include "server/front/held_bytes.hpp"

#include <doctest/doctest.h>

using ms::server::HeldBytes;

namespace {

constexpr std::size_t mega = 1U << 20U;

struct Client {
    explicit Client(HeldBytes& all) : share(all, [this] { ++drops; }) {}
    int drops = 0;
    HeldBytes::Share share;
};

} // namespace

TEST_CASE(
    "held bytes: the connection that holds bytes for longest is dropped if there are too many")
{
    HeldBytes all{4 * mega};
    Client first{all};
    Client second{all};
    Client third{all};
    first.share.set(2 * mega);
    second.share.set(2 * mega);
    CHECK(first.drops == 0);
    third.share.set(2 * mega);
    CHECK(first.drops == 1);
    CHECK(second.drops == 0);
    third.share.set(mega); // the first is going: there is room
    CHECK(second.drops == 0);
    third.share.set(3 * mega);
    CHECK(first.drops == 1); // once is enough
    CHECK(second.drops == 1);
    CHECK(third.drops == 0);
}

TEST_CASE("held bytes: sent bytes are returned, and a single connection may have more")
{
    HeldBytes all{4 * mega};
    {
        Client one{all};
        one.share.set(100 * mega);
        CHECK(one.drops == 0);
        CHECK(all.total() == 100 * mega);
        one.share.set(50 * mega);
        CHECK(all.total() == 50 * mega);
        one.share.set(1000); // not worth counting
        CHECK(all.total() == 0);
        one.share.set(mega);
    }
    CHECK(all.total() == 0);
}
