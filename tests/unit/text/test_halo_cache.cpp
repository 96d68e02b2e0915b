// SPDX-License-Identifier: MIT
#include "text/halo_cache.hpp"

#include <doctest/doctest.h>

using ms::text::HaloCache;

namespace {

HaloCache::Shape shape_of(std::size_t points)
{
    ms::geometry::GeometryColumn column;
    column.points.resize(points);
    column.end_ring();
    return std::make_shared<ms::geometry::GeometryColumn const>(std::move(column));
}

} // namespace

TEST_CASE("halo cache: a letter has one halo per size and width")
{
    HaloCache cache;
    auto const shape = shape_of(4);
    cache.keep({7, 12, 1}, shape);
    CHECK(cache.find({7, 12, 1}) == shape);
    CHECK(cache.find({7, 12, 2}) == nullptr);
    CHECK(cache.find({7, 13, 1}) == nullptr);
    CHECK(cache.find({8, 12, 1}) == nullptr);
}

TEST_CASE("halo cache: the first of two images that stroke a letter at once keeps it")
{
    HaloCache cache;
    auto const first = shape_of(4);
    cache.keep({7, 12, 1}, first);
    cache.keep({7, 12, 1}, shape_of(5));
    CHECK(cache.find({7, 12, 1}) == first);
}

TEST_CASE("halo cache: is emptied when it would be larger than allowed")
{
    HaloCache cache;
    auto const third = shape_of(HaloCache::max_bytes / sizeof(ms::geometry::Point) / 3);
    cache.keep({1, 12, 1}, third);
    cache.keep({2, 12, 1}, third);
    CHECK(cache.find({1, 12, 1}) == third);
    cache.keep({3, 12, 1}, third);
    CHECK(cache.find({1, 12, 1}) == nullptr);
    CHECK(cache.find({2, 12, 1}) == nullptr);
    CHECK(cache.find({3, 12, 1}) == third);
}

TEST_CASE("halo cache: a shape that is too large is not kept, and pushes out no other")
{
    HaloCache cache;
    auto const small = shape_of(4);
    cache.keep({1, 12, 1}, small);
    cache.keep({2, 12, 1}, shape_of(HaloCache::max_bytes / sizeof(ms::geometry::Point)));
    CHECK(cache.find({2, 12, 1}) == nullptr);
    CHECK(cache.find({1, 12, 1}) == small);
}
