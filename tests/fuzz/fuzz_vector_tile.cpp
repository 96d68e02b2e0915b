// SPDX-License-Identifier: MIT
// Polygons of any shape as geometries of vector tiles: what is written can be read, and is valid.
#include "../unit/render/mvt_rings.hpp"

#include "base/deadline.hpp"
#include "base/error.hpp"
#include "geometry/geos_limit.hpp"
#include "render/draw/mvt_geometry.hpp"

#include <chrono>
#include <cstdlib>

namespace {

/// Of each four bytes two are a coordinate, in quarters of a unit; the lowest bits end rings and
/// parts.
ms::geometry::GeometryColumn polygon_of(std::uint8_t const* data, std::size_t size)
{
    ms::geometry::GeometryColumn column;
    std::size_t first = 0;
    auto const end_ring = [&] {
        if (column.points.size() > first) {
            column.points.push_back(ms::geometry::Point{column.points[first]});
            column.end_ring();
            first = column.points.size();
        }
    };
    for (std::size_t i = 0; i + 4 <= size; i += 4) {
        auto const number = [&](std::size_t at) {
            return (data[at] << 8 | data[at + 1]) / 4.0 - 4000;
        };
        column.points.push_back({number(i), number(i + 2)});
        if ((data[i + 1] & 3) == 3) {
            end_ring();
            if ((data[i + 3] & 3) == 3) {
                column.end_part();
            }
        }
    }
    end_ring();
    column.end_part();
    column.end_feature(ms::geometry::Kind::Polygon);
    return column;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using namespace ms;
    auto const column = polygon_of(data, size);
    Deadline const deadline{Deadline::Clock::now() + std::chrono::seconds{5}, {}};
    Budget budget{deadline, 256U << 20U};
    geometry::GeosLimit const limit{budget};
    try {
        render::MvtGeometry encoder{budget};
        auto const polygons = ::test::polygons_of(encoder.encode({&column, 0}));
        geometry::ShapeOperations geos;
        if (!polygons ||
            (polygons->kinds.front() != geometry::Kind::None && !geos.is_valid({&*polygons, 0}))) {
            std::abort();
        }
    } catch (Error const& error) {
        if (error.kind() != ErrorKind::Limit) {
            std::abort();
        }
    }
    return 0;
}
