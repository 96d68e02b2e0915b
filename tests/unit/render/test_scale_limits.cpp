// SPDX-License-Identifier: MIT
#include "render/core/scale_limits.hpp"

#include <doctest/doctest.h>

using ms::render::scale_with_same_limits;

namespace {

ms::mapfile::Map map_with_limits()
{
    ms::mapfile::Map map;
    auto& layer = map.layers.emplace_back();
    layer.max_scale_denominator = 1000;
    auto& drawn_class = layer.classes.emplace_back();
    drawn_class.styles.emplace_back().min_scale_denominator = 2000;
    drawn_class.labels.emplace_back().max_scale_denominator = 3000;
    layer.scale_tokens.push_back({"%t%", {{0, "a"}, {4000, "b"}}});
    return map;
}

} // namespace

TEST_CASE("scale limits: a level on the same side of all of them is unchanged")
{
    auto const map = map_with_limits();
    CHECK(scale_with_same_limits(map, 900, 950) == 950);
    CHECK(scale_with_same_limits(map, 1100, 1900) == 1900);
    CHECK(scale_with_same_limits(map, 5000, 4100) == 4100);
}

TEST_CASE("scale limits: a level beyond one returns to it, from either side, deterministically")
{
    auto const map = map_with_limits();
    for (double const limit : {1000., 2000., 3000., 4000.}) {
        double const below = scale_with_same_limits(map, limit - 90, limit + 50);
        CHECK(below < limit);
        CHECK(below == doctest::Approx(limit));
        CHECK(below == scale_with_same_limits(map, limit - 10, limit + 50));
        double const above = scale_with_same_limits(map, limit + 90, limit - 50);
        CHECK(above > limit);
        CHECK(above == doctest::Approx(limit));
        CHECK(above == scale_with_same_limits(map, limit + 10, limit - 50));
    }
}

TEST_CASE("scale limits: of several between the two, the one next to the requested scale counts")
{
    CHECK(scale_with_same_limits(map_with_limits(), 900, 5000) == doctest::Approx(1000));
    CHECK(scale_with_same_limits(map_with_limits(), 5000, 900) == doctest::Approx(4000));
}
