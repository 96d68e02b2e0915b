// SPDX-License-Identifier: MIT
#include "geometry/shape.hpp"

#include "geometry/feature_builder.hpp"

namespace ms::geometry {

void append_shape(Shape shape, GeometryColumn& out)
{
    auto const& column = *shape.column;
    for (auto part = column.first_part(shape.index); part < column.feature_ends[shape.index];
         ++part) {
        for (auto ring = column.first_ring(part); ring < column.part_ends[part]; ++ring) {
            append_ring(column, ring, out);
        }
        out.end_part();
    }
    out.end_feature(shape.kind());
}

bool append_shape_as(Shape shape, Kind requested, GeometryColumn& out)
{
    auto const& column = *shape.column;
    FeatureBuilder builder{requested, out};
    for (auto part = column.first_part(shape.index); part < column.feature_ends[shape.index];
         ++part) {
        for (auto ring = column.first_ring(part); ring < column.part_ends[part]; ++ring) {
            auto const points = column.ring(ring);
            builder.points().insert(builder.points().end(), points.begin(), points.end());
            if (builder.has_z()) {
                auto const z = column.z_of_ring(ring);
                builder.z().insert(builder.z().end(), z.begin(), z.end());
            }
            if (shape.kind() == Kind::Polygon) {
                builder.end_ring();
            } else {
                shape.kind() == Kind::Line ? builder.end_line() : builder.end_points();
            }
        }
        if (shape.kind() == Kind::Polygon) {
            builder.end_polygon();
        }
    }
    return builder.finish();
}

} // namespace ms::geometry
