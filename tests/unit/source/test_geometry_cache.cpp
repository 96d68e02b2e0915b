// SPDX-License-Identifier: MIT
#include "source/postgis/link/geometry_cache.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using namespace ms::source::postgis;

namespace {

constexpr std::size_t kibibyte = 1024;

std::span<std::byte const> bytes(std::string_view text)
{
    return std::as_bytes(std::span{text});
}

std::string text(std::span<std::byte const> bytes)
{
    std::string out;
    std::ranges::transform(bytes, std::back_inserter(out),
                           [](std::byte byte) { return static_cast<char>(byte); });
    return out;
}

std::string found(CachedGeometries const& kept, RowVersion row)
{
    std::array<std::span<std::byte const>, 1> found;
    kept.find(std::array{row}, found);
    return text(found.front());
}

} // namespace

TEST_CASE("geometry cache: a row is found by its cached version")
{
    CachedGeometries kept{1};
    CHECK(found(kept, {65537, 100}).empty());
    CHECK(text(kept.keep({65537, 100}, bytes("one"))) == "one");
    CHECK(found(kept, {65537, 100}) == "one");
    CHECK(found(kept, {65537, 101}).empty());
    CHECK(found(kept, {65538, 100}).empty());
    SUBCASE("the same version again changes nothing")
    {
        CHECK(text(kept.keep({65537, 100}, bytes("other"))) == "one");
    }
    SUBCASE("another takes its place")
    {
        (void)kept.keep({65537, 102}, bytes("two"));
        CHECK(found(kept, {65537, 102}) == "two");
        CHECK(found(kept, {65537, 100}).empty());
    }
}

TEST_CASE("geometry cache: found geometries stay valid while more are cached")
{
    constexpr std::uint64_t rows = 20'000;
    CachedGeometries kept{1};
    auto const first = kept.keep({1, 7}, bytes("first"));
    for (std::uint64_t place = 1; place <= rows; ++place) {
        (void)kept.keep({place << 16U | 1U, 7}, bytes(std::to_string(place)));
    }
    CHECK(text(first) == "first");
    for (std::uint64_t place = 1; place <= rows; ++place) {
        REQUIRE(found(kept, {place << 16U | 1U, 7}) == std::to_string(place));
    }
    CHECK(kept.size() > rows * sizeof(RowVersion));
    std::string const large(3 * 65536, 'x');
    (void)kept.keep({2, 7}, bytes(large));
    CHECK(found(kept, {2, 7}) == large);
}

TEST_CASE("geometry cache: another file of the table begins anew")
{
    GeometryCache cache{1024 * kibibyte};
    auto const before = cache.open("roads", 1);
    (void)before->keep({1, 1}, bytes("old"));
    CHECK(cache.open("roads", 1) == before);
    auto const after = cache.open("roads", 2);
    CHECK(found(*after, {1, 1}).empty());
    CHECK(found(*before, {1, 1}) == "old"); // for whom it is still at work with
}

TEST_CASE("geometry cache: the known file is that of the cached geometries")
{
    GeometryCache cache{1024 * kibibyte};
    CHECK(cache.file_of("roads") == 0);
    (void)cache.open("roads", -7);
    CHECK(cache.file_of("roads") == -7);
    CHECK(cache.file_of("rivers") == 0);
    (void)cache.open("roads", 8);
    CHECK(cache.file_of("roads") == 8);
    cache.refuse("roads");
    CHECK(cache.file_of("roads") == 0);
}

TEST_CASE("geometry cache: the least recently used entries are dropped first")
{
    std::string const large(300 * kibibyte, 'x');
    GeometryCache cache{1024 * kibibyte};
    for (std::string const key : {"a", "b", "c"}) {
        (void)cache.open(key, 1)->keep({1, 1}, bytes(large));
        cache.settle(0, 1);
    }
    auto const a = cache.open("a", 1);
    (void)cache.open("d", 1)->keep({1, 1}, bytes(large));
    cache.settle(1, 1);
    CHECK(found(*cache.open("a", 1), {1, 1}) == large);
    CHECK(found(*cache.open("d", 1), {1, 1}) == large);
    CHECK(found(*cache.open("b", 1), {1, 1}).empty());
    auto const usage = cache.usage();
    CHECK(usage.bytes <= 1024 * kibibyte);
    CHECK(usage.rows == 3);
    CHECK(usage.found == 1);
    CHECK(usage.missed == 4);
}

TEST_CASE("geometry cache: a table that is too large alone is let go")
{
    GeometryCache cache{100 * kibibyte};
    auto const kept = cache.open("a", 1);
    for (std::uint64_t place = 1; place < 10'000; ++place) {
        (void)kept->keep({place, 1}, bytes("something of a few bytes"));
    }
    cache.settle(0, 10'000);
    CHECK(cache.usage().bytes == 0);
    CHECK(found(*kept, {1, 1}) == "something of a few bytes");
}

TEST_CASE("geometry cache: a refused key is not tried again")
{
    GeometryCache cache{1024 * kibibyte};
    CHECK(cache.takes("a"));
    (void)cache.open("a", 1)->keep({1, 1}, bytes("one"));
    CHECK(cache.takes("a"));
    cache.refuse("a");
    CHECK_FALSE(cache.takes("a"));
    CHECK(cache.takes("b"));
    CHECK(cache.usage().bytes < kibibyte);
    CHECK_FALSE(GeometryCache{0}.takes("a"));
}

TEST_CASE("geometry cache: several threads")
{
    constexpr std::uint64_t rows = 2'000;
    GeometryCache cache{1024 * kibibyte};
    {
        std::vector<std::jthread> threads;
        for (int thread = 0; thread < 4; ++thread) {
            threads.emplace_back([&] {
                auto const kept = cache.open("a", 1);
                for (std::uint64_t place = 1; place <= rows; ++place) {
                    auto const name = std::to_string(place);
                    if (found(*kept, {place, 1}).empty()) {
                        (void)kept->keep({place, 1}, bytes(name));
                    }
                }
                cache.settle(0, rows);
            });
        }
    }
    auto const kept = cache.open("a", 1);
    for (std::uint64_t place = 1; place <= rows; ++place) {
        REQUIRE(found(*kept, {place, 1}) == std::to_string(place));
    }
}
