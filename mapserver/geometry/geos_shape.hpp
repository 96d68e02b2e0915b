// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Converts between GEOS's geometries and ours. For the files of this folder that use GEOS.

#include "base/handle.hpp"
#include "geometry/shape.hpp"

#include <geos_c.h>

#include <memory>

namespace ms::geometry {

using GeosContext = Handle<GEOSContextHandle_HS, GEOS_finish_r>;

/// A context whose errors are seen in results only.
/// \throws std::bad_alloc
[[nodiscard]] GeosContext make_geos_context();

struct GeosDelete {
    GEOSContextHandle_t context = nullptr;
    void operator()(GEOSGeometry* geometry) const noexcept
    {
        GEOSGeom_destroy_r(context, geometry);
    }
    void operator()(GEOSPreparedGeometry const* geometry) const noexcept
    {
        GEOSPreparedGeom_destroy_r(context, geometry);
    }
};
/// Null if GEOS could not make it. Must not outlive its context.
using GeosGeometry = std::unique_ptr<GEOSGeometry, GeosDelete>;
using GeosPrepared = std::unique_ptr<GEOSPreparedGeometry const, GeosDelete>;

[[nodiscard]] inline GeosGeometry own(GEOSContextHandle_t context, GEOSGeometry* geometry)
{
    return {geometry, {context}};
}

/// Null when there are fewer than two finite points.
[[nodiscard]] GeosGeometry make_line(GEOSContextHandle_t context, std::span<Point const> line);

/// Omits points that are not finite; null if nothing is left.
[[nodiscard]] GeosGeometry to_geos(GEOSContextHandle_t context, Shape shape);

/// Appends a geometry as one feature. Of a collection only the members of the highest dimension.
/// \return false, and nothing appended, for an empty or null geometry
[[nodiscard]] bool append_geos(GEOSContextHandle_t context, GEOSGeometry const* geometry,
                               GeometryColumn& out);

/// Appends the coordinates of a point, line or ring.
void append_coordinates(GEOSContextHandle_t context, GEOSGeometry const* geometry,
                        std::vector<Point>& out);

} // namespace ms::geometry
