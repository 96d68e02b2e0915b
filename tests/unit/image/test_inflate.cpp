// SPDX-License-Identifier: MIT
#include "image/inflate.hpp"

#include "unit/bytes.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace ms::image;
using ms::test::Bytes;
using ms::test::random_bytes;
using ms::test::zlib_of;

TEST_CASE("inflate: as much as is requested, up to all")
{
    auto const bytes = random_bytes(100'000, 5, 20);
    auto const stream = zlib_of(bytes);
    for (std::size_t const size : {1U, 777U, 65'536U, 99'999U, 100'000U}) {
        Bytes out(size);
        CHECK(inflate_prefix(stream, out));
        CHECK(std::ranges::equal(out, std::span{bytes}.first(size)));
    }
}

TEST_CASE("inflate: a stream that is shorter, cut off or damaged is refused")
{
    auto const bytes = random_bytes(5000, 5, 20);
    auto stream = zlib_of(bytes);
    Bytes longer(bytes.size() + 1);
    CHECK(!inflate_prefix(stream, longer));
    Bytes out(bytes.size());
    CHECK(!inflate_prefix(std::span{stream}.first(stream.size() / 2), out));
    CHECK(!inflate_prefix({}, out));
    stream[0] ^= 0xFFU;
    CHECK(!inflate_prefix(stream, out));
}
