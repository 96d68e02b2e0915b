// SPDX-License-Identifier: MIT
#include "source/postgis/rows/detail.hpp"

#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>

using namespace ms::source::postgis;
using ms::geometry::Kind;
using ms::source::Query;

namespace {

std::array<DetailLevel, 2> const levels{{{400, "coarse"}, {100, "fine"}}};

std::string table_at(double pixel_size)
{
    Query query;
    query.pixel_size = pixel_size;
    auto const* const level = choose_level(levels, query);
    return level == nullptr ? "the table" : level->table;
}

} // namespace

TEST_CASE("levels of detail: the coarsest whose pixels are no larger than the map's")
{
    auto const infinity = std::numeric_limits<double>::infinity();
    CHECK(table_at(1e6) == "coarse");
    CHECK(table_at(400) == "coarse");
    CHECK(table_at(std::nextafter(400, 0)) == "fine");
    CHECK(table_at(100) == "fine");
    CHECK(table_at(std::nextafter(100, 0)) == "the table");
    CHECK(table_at(infinity) == "coarse");
}

TEST_CASE("levels of detail: none for full precision, whole geometries and points")
{
    CHECK(table_at(0) == "the table");
    Query query;
    query.pixel_size = 1000;
    query.whole = true;
    CHECK(choose_level(levels, query) == nullptr);
    query.whole = false;
    query.kind = Kind::Point; // every vertex is a symbol
    CHECK(choose_level(levels, query) == nullptr);
    query.kind = Kind::Line;
    CHECK(choose_level({}, query) == nullptr);
}
