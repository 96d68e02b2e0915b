// SPDX-License-Identifier: MIT
#include "image/inflate.hpp"

#include "image/fast_zlib.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

using namespace ms::image;

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes noise(std::size_t size)
{
    std::mt19937 random{5};
    Bytes bytes(size);
    std::ranges::generate(bytes, [&] { return static_cast<std::uint8_t>(random() % 20); });
    return bytes;
}

Bytes zlib_of(Bytes const& bytes)
{
    Bytes stream(fast_zlib_bound(bytes.size()));
    stream.resize(fast_zlib(bytes, stream));
    return stream;
}

} // namespace

TEST_CASE("inflate: as much as is requested, up to all")
{
    auto const bytes = noise(100'000);
    auto const stream = zlib_of(bytes);
    for (std::size_t const size : {1U, 777U, 65'536U, 99'999U, 100'000U}) {
        Bytes out(size);
        CHECK(inflate_prefix(stream, out));
        CHECK(std::ranges::equal(out, std::span{bytes}.first(size)));
    }
}

TEST_CASE("inflate: a stream that is shorter, cut off or damaged is refused")
{
    auto const bytes = noise(5000);
    auto stream = zlib_of(bytes);
    Bytes longer(bytes.size() + 1);
    CHECK(!inflate_prefix(stream, longer));
    Bytes out(bytes.size());
    CHECK(!inflate_prefix(std::span{stream}.first(stream.size() / 2), out));
    CHECK(!inflate_prefix({}, out));
    stream[0] ^= 0xFFU;
    CHECK(!inflate_prefix(stream, out));
}
