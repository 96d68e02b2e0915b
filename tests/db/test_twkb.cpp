// SPDX-License-Identifier: MIT
#include "db/database.hpp"
#include "geometry/twkb.hpp"
#include "geometry/wkb.hpp"

#include <cmath>
#include <cstdlib>
#include <doctest/doctest.h>
#include <fmt/format.h>

using ms::geometry::GeometryColumn;
using ms::geometry::Kind;

namespace {

/// Random geometries of all seven types, some empty, in two to four dimensions, as TWKB of every
/// precision, with and without sizes and boxes; with PostGIS's reading of them.
std::string random_geometries(int first, int last)
{
    return fmt::format(
        R"(
        WITH raw AS (
          SELECT i, ST_MakeLine(ARRAY(SELECT ST_MakePoint((random() - 0.5) * s, (random() - 0.5) * s, random() * 9, random() * 99)
                                        FROM generate_series(1, 2 + i % 9 + 0 * s::int))) AS line,
                 ST_Force4D(ST_Buffer(ST_Point((random() - 0.5) * s, (random() - 0.5) * s), random() * s, 1 + i % 4)) AS area
            FROM (SELECT i, 10.0 ^ (i % 8) AS s FROM generate_series({}, {}) i) n),
        shaped AS (
          SELECT i, CASE i % 8 WHEN 0 THEN ST_StartPoint(line) WHEN 1 THEN line WHEN 2 THEN area
                               WHEN 3 THEN ST_Points(line) WHEN 4 THEN ST_Collect(line, ST_Reverse(line))
                               WHEN 5 THEN ST_Multi(area) WHEN 6 THEN ST_Collect(ARRAY[line, area, ST_EndPoint(line)])
                               ELSE (ARRAY['POINT EMPTY','LINESTRING EMPTY','POLYGON EMPTY','MULTIPOLYGON EMPTY',
                                           'GEOMETRYCOLLECTION EMPTY'])[1 + i % 5]::geometry END AS shape FROM raw),
        flat AS (
          SELECT i, CASE i / 8 % 4 WHEN 0 THEN ST_Force2D(shape) WHEN 1 THEN ST_Force3DZ(shape)
                                   WHEN 2 THEN ST_Force3DM(shape) ELSE shape END AS shape FROM shaped),
        coded AS (SELECT ST_AsTWKB(shape, i % 15 - 7, i % 8, i % 5, i % 2 = 0, i % 3 = 0) AS twkb FROM flat)
        SELECT encode(twkb, 'hex'), encode(ST_AsBinary(ST_GeomFromTWKB(twkb), 'NDR'), 'hex') FROM coded)",
        first, last);
}

std::vector<std::byte> bytes_of(std::string const& hex)
{
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
        bytes.push_back(static_cast<std::byte>(std::stoi(hex.substr(i, 2), nullptr, 16)));
    }
    return bytes;
}

/// PostGIS multiplies by a power of ten where we may divide by one: a few units in the last place.
bool is_close(double one, double other)
{
    return std::abs(one - other) <= 1e-12 * std::max(1.0, std::abs(one));
}

bool is_same(GeometryColumn const& one, GeometryColumn const& other)
{
    if (one.kinds != other.kinds || one.ring_ends != other.ring_ends ||
        one.part_ends != other.part_ends || one.points.size() != other.points.size()) {
        return false;
    }
    for (std::size_t i = 0; i < one.points.size(); ++i) {
        if (!is_close(one.points[i].x, other.points[i].x) ||
            !is_close(one.points[i].y, other.points[i].y)) {
            return false;
        }
    }
    return true;
}

} // namespace

// MS_TEST_GEOMETRIES=1000000 takes a few minutes.
TEST_CASE("twkb: random geometries read from TWKB equal PostGIS's reading")
{
    auto const* const requested = std::getenv("MS_TEST_GEOMETRIES");
    int const count = requested == nullptr ? 20000 : std::atoi(requested);
    constexpr int batch = 10000;
    test::Session session;
    session.run("SELECT setseed(0.2015)");
    int compared = 0;
    for (int first = 1; first <= count; first += batch) {
        for (auto const& row : session.rows(random_geometries(first, first + batch - 1))) {
            auto const twkb = bytes_of(row[0]);
            auto const wkb = bytes_of(row[1]);
            for (auto const kind : {Kind::Point, Kind::Line, Kind::Polygon}) {
                GeometryColumn ours;
                GeometryColumn theirs;
                bool const is_read = ms::geometry::append_twkb(twkb, kind, ours);
                if (is_read != ms::geometry::append_wkb(wkb, kind, theirs) ||
                    !is_same(ours, theirs)) {
                    FAIL("TWKB " << row[0] << ", WKB " << row[1]);
                }
            }
            ++compared;
        }
    }
    CHECK(compared >= count);
    MESSAGE(compared << " geometries");
}
